// Breaks each task of a lesson in each way, and grades the lesson as a student would: all other
// tasks keep their points.
//
//     broken_tasks_check <course> <compiler> <lesson number> <library>...
//
// The libraries are linked into the test programs. Instead of CMake, a script compiles the tasks of
// a copy of the course, in which the solutions are the exercises.
#include <cstdio>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "common/test/base/temporary_folder.hpp"
#include "grader/run/grade.hpp"
#include "grader/test/breakages.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

constexpr double kTestSeconds = 3;

// Understands `cmake --build FOLDER --target T... [-- options]`. The compiled form of a text is
// kept for the next file with the same text.
constexpr const char* kCmake = R"sh(
folder=$2
shift 3
status=0
for target in "$@"; do
  [ "$target" = -- ] && break
  tests=
  case $target in
TASKS
  esac
  [ -n "$tests" ] || { echo "ninja: error: unknown target '$target'"; exit 1; }
  [ -e "$tests.o" ] || COMPILE -c "$tests" -o "$tests.o" || status=1
  program="BUILT/$target.$(cksum < "$kernel" | tr ' ' .)"
  if [ ! -e "$program" ]; then
    COMPILE "$kernel" "$tests.o" BUILT/info.cpp -o "$program" LIBRARIES || { status=1; continue; }
  fi
  cp "$program" "$folder/lessons/$target"
done
exit $status
)sh";

constexpr const char* kInfo = R"(#include <kernelwright/testing/lesson_info.hpp>
kw::testing::lesson_info kw::testing::current_lesson = {
    "01", "name", "exercise", "name.cpp", "cpu"};
)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

class broken_tasks_check {
 public:
  broken_tasks_check(const fs::path& course, const std::string& compiler, int lesson,
                     const std::vector<std::string>& libraries)
      : root_(folder_.path()) {
    const kw::grader::course whole = load_course(course);
    lesson_ = find_lesson(whole, std::to_string(lesson));
    for (const char* part : {"lessons", "solutions"}) {
      fs::create_directories(root_ / part);
      fs::copy(course / part / lesson_.folder(), root_ / part / lesson_.folder(),
               fs::copy_options::recursive);
    }
    const std::string toml = "lessons/" + lesson_.folder() + "/lesson.toml";
    // The lessons before it are missing.
    folder_.write(toml, std::regex_replace(base::read_text_file(root_ / toml),
                                           std::regex("prerequisites = .*"), "prerequisites = []"));
    fs::create_directories(root_ / "build/cpu/lessons");
    folder_.write("built/info.cpp", kInfo);
    std::string tasks;
    for (const check* task : lesson_.tasks()) {
      restore(*task);
      tasks += fmt::format(
          "    {}) kernel={} tests={} ;;\n",
          lesson_.test_target(kernel_tree::exercise, "cpu", *task),
          (root_ / lesson_.kernel_file(kernel_tree::exercise, *task)).string(),
          (root_ / "lessons" / lesson_.folder() / "tests" / task->task_name()).string() + ".cpp");
    }
    const std::string compile = base::quote_command(
        {compiler, "-std=c++20", "-O1", "-I" + (root_ / "lessons" / lesson_.folder()).string(),
         "-I" + (course / "common" / "include").string()});
    const std::string link =
        fmt::format("-Wl,--whole-archive {} -Wl,--no-whole-archive -pthread -Wl,-rpath,{}",
                    fmt::join(libraries, " "), fs::path(libraries.front()).parent_path().string());
    std::string script = replaced(kCmake, "TASKS\n", tasks);
    script = replaced(replaced(script, "COMPILE", compile), "LIBRARIES", link);
    const fs::path cmake =
        folder_.write_script("tools/cmake", replaced(script, "BUILT", (root_ / "built").string()));
    folder_.write("build/cpu/CMakeCache.txt",
                  "CMAKE_COMMAND:INTERNAL=" + cmake.string() + "\nCMAKE_CXX_COMPILER:FILEPATH=" +
                      compiler + "\nCMAKE_GENERATOR:INTERNAL=Ninja\nKW_ENABLE_CUDA:BOOL=OFF\n");
  }

  int run() {
    expect_sound("the solutions", nullptr, grade());
    for (const check* task : lesson_.tasks()) {
      for (const breakage kind : kBreakages) {
        break_task(*task, kind);
        const lesson_result result = grade();
        const std::string what = fmt::format("{} with {}", lesson_.task_id(*task), to_text(kind));
        expect_sound(what, task, result);
        expect_broken(what, kind, result.checks.at(static_cast<std::size_t>(task->task) - 1));
        restore(*task);
      }
    }
    return problems_ == 0 ? 0 : 1;
  }

 private:
  fs::path exercise(const check& task) const {
    return root_ / lesson_.kernel_file(kernel_tree::exercise, task);
  }

  std::string solution(const check& task) const {
    return base::read_text_file(root_ / lesson_.kernel_file(kernel_tree::solution, task));
  }

  void restore(const check& task) const { folder_.write(exercise(task), solution(task)); }

  void break_task(const check& task, breakage kind) const {
    fs::remove(exercise(task));
    if (const auto text = break_kernel(solution(task), kind)) {
      folder_.write(exercise(task), *text);
    }
  }

  lesson_result grade() const {
    grade_options options;
    options.root = root_;
    options.build_folder = root_ / "build/cpu";
    options.device = "cpu";
    options.test_seconds = kTestSeconds;
    const grader grader(options);
    return grader.grade_lesson(grader.lessons().lessons.front());
  }

  void expect(bool condition, const std::string& what) {
    if (!condition) {
      ++problems_;
      fmt::print(stderr, "WRONG: {}\n", what);
    }
  }

  /// All tasks but one have all their points.
  void expect_sound(const std::string& what, const check* broken, const lesson_result& result) {
    for (const check_result& check : result.checks) {
      const bool waits = !check.withheld.empty();  // it needs the one that is broken
      if (check.definition.task > 0 && (broken == nullptr || check.definition.id != broken->id)) {
        expect(waits ? check.passed == check.counted : check.points == check.definition.points,
               fmt::format("{}: {} has {} of {} points. {}", what, check.definition.id,
                           check.points, check.definition.points, check.message));
      }
    }
  }

  void expect_broken(const std::string& what, breakage kind, const check_result& check) {
    expect(!check.complete(), what + ": it passed");
    const bool compiles = kind == breakage::endless_loop || kind == breakage::crash;
    const task_state state = kind == breakage::removed ? task_state::file_missing
                             : compiles                ? task_state::built
                                                       : task_state::compile_failed;
    expect(check.state == state, fmt::format("{}: it is {}", what, to_text(check.state)));
    if (state == task_state::compile_failed) {
      expect(check.error && check.error->file == check.kernel_file && check.error->line > 0,
             what + ": its error does not point at its file");
    } else if (!compiles) {
      expect(!check.message.empty(), what + ": nothing is said about it");
    }
  }

  base::temporary_folder folder_;
  fs::path root_;
  lesson lesson_;
  int problems_ = 0;
};

}  // namespace
}  // namespace kw::grader

int main(int argument_count, char** arguments) {
  if (argument_count < 5) {
    std::fprintf(stderr, "usage: broken_tasks_check COURSE COMPILER LESSON LIBRARY...\n");
    return 2;
  }
  return kw::grader::broken_tasks_check(
             arguments[1], arguments[2], std::stoi(arguments[3]),
             std::vector<std::string>(arguments + 4, arguments + argument_count))
      .run();
}
