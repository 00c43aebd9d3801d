#include "grader/test/class/synthetic_class.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/test/breakages.hpp"
#include "grader/test/class/broken_lessons.hpp"
#include "grader/test/class/packed_archive.hpp"
#include "grader/test/edits.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string result;
  for (const char letter : text) {
    result += letter == '\n' ? end : std::string(1, letter);
  }
  return result;
}

class class_maker {
 public:
  class_maker(const fs::path& folder, const course& course, const known_results& results,
              const class_contents& contents)
      : folder_(folder), course_(course), results_(results), contents_(contents) {}

  synthetic_class make() {
    fs::create_directories(folder_);
    if (contents_.only_broken) {
      for (const lesson& lesson : course_.lessons) {
        for (const broken_lesson& one : broken_lessons(lesson, contents_.halves)) {
          add_broken(lesson, one);
        }
      }
    } else if (!contents_.only_mixes) {
      add_kernels();
      add_whole_lessons();
      add_hostile_kernels();
      add_hostile_files();
      add_hostile_archives();
      add_names();
    }
    for (int i = 0; static_cast<int>(made_.students.size()) < contents_.count; ++i) {
      add_mix(i);
    }
    return std::move(made_);
  }

 private:
  std::map<std::string, double> points_of(const kernel_choice& kernels) const {
    return kw::grader::points_of(kernels, course_, results_);
  }

  const lesson& first() const { return course_.lessons.front(); }

  /// The task whose file most hostile submissions contain: the first lesson's main one.
  const check& main_task() const {
    const auto tasks = first().tasks();
    return **std::find_if(tasks.begin(), tasks.end(),
                          [](const check* task) { return task->kind == check_kind::core; });
  }

  std::string main_id() const { return first().task_id(main_task()); }
  std::string main_file() const { return main_task().task_name() + ".cpp"; }

  std::string kernel(const lesson& lesson, const check& task, const std::string& which) {
    const bool solution = which == "solution";
    if (!solution && which != "skeleton") {
      return unique(wrong_kernels(course_.root, lesson, task).at(which));
    }
    const kernel_tree tree = solution ? kernel_tree::solution : kernel_tree::exercise;
    return unique(base::read_file(course_.root / lesson.kernel_file(tree, task), 1 << 20));
  }

  std::string main_solution() { return kernel(first(), main_task(), "solution"); }

