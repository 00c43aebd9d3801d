#!/usr/bin/env python3
"""Measures each task that has points for speed once, with the solution in the submission's place.

    check_measured.py <root> <build>

A judge measures only what it can compare: the benchmark has to say how far results may be off.
"""
import pathlib
import subprocess
import sys
import tomllib


def speed_checks(lesson):
    """Each check of speed in a lesson.toml: the number of its task, and its benchmarks."""
    tasks = [check["id"] for check in lesson["check"] if check["kind"] != "speed"]
    return [(tasks.index(check["of"]) + 1, check["benchmarks"])
            for check in lesson["check"] if check["kind"] == "speed"]


def measure(programs, task, benchmarks):
    """What is wrong with a task's benchmark under a judge, or nothing."""
    worker = str(programs / f"{task}.worker.cpu")
    outcome = subprocess.run(
        [str(programs / f"{task}.bench_judge"), f"--benchmark_filter={benchmarks}",
         "--seconds=0.001", f"--solution={worker}", "--worker", worker],
        capture_output=True, text=True, check=False, timeout=120)
    if outcome.returncode == 0:
        return []
    return [f"{task}: {(outcome.stdout + outcome.stderr)[-1000:]}"]


def main(root, build):
    found, count = [], 0
    for file in sorted(pathlib.Path(root).glob("lessons/*/lesson.toml")):
        lesson = tomllib.loads(file.read_text(encoding="utf-8"))
        for number, benchmarks in speed_checks(lesson):
            task = f"lesson{lesson['number']:02}.{number}"
            found += measure(pathlib.Path(build) / "lessons", task, benchmarks)
            count += 1
    for problem in found:
        print(problem)
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
