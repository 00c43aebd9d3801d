"""Grades a made-up class and compares every score with what it must be.

    class_check.py GRADER COURSE BUILD_FOLDER [--count=200] [--kills=10] [--lessons=1,2] [--distinct] [--only-mixes]
        [--only-broken] [--halves] [--solutions] [--call-seconds=2] [--device=cuda] [--folder=CLASS] [--ways=once,killed]
        [--part=4]

`once` makes the class, with --count submissions that mix kernels of all tasks, grades it, and grades it again, which must
change nothing. The other ways (see WAYS) must give what that gave, or with --part, what it gave for the first few mixes. With
--folder, class and results stay there for other calls. It needs the build folder's targets exercises, course_kernels and kits.
"""

import argparse
import concurrent.futures
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import shards
import synthetic_class
from check_kernels import selects  # synthetic_class has put the scripts on the path

problems = []


def complain(text):
    problems.append(text)
    print(f"WRONG: {text}", file=sys.stderr)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("grader", "root", "build"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--part", type=int)
    parser.add_argument("--lessons", default="")
    parser.add_argument("--call-seconds", default="2")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--ways", default=["once", "alone", "killed"], type=lambda words: words.split(","))
    for flag in ("distinct", "only-mixes", "only-broken", "halves"):
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--solutions", action="store_true", help="no skeletons, and no wrong kernels")
    return parser.parse_args()


def test_kernel(options, task, which):
    """What a task's tests make of a kernel: for each that counts, whether it passed and whether it is given away."""
    tests = {}
    for device in ("cpu", "cuda")[:2 if options.device == "cuda" else 1]:
        kernel = which if which in ("solution", "skeleton") else f"wrong/{which}"
        program = options.build / "lessons" / f"{task.lesson.id}.kernels.{device}"
        command = [program, f"--kernel={kernel}", f"--task={task.number}"]
        if options.device == "cuda" and which == "skeleton":  # the table has it for the CPU alone
            command = [options.build / "lessons" / f"{task.id}.exercise.{device}"]
        with tempfile.NamedTemporaryFile() as results:
            subprocess.run([*command, f"--gtest_output=json:{results.name}"], cwd=options.root, check=False,
                           env={**os.environ, "KW_DEVICE": device, "KW_CHECK": "on", "KW_ONE_CHANGE": "0"},
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            suites = json.load(results)["testsuites"]
        for test in (test for suite in suites for test in suite["testsuite"]):
            if test["status"] == "RUN" and test["result"] != "SKIPPED":
                name = f"{test['classname']}.{test['name']}"
                given = any(key in task.check and selects(task.check[key], name)
                            for key in ("given", "given_cuda")[:2 if device == "cuda" else 1])
                passed, was_given = tests.get(name, (True, True))
                tests[name] = passed and "failures" not in test, was_given and given
    return list(tests.values())


def test_kernels(options, maker):
    """All kernels that the class may hand in, by the task's id and the kernel's name."""
    keys = [(task, which) for task in maker.tasks for which in maker.known(task)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return {(task.id, which): tests for (task, which), tests in
                zip(keys, pool.map(lambda key: test_kernel(options, *key), keys))}


def credit(check, tests):
    """The share of its points that a check's tests earn, which is 1 for all."""
    passed, given = (sum(test[i] for test in tests) for i in (0, 1))
    if not tests or passed == len(tests):
        return 1 if tests else 0
    earning = max(0, passed - given) if check["credit"] == "share" else 0
    return earning / (len(tests) - given) if earning else 0


def compare_points(student, result, want, known):
    for lesson in result["lessons"]:
        complete = set()
        for check in lesson["checks"]:
            if not check["task"]:
                continue
            task = f"{lesson['id']}.{check['task']}"
            part = credit(check, known[task, want.kernels[task]] if task in want.kernels else [])
            needed = set(check["needs"]) <= complete
            complete |= {check["id"]} if needed and part == 1 else set()
            expected = math.floor(100 * check["max_points"] * part + 0.5) / 100 if needed else 0
            broken = task in want.broken and check["points"] < check["max_points"]
            if not broken and abs(check["points"] - expected) > 1e-9:
                complain(f"{student}, {task}: {check['points']} points, expected {expected}; {check['message']}")


def plain_line(name):
    """As the grader shows a name from outside."""
    return os.fsencode(name).decode("utf-8", "replace").replace("\n", " ").replace("\t", " ")


def compare_with_expected(results, students, known):
    for student, want in students.items():
        result = results.get(plain_line(student))
        if not result or not result["gradable"]:
            complain(f"{student!a}: {'not gradable: ' + result['reason'] if result else 'no result'}")
            continue
        compare_points(plain_line(student), result, want, known)
        text = json.dumps(result, ensure_ascii=False)
        for said in want.said:
            if said not in text:
                complain(f"{student}: nothing says \"{said}\": {result['lessons'][0]['message']}")
    for source in set(results) - {plain_line(student) for student in students}:
        complain(f"an unexpected result: {source}")


def without_times(result):
    """Its tests may measure: then what they print depends on the clock. Whether they pass must not."""
    result["created"] = ""
    for lesson in result["lessons"]:
        lesson["build_seconds"] = lesson["run_seconds"] = 0
        for test in (test for check in lesson["checks"] for test in check["tests"]):
            test["seconds"] = 0
            if lesson["name"] == "autotune":
                test["message"], test["findings"] = "", []
    return result


def stored(output):
    """All results of a class run, by the source's name, without the times, which may differ from run to run."""
    results = {}
    for file in (output / "results").iterdir():
        if file.suffix == ".json":
            result = without_times(json.loads(file.read_text(encoding="utf-8")))
            if results.setdefault(result["submission"]["source"], result) is not result:
                complain(f"two results for {result['submission']['source']}")
        elif file.name != "forms":
            complain(f"a stray file: {file}")
    return results


def compare(first, second, when):
    """Complains about every difference between two runs over one class."""
    for source in sorted(set(first) | set(second)):
        if first.get(source) != second.get(source):
            ours, theirs = (json.dumps(results.get(source), indent=1).splitlines() for results in (first, second))
            changed = [line for line in theirs if line not in ours][:8]
            complain(f"{when}: the result of {source} differs: {changed}")


class Trial:
    """A class on disk, and the ways in which it is graded."""

    def __init__(self, options, folder):
        self.options, self.folder, self.source, self.first = options, folder, folder / "class", folder / "first"
        numbers = [int(number) for number in filter(None, options.lessons.split(","))]
        self.lessons = synthetic_class.read_course(options.root, numbers)
        self.maker = synthetic_class.ClassMaker(self.source, self.lessons, options)

    def command(self, output, *more):
        options = self.options
        words = [options.grader, "class", self.source, "--output", output, "--source-dir", options.root, "--build-dir",
                 options.build, "--seed", "1", "--call-seconds", options.call_seconds, "--device", options.device,
                 "--memory", "4096" if options.device == "cuda" else "256",
                 # A class run grades only electives that are named.
                 "--lessons", ",".join(lesson.id for lesson in self.lessons)]
        return [str(word) for word in [*words, *more]] + ([] if has_sandbox() else ["--no-sandbox"])

    def grade(self, output, *more, code=0):
        """Runs to the end. Returns what was printed."""
        done = subprocess.run(self.command(output, *more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="replace", check=False, timeout=3600,
                              env={**os.environ, "GTEST_FILTER": "Nothing.*"})  # of a run of tests by hand
        if done.returncode != code:
            complain(f"{more}: exit code {done.returncode} instead of {code}:\n{done.stdout}")
        return done.stdout

    def compare(self, output, when):
        """Compares a run with the first one, as far as that was of the same submissions."""
        graded = {plain_line(one.name) for one in self.source.iterdir()}
        compare({source: result for source, result in stored(self.first).items() if source in graded}, stored(output), when)

    def once(self, _):
        """Compares every score with what it must be."""
        students = self.maker.make()
        known = test_kernels(self.options, self.maker)
        print(f"{len(students)} submissions, {len(known)} kernels of the course")
        began = time.monotonic()
        self.grade(self.first)
        seconds = time.monotonic() - began
        print(f"graded in {seconds:.1f} s, {60 * len(students) / seconds:.0f} a minute")
        results = stored(self.first)
        compare_with_expected(results, students, known)
        began = time.monotonic()
        self.grade(self.first)
        print(f"run again, with all results there, in {time.monotonic() - began:.1f} s")
        compare(results, stored(self.first), "run again")

    def alone(self, output):
        """One submission at a time."""
        self.grade(output, "--jobs", "1")
        self.compare(output, "one at a time")

    def killed(self, output):
        """Killed at random moments, each time with more results there, after which nothing may be lost or doubled."""
        chance, submissions = random.Random(20260131), len(list(self.source.iterdir()))
        for number in range(self.options.kills):
            with subprocess.Popen(self.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
                shards.wait_for(lambda: run.poll() is not None or
                                shards.count_results(output) >= number * submissions // self.options.kills)
                time.sleep(chance.uniform(0.02, 1))
                run.kill()
        self.grade(output)
        print(f"killed {self.options.kills} times")
        self.compare(output, "after kill -9")

    def faults(self, output):
        """A machine that fails gives no score, and says so; once mended, the same command grades. And without a sandbox
        the scores are the same."""
        mended, bare = output / "mended", output / "bare"
        with tempfile.TemporaryDirectory() as programs:
            # A bubblewrap before the real one, which fails for submissions while this file exists.
            fault, bwrap = Path(programs, "fault"), Path(programs, "bwrap")
            fault.touch()
            bwrap.write_text(
                f"#!/bin/sh\ncase \"$*\" in\n  */job[0-9]*) [ -e {fault} ] && {{ echo 'bwrap: out of luck' >&2; exit 1; }} ;;\n"
                "esac\nPATH=${PATH#*:} exec bwrap \"$@\"\n", encoding="utf-8")
            for reached in (Path(programs), bwrap):  # if root grades, another user starts it
                reached.chmod(0o755)
            path, os.environ["PATH"] = os.environ["PATH"], f"{programs}:{os.environ['PATH']}"
            self.grade(mended, code=3)
            for source, result in stored(mended).items():
                if result["gradable"] or result["lessons"] or "out of luck" not in result["reason"]:
                    complain(f"{source}: graded on a broken machine: {result}")
            fault.unlink()
            self.grade(mended)
            os.environ["PATH"] = path
        self.compare(mended, "after the machine was mended")
        self.grade(bare, "--no-sandbox")
        self.compare(bare, "without a sandbox")

    def slurm(self, output):
        """In shards that Slurm starts."""
        shards.check(self, output, complain)
        self.compare(output, "through Slurm")

    def take_part(self, folder):
        """Makes a class of the first mixes."""
        mixes, self.source = sorted(self.source.glob("mix-*")), folder
        folder.mkdir(parents=True)
        for one in mixes[:self.options.part]:
            (shutil.copytree if one.is_dir() else shutil.copy)(one, folder / one.name)

    def run(self, ways):
        if "once" in ways:
            self.folder.mkdir(parents=True, exist_ok=True)
            for old in (self.source, self.first):
                shutil.rmtree(old, ignore_errors=True)
        for way in ways:
            shutil.rmtree(self.folder / way, ignore_errors=True)
            if self.options.part:
                self.take_part(self.folder / way / "class")
            WAYS[way](self, self.folder / way)


WAYS = {name: getattr(Trial, name) for name in ("once", "alone", "killed", "faults", "slurm")}


def has_sandbox():
    command = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"]
    return shutil.which("bwrap") and subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0


def what_is_missing(options):
    if options.device == "cuda":
        return "" if Path("/dev/nvidia0").exists() else "there is no GPU on this machine"
    if not has_sandbox():
        return "bubblewrap does not work on this machine"
    return shards.what_slurm_lacks() if "slurm" in options.ways else ""


def main():
    options = parse_options()
    if missing := what_is_missing(options):
        print(f"SKIPPED: {missing}")
        return
    with tempfile.TemporaryDirectory() as folder:
        Trial(options, options.folder or Path(folder)).run(options.ways)
    print("something is wrong" if problems else "everything is as it must be")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