  std::string unique(std::string text) {
    return contents_.distinct ? text + fmt::format("// {}\n", ++number_) : text;
  }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }

  std::map<std::string, double> full_main() const { return points_of({{main_id(), "solution"}}); }

  /// Every kernel of the course, as the only file of a submission.
  void add_kernels() {
    for (const lesson& lesson : course_.lessons) {
      for (const check* task : lesson.tasks()) {
        const std::string id = lesson.task_id(*task);
        for (const std::string& which : known_kernels(id, results_)) {
          const std::string name = fmt::format("{}-{}", id, which);
          write(name + "/" + task->task_name() + ".cpp", kernel(lesson, *task, which));
          made_.students[name].points = points_of({{id, which}});
        }
      }
    }
  }

  /// One file per task, by turns right, unfinished and wrong, in the course's own folders.
  void add_mix(int i) {
    const std::string name = fmt::format("mix-{:03}", i);
    std::size_t turn = static_cast<std::size_t>(i);
    std::vector<packed> files;
    kernel_choice chosen;
    for (const lesson& lesson : course_.lessons) {
      for (const check* task : lesson.tasks()) {
        const std::string id = lesson.task_id(*task);
        const std::vector<std::string> known = known_kernels(id, results_);
        chosen[id] = known[turn % known.size()];
        turn = turn * 7 + 3;
        files.push_back({"course/" + lesson.kernel_file(kernel_tree::exercise, *task).string(),
                         kernel(lesson, *task, chosen[id])});
      }
    }
    const std::string source = i % 3 == 0 ? name : name + (i % 3 == 1 ? ".zip" : ".tar.gz");
    made_.students[source].points = points_of(chosen);
    if (source == name) {
      for (const packed& file : files) {
        write(name + "/" + file.path, file.content);
      }
    } else {
      pack(folder_ / source, files);
    }
  }

  void add_broken(const lesson& lesson, const broken_lesson& chosen) {
    expectation want;
    kernel_choice rest;
    for (const check* task : lesson.tasks()) {
      std::optional<std::string> text = kernel(lesson, *task, "solution");
      if (const auto found = chosen.tasks.find(task); found != chosen.tasks.end()) {
        text = break_kernel(*text, found->second);
        want.broken.insert(lesson.task_id(*task));
      } else {
        rest[lesson.task_id(*task)] = "solution";
      }
      if (text) {
        write(chosen.name + "/" + lesson.kernel_file(kernel_tree::exercise, *task).string(), *text);
      }
    }
    want.points = points_of(rest);
    made_.students[chosen.name] = std::move(want);
  }

  /// The main task's solution, with code before it or instead of it.
  void add_program(const std::string& name, const std::string& text,
                   std::map<std::string, double> worth, std::vector<std::string> said) {
    write(name + "/" + main_file(), unique(text));
    made_.students[name] = {std::move(worth), std::move(said)};
  }

  /// A solution in which every launch is preceded by some statements.
  std::string sabotaged(const std::string& head, const std::string& statement) {
    std::string text = main_solution();
    const std::string launch = "launch(";
    for (std::size_t at = text.find("  launch("); at != std::string::npos;
         at = text.find("  launch(", at + statement.size() + launch.size() + 2)) {
      text.insert(at + 2, statement + "\n  ");
    }
    return head + "\n" + text;
  }

  /// What else a program can do, the collection of cheats does (grader/test/cheats).
  void add_hostile_kernels() {
    const std::string solution = main_solution();
    const auto full = full_main();
    add_program("empty", "", {}, {"does not define "});
    add_program("no-semicolon", solution + "int x = 1\n", {}, {"does not compile"});
    add_program("crlf", with_line_ends(solution, "\r\n"), full, {});
    add_program("byte-order-mark", "\xEF\xBB\xBF" + solution, full, {});
    add_program("binary",
                std::string("\x7f"
                            "ELF\0\1\2\3",
                            8) +
                    std::string(5000, '\xff'),
                {}, {"does not compile"});
    add_program("hangs", sabotaged("", "for (volatile bool on = true; on;) {}"), {},
                {"Is there a loop that never ends?"});
    add_program("prints-a-gigabyte",
                sabotaged("#include <cstdio>",
                          "for (int i = 0; i < 100000000; ++i) std::puts(\"[       OK ] \");"),
                {}, {"printed more than"});
    add_program("crashes", sabotaged("", "*(volatile int*)8 = 1;"), {}, {"SIGSEGV"});
    add_program("exits", sabotaged("#include <cstdlib>", "std::exit(0);"), {}, {"exit code 0"});
    add_program("own-main", solution + "int main() { return 0; }\n", {}, {"it defines main"});
    add_program("includes-zeros", "#include \"/dev/zero\"\n" + solution, {}, {main_file()});
  }

  /// Files that are not read, and folders without one.
  void add_hostile_files() {
    write("large-file/" + main_file(), std::string(2 << 20, ' '));
    made_.students["large-file"] = {{}, {"larger than 1 MB"}};
    fs::create_directories(folder_ / "empty-folder");
    made_.students["empty-folder"] = {{}, {"none of this lesson's files"}};
    fs::create_directories(folder_ / "links");
    fs::create_symlink(
        fs::absolute(course_.root / first().kernel_file(kernel_tree::solution, main_task())),
        folder_ / "links" / main_file());
    made_.students["links"] = {{}, {"symbolic link"}};
    fs::create_directory_symlink(fs::absolute(course_.root / "solutions"),
                                 folder_ / "links" / "exercises");
  }

  /// One file for the whole lesson, next to the files of one task and of other lessons.
  void add_whole_lessons() {
    const std::string name = "whole-lesson";
    write(name + "/exercises/" + first().folder() + "/" + first().name + ".cpp", main_solution());
    write(name + "/" + main_file(), main_solution());
    kernel_choice chosen = {{main_id(), "solution"}};
    for (const lesson& lesson : course_.lessons) {
      for (const check* task : lesson.tasks()) {
        if (lesson.number != first().number) {
          write(name + "/" + lesson.kernel_file(kernel_tree::exercise, *task).string(),
                kernel(lesson, *task, "solution"));
          chosen[lesson.task_id(*task)] = "solution";
        }
      }
    }
    made_.students[name] = {points_of(chosen),
                            {first().name +
                             ".cpp was found, but this lesson is handed in as one "
                             "file for each task: " +
                             first().tasks().front()->task_name() + ".cpp"}};
  }

  void add_archive(const std::string& name, const std::vector<packed>& entries,
                   std::map<std::string, double> worth, std::vector<std::string> said) {
    pack(folder_ / name, entries);
    made_.students[name] = {std::move(worth), std::move(said)};
  }

  void add_hostile_archives() {
    const std::string solution = main_solution();
    const auto full = full_main();
    const std::string file = main_file();
    add_archive("good.zip", {{file, solution}}, full, {});
    add_archive("good.tar.gz", {{"./a/b/" + file, solution}}, full, {});
    add_archive("leads-out.tar.gz", {{file, solution}, {"../../" + file, solution}}, {},
                {"leads out of it"});
    const std::string zeros(std::size_t{40} << 20, '\0');
    std::vector<packed> bomb;
    for (int i = 0; i < 8; ++i) {
      bomb.push_back({fmt::format("zeros{}", i), zeros});
    }
    bomb.push_back({file, solution});
    add_archive("bomb.zip", bomb, {}, {"when it is unpacked"});
    write("damaged.zip", "PK\3\4 and then nothing that makes sense");
    made_.students["damaged.zip"] = {{}, {"cannot be read"}};
  }

  /// Names of students and folders in every script, and names that are empty.
  void add_names() {
    const char* const names[] = {"Zoë Müller-Łukasz",
                                 "李小龍",
                                 "محمد علي",
                                 "Владимир Ильич",
                                 "ขวัญใจ",
                                 "שרה כהן",
                                 "דוד 🚀",
                                 "O'Brien, \"Bob\" & <b>Co",
                                 "$(touch owned)",
                                 "-rf",
                                 "a b\tc",
                                 "=1+1",
                                 "..hidden",
                                 "Nguyễn Thị Hồng",
                                 "Κώστας",
                                 "A\xCC\x8Angstro\xCC\x88m",
                                 "latin1-\xE9\xFC",
                                 "line\nbreak"};
    for (const char* name : names) {
      write(std::string(name) + "/" + main_file(), main_solution());
      made_.students[name].points = full_main();
    }
  }

  fs::path folder_;
  const course& course_;
  const known_results& results_;
  class_contents contents_;
  int number_ = 0;
  synthetic_class made_;
};

}  // namespace

synthetic_class make_class(const fs::path& folder, const course& course,
                           const known_results& results, const class_contents& contents) {
  return class_maker(folder, course, results, contents).make();
}

}  // namespace kw::grader
