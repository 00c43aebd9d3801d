"""Checks that a lesson made by `new-lesson`, with a task of `new-task`, keeps every rule of the course.

Its files and headings are right, its exercises can be read in one look, its solutions pass, its
skeletons fail, each of its wrong kernels is caught, and its speed check has benchmarks.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "cmake" / "scripts"))
import check_kernels
import make_wrong

LESSON_INFO = """#include <kernelwright/testing/lesson_info.hpp>
kw::testing::lesson_info kw::testing::current_lesson = {
    "99", "trial_lesson", "solution", "trial_lesson.cpp", "cpu"};
"""


class Trial:
    """A copy of the course with the new lesson 99_trial_lesson."""

    def __init__(self, options):
        self.options = options
        self.work = options.work
        self.scripts = options.root / "cmake" / "scripts"
        self.lesson = self.work / "lessons" / "99_trial_lesson"
        self.solutions = self.work / "solutions" / "99_trial_lesson"
        self.exercises = self.work / "exercises" / "99_trial_lesson"
        self.compile = [options.compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror",
                        "-Wno-unused-parameter", f"-I{self.lesson}",
                        f"-I{options.root / 'common' / 'include'}"]

    def new_lesson(self, number, tasks="2"):
        """Begins the lesson with this number."""
        return self.begin("new-lesson", "trial_lesson", "--number", number, "--tasks", tasks)

    def begin(self, *arguments):
        """Runs the script of `./course new-lesson` and `new-task`."""
        return subprocess.run([sys.executable, "-B", self.scripts / "verbs" / "new_lesson.py", *arguments, "--source-dir", self.work],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", check=False)

    def run_script(self, name, *arguments):
        subprocess.run([sys.executable, "-B", self.scripts / name, *arguments], check=True)

    def check_rules(self, folder, *rules):
        """Checks these rules for the files of a folder, which git lists."""
        subprocess.run(["git", "init", "-q", folder], check=True)
        self.run_script("check.py", folder, *rules)

    def link(self, program, sources, libraries):
        """Compiles and links a program."""
        subprocess.run([*self.compile, *sources, self.work / "info.o", "-o", program,
                        "-Wl,--whole-archive", *libraries, "-Wl,--no-whole-archive", "-pthread",
                        f"-Wl,-rpath,{Path(libraries[0]).parent}"], check=True)
        return program

    def build_tests(self, task, kernel, name):
        """A task's tests with this kernel, as a program."""
        return self.link(self.work / name, [kernel, self.work / f"{task}.o"],
                         self.options.test_libraries)


def add_task(trial):
    """A third task of the lesson, by `./course new-task`, and what it refuses."""
    trial.begin("new-task", "lesson99", "trial_lesson_rows").check_returncode()
    for lesson, name, message in (("lesson98", "some_rows", "there is no lesson98"),
                                  ("lesson99", "trial_lesson_rows", "there is a task trial_lesson_rows already"),
                                  ("lesson99", "Some-Rows", "small letters")):
        refused = trial.begin("new-task", lesson, name)
        if refused.returncode == 0 or message not in refused.stderr:
            sys.exit(f"new-task {lesson} {name}: exit code {refused.returncode}, {refused.stderr}")
    checks = re.findall('^(?:id|kind) = "(.*)"$', (trial.lesson / "lesson.toml").read_text(encoding="utf-8"),
                        re.MULTILINE)
    if checks[-3:] != ["trial-lesson-rows", "speed", "speed"]:
        sys.exit(f"the new task's check must come before that of the speed, which is the last one: {checks}")


def make_course(trial):
    """The copy of the course, and the lesson in it."""
    shutil.rmtree(trial.work, ignore_errors=True)
    for folder in ("lessons", "cmake", "solutions", "exercises", "docs/examples"):
        shutil.copytree(trial.options.root / folder, trial.work / folder)
    too_many = trial.new_lesson("99", "10")
    if too_many.returncode != 2 or "a lesson has 2 to 9 tasks, not 10" not in too_many.stderr:
        sys.exit(f"a lesson of ten tasks: exit code {too_many.returncode}, {too_many.stderr}")
    trial.new_lesson("99", "3").check_returncode()
    if not (trial.exercises / "3_trial_lesson_task_3.cpp").exists():
        sys.exit("a lesson of three tasks lacks the third")
    again = trial.new_lesson("98")
    if again.returncode == 0 or "there is a lesson 99_trial_lesson already" not in again.stderr:
        sys.exit(f"a second lesson of the same name: exit code {again.returncode}, {again.stderr}")
    if "\nadd_lesson(99 trial_lesson)\n" not in (trial.work / "lessons/CMakeLists.txt").read_text(encoding="utf-8"):
        sys.exit("lessons/CMakeLists.txt does not have the new lesson")
    if "\nelective = true\n" not in (trial.lesson / "lesson.toml").read_text(encoding="utf-8"):
        sys.exit("a lesson after the nine of the course is not an elective")
    add_task(trial)


