#include "grader/cli/new_lesson.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/cli/new_lesson_files.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using values = std::map<std::string, std::string>;

std::string fill_in(std::string_view page, const values& all) {
  std::string text;
  while (!page.empty()) {
    const std::size_t begin = page.find('@');
    text += page.substr(0, begin);
    if (begin == std::string_view::npos) {
      break;
    }
    const std::size_t end = page.find('@', begin + 1);
    text += all.at(std::string(page.substr(begin + 1, end - begin - 1)));
    page.remove_prefix(end + 1);
  }
  return text;
}

/// "prefix_sum" as "PrefixSum".
std::string pascal_case(const std::string& name) {
  std::string result;
  bool upper = true;
  for (const char letter : name) {
    if (letter != '_') {
      result += static_cast<char>(upper ? std::toupper(letter) : letter);
    }
    upper = letter == '_';
  }
  return result;
}

std::string with_spaces(std::string name, char space) {
  std::replace(name.begin(), name.end(), '_', space);
  return name;
}

bool is_name(const std::string& name) {
  const bool letters = std::all_of(name.begin(), name.end(), [](unsigned char letter) {
    return std::islower(letter) != 0 || std::isdigit(letter) != 0 || letter == '_';
  });
  return letters && !name.empty() && name.size() <= 40 && std::islower(name.front()) != 0 &&
         name.back() != '_' && name.find("__") == std::string::npos;
}

constexpr int kLastOfCourse = 9;  // lessons after it are electives
constexpr const char* kFirst = "1_@NAME@";
constexpr const char* kSecond = "2_@NAME@_squares";

void write_skeleton(const fs::path& root, const fs::path& solution, const fs::path& exercise) {
  fs::create_directories((root / exercise).parent_path());
  base::process_request request;
  request.command = {"python3",
                     "-B",
                     "-Xutf8",
                     (root / "cmake" / "scripts" / "make_skeleton.py").string(),
                     "skeleton",
                     (root / solution).string(),
                     (root / exercise).string()};
  const base::process_outcome outcome = base::run_process(request);
  if (!outcome.succeeded()) {
    throw machine_error(
        fmt::format("the skeleton could not be made: {}{}", outcome.output, outcome.start_error));
  }
}

/// Throws `usage_error` for a number, a name or a title that a new lesson cannot have.
void check_options(const new_lesson_options& options, const course& course, int number) {
  for (const lesson& lesson : course.lessons) {
    if (lesson.number == number || lesson.name == options.name) {
      throw usage_error(fmt::format("there is a lesson {} already, {}", lesson.folder(),
                                    lesson.number == number ? "with this number" : "of this name"));
    }
  }
  if (number > 99) {
    throw usage_error("a lesson's number has two digits");
  }
  if (options.title.find_first_of("\"\\\n") != std::string::npos) {
    throw usage_error("a title has no quotation marks, backslashes or line ends");
  }
}

/// What the names in a new lesson's files stand for.
values values_of(const new_lesson_options& options, const course& course, int number,
                 const std::string& folder) {
  std::string title = options.title.empty() ? with_spaces(options.name, ' ') : options.title;
  std::string title_lower = title;
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  title_lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title_lower[0])));
  return {{"NUMBER", fmt::format("{:02}", number)},
          {"PLAIN_NUMBER", std::to_string(number)},
          {"ELECTIVE", number > kLastOfCourse ? "elective = true\n" : ""},
          {"BEFORE", fmt::format("{:02}", course.lessons.back().number)},
          {"NAME", options.name},
          {"KERNEL", pascal_case(options.name)},
          {"CHECK", with_spaces(options.name, '-')},
          {"TITLE", title},
          {"TITLE_LOWER", title_lower},
          {"FOLDER", folder}};
}

}  // namespace

std::vector<fs::path> make_new_lesson(const new_lesson_options& options) {
  if (!is_name(options.name)) {
    throw usage_error(fmt::format(
        "a lesson's name is the name of its files and of a function: small letters, digits and _, "
        "such as prefix_sum; not \"{}\"",
        options.name));
  }
  const course course = load_course(options.root);
  const int number = options.number > 0 ? options.number : course.lessons.back().number + 1;
  check_options(options, course, number);
  const std::string folder = fmt::format("{:02}_{}", number, options.name);
  const values common = values_of(options, course, number, folder);
  const std::string first_task = fill_in(kFirst, common), first = first_task + ".cpp";
  const std::string second_task = fill_in(kSecond, common), second = second_task + ".cpp";
  const fs::path lesson = fs::path("lessons") / folder;
  const fs::path solutions = fs::path("solutions") / folder;
  const std::pair<fs::path, std::string_view> pages[] = {
      {lesson / "README.md", templates::README_md_in},
      {lesson / "lesson.toml", templates::lesson_toml_in},
      {lesson / (options.name + ".hpp"), templates::contract_hpp_in},
      {lesson / (options.name + "_reference.hpp"), templates::reference_hpp_in},
      {lesson / "tests" / (options.name + "_test.hpp"), templates::shared_test_hpp_in},
      {lesson / "tests" / "limits.hpp", templates::limits_hpp_in},
      {lesson / "tests" / first, templates::first_test_cpp_in},
      {lesson / "tests" / second, templates::second_test_cpp_in},
      {lesson / "benchmarks" / first, templates::first_bench_cpp_in},
      {lesson / "wrong" / (first_task + ".mistakes"), templates::first_mistakes_in},
      {lesson / "wrong" / (second_task + ".mistakes"), templates::second_mistakes_in},
      {solutions / first, templates::first_solution_cpp_in},
      {solutions / second, templates::second_solution_cpp_in},
      {solutions / "commentary.md", templates::commentary_md_in},
  };
  std::vector<fs::path> written;
  base::staged_files files;
  const auto add = [&](const fs::path& file, const std::string& text) {
    if (fs::exists(options.root / file)) {
      throw usage_error(fmt::format("{} is there already", file.string()));
    }
    files.add(options.root / file, text);
    written.push_back(file);
  };
  for (const auto& [file, page] : pages) {
    add(file, fill_in(page, common));
  }
  const fs::path list = fs::path("lessons") / "CMakeLists.txt";
  std::string lines = base::read_text_file(options.root / list);
  lines += fmt::format("\nadd_lesson({:02} {})\n", number, options.name);
  files.add(options.root / list, lines);
  files.commit();
  written.push_back(list);
  for (const std::string& task : {first, second}) {
    const fs::path exercise = fs::path("exercises") / folder / task;
    write_skeleton(options.root, solutions / task, exercise);
    written.push_back(exercise);
  }
  return written;
}

}  // namespace kw::grader
