#include "fake_course.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace kw::grader {
namespace fs = std::filesystem;

namespace {

constexpr const char* kFirstToml = R"(number = 1
name = "first"
title = "First steps"
summary = "Where it begins."
prerequisites = []
[[check]]
id = "warm"
title = "Warm up"
kind = "warm-up"
points = 2
concept = "warm one"
place = "warm two"
shape = "warm three"
[[check]]
id = "main"
title = "The main thing"
kind = "core"
points = 6
concept = "main one"
place = "main two"
shape = "main three"
[[check]]
id = "more"
title = "And more"
kind = "stretch"
points = 3
concept = "more one"
place = "more two"
shape = "more three"
)";

constexpr const char* kSecondToml = R"(number = 2
name = "second"
title = "Second steps"
summary = "Where it goes on."
prerequisites = ["01"]
benchmark_unit = "GB/s"
[[check]]
id = "only"
title = "The only thing"
kind = "core"
points = 5
concept = "only one"
place = "only two"
shape = "only three"
)";

struct task {
  const char* id;
  const char* file;
  const char* suite;
};

constexpr task kTasks[] = {{"lesson01.1", "01_first/1_warm.cpp", "Warm"},
                           {"lesson01.2", "01_first/2_main.cpp", "Main"},
                           {"lesson01.3", "01_first/3_more.cpp", "More"},
                           {"lesson02.1", "02_second/1_only.cpp", "Only"}};

// Understands `cmake --build FOLDER --target T... [-- options]`.
constexpr const char* kCmake = R"(
folder=$2
shift 3
status=0
mkdir -p "$folder/lessons"
for target in "$@"; do
  [ "$target" = -- ] && break
  if [ -e "$folder/fails/$target" ]; then
    cat "$folder/fails/$target"
    status=1
  elif [ -e "$folder/../../programs/$target" ]; then
    echo "[1/2] Building $target"
    cp "$folder/../../programs/$target" "$folder/lessons/$target.new"
    mv "$folder/lessons/$target.new" "$folder/lessons/$target"
  else
    echo "ninja: error: unknown target '$target'"
    status=1
  fi
done
exit $status
)";

// A test passes when its code succeeds. Its output up to then is the failure's text.
constexpr const char* kTestProgram = R"sh(
filter=:*:
for argument in "$@"; do
  case $argument in --gtest_filter=*) filter=":${argument#--gtest_filter=}:" ;; esac
done
wanted=
for name in $names; do
  case $filter in ":*:" | *":$name:"*) wanted="$wanted $name" ;; esac
done
tell() { [ -z "$KW_RESULTS_FILE" ] || printf '%s\n' "$1" >> "$KW_RESULTS_FILE"; }
tell "{\"tests\": [$(printf '"%s"\n' $wanted | paste -sd,)]}"
for name in $wanted; do
  echo "[ RUN      ] $name"
  text=$(body "$name" 2>&1)
  status=$?
  [ $status -ge 100 ] && kill -$((status - 100)) $$ && sleep 10
  ended=passed
  if [ $status -eq 0 ]; then
    echo "[       OK ] $name (1 ms)"
    text=
  else
    printf '%s\n' "$text"
    echo "[  FAILED  ] $name (1 ms)"
    ended=failed
  fi
  text=$(printf '%s\n' "$text" | sed 's/["\\]/\\&/g; $!s/$/\\n/' | tr -d '\n')
  tell "{\"test\": \"$name\", \"status\": \"$ended\", \"seconds\": 0.001, \"message\": \"$text\"}"
done
exit 0
)sh";

// Runs the program of the kernel that is chosen: lesson01.2.skeleton.cpu, for example.
constexpr const char* kKernels = R"sh(
task= ; kernel=
for argument in "$@"; do
  case $argument in
    --task=*) task=${argument#--task=} ;;
    --kernel=*) kernel=${argument#--kernel=} ;;
  esac
done
exec "$programs.$task.$kernel.cpu" "$@"
)sh";

}  // namespace

fake_course::fake_course() {
  folder_.write("lessons/01_first/lesson.toml", kFirstToml);
  folder_.write("lessons/02_second/lesson.toml", kSecondToml);
  for (const task& one : kTasks) {
    folder_.write(std::string("exercises/") + one.file, std::string("// ") + one.suite +
                                                            "\n// TODO(" + one.id +
                                                            "): begin\n// here.\nint x = y;\n");
    folder_.write(std::string("solutions/") + one.file, "");
    const std::string suite = one.suite;
    set_tests(std::string(one.id) + ".exercise.cpu",
              {{suite + ".A", "false"}, {suite + ".B", "false"}});
  }
  for (const char* lesson : {"lesson01", "lesson02"}) {
    folder_.write_script(
        "programs/" + std::string(lesson) + ".kernels.cpu",
        "programs='" + (folder_.path() / "programs").string() + "/" + lesson + "'" + kKernels);
  }
  const fs::path cmake = folder_.write_script("tools/cmake", kCmake);
  const fs::path compiler = folder_.write_script("tools/g++", "");
  folder_.write("build/cpu/CMakeCache.txt",
                "CMAKE_COMMAND:INTERNAL=" + cmake.string() +
                    "\nCMAKE_CXX_COMPILER:FILEPATH=" + compiler.string() +
                    "\nCMAKE_GENERATOR:INTERNAL=Ninja\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\n"
                    "CMAKE_CACHE_MINOR_VERSION:INTERNAL=25\nCMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n"
                    "CMAKE_PROJECT_VERSION:STATIC=0.1.0\nKW_ENABLE_CUDA:BOOL=OFF\n"
                    "KW_COMPILER:INTERNAL=g++ 12.2.0\n");
}

void fake_course::set_tests(const std::string& target,
                            const std::map<std::string, std::string>& tests) const {
  std::string bodies;
  std::string names;
  for (const auto& [name, code] : tests) {
    bodies += "    " + name + ") " + (code.empty() ? "true" : code) + " ;;\n";
    names += " " + name;
  }
  folder_.write_script("programs/" + target, "names='" + names + "'\nbody() {\n  case $1 in\n" +
                                                 bodies + "  esac\n}\n" + kTestProgram);
  std::error_code ignored;
  fs::remove(build_folder() / "fails" / target, ignored);
}

void fake_course::set_build_failure(const std::string& target, const std::string& output) const {
  folder_.write("build/cpu/fails/" + target, output);
}

void fake_course::solve_everything() const {
  for (const task& one : kTasks) {
    const std::string id = one.id;
    const std::string suite = one.suite;
    set_tests(id + ".skeleton.cpu", {{suite + ".A", "false"}});
    for (const char* tree : {".exercise.cpu", ".solution.cpu"}) {
      set_tests(id + tree, {{suite + ".A", ""}, {suite + ".B", ""}});
    }
  }
}

}  // namespace kw::grader