def check_benchmarks(trial):
    """The two filters of the speed check name benchmarks that the lesson has."""
    task = "1_trial_lesson.cpp"
    sources = [trial.solutions / task, trial.lesson / "benchmarks.cpp"]
    bench = trial.link(trial.work / "bench", sources, trial.options.bench_libraries)
    filters = re.findall(r'^benchmarks\w* = "(.*)"$', (trial.lesson / "lesson.toml").read_text(encoding="utf-8"),
                         re.MULTILINE)
    for name in filters:
        listed = subprocess.run([bench, "--benchmark_list_tests", f"--benchmark_filter={name}"],
                                stdout=subprocess.PIPE, encoding="utf-8").stdout
        if not re.search("TrialLesson/[0-9]", listed):
            sys.exit(f"the speed check's {name} fits no benchmark: {listed}")
    if len(filters) != 2:
        sys.exit(f"the speed check has {len(filters)} filters and not 2")


def must_fail(case, program):
    """Its tests notice what is wrong with a kernel."""
    ended = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           encoding="utf-8", check=False)
    problem = check_kernels.problem_with(case, ended.returncode, ended.stdout)
    if problem:
        sys.exit(f"{case.name()}: {problem}")


def check_task(trial, task):
    """The solution passes, and the skeleton and every wrong kernel fail as they must."""
    subprocess.run([*trial.compile, "-c", trial.lesson / "tests" / f"{task}.cpp", "-o",
                    trial.work / f"{task}.o"], check=True)
    solution = trial.solutions / f"{task}.cpp"
    subprocess.run([trial.build_tests(task, solution, "solution")], check=True,
                   stdout=subprocess.DEVNULL)
    skeleton = trial.exercises / f"{task}.cpp"
    must_fail(check_kernels.Case(task, "skeleton"), trial.build_tests(task, skeleton, "skeleton"))
    file = trial.lesson / f"wrong/{task}.mistakes"
    mistakes = make_wrong.read(file)
    for mistake in mistakes:
        kernel = trial.work / f"{mistake.name}.cpp"
        trial.run_script("make_wrong.py", file, mistake.name, solution, kernel)
        program = trial.build_tests(task, kernel, f"wrong.{mistake.name}")
        must_fail(check_kernels.Case(task, mistake.name, mistake.caught_by), program)
    if not mistakes:
        sys.exit(f"{task} has no wrong kernels")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("root", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    for name in ("test-libraries", "bench-libraries"):
        parser.add_argument(f"--{name}", nargs="+", required=True)
    trial = Trial(parser.parse_args())
    make_course(trial)
    (trial.work / "info.cpp").write_text(LESSON_INFO, encoding="utf-8")
    trial.check_rules(trial.work, "lesson", "quotes")
    alone = trial.work / "alone"  # whose exercises have enough code with tasks
    shutil.copytree(trial.solutions, alone / "solutions" / "99_trial_lesson")
    (alone / "lessons").mkdir()
    shutil.copy(trial.work / "lessons" / "CMakeLists.txt", alone / "lessons")
    trial.check_rules(alone, "exercises")
    subprocess.run([*trial.compile, "-c", trial.work / "info.cpp", "-o", trial.work / "info.o"], check=True)
    # Reading the library takes most of the time of a kernel.
    header = trial.work / "precompiled.hpp"
    header.write_text("#include <kernelwright/kernelwright.hpp>\n", encoding="utf-8")
    subprocess.run([*trial.compile, header, "-o", f"{header}.gch"], check=True)
    trial.compile += ["-include", header]
    check_benchmarks(trial)
    for task in ("1_trial_lesson", "2_trial_lesson_task_2", "4_trial_lesson_rows"):
        check_task(trial, task)


if __name__ == "__main__":
    main()
