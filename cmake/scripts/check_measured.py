#!/usr/bin/env python3
"""Measures each task that has points for speed once, with the solution in the submission's place.

    check_measured.py <root> <build> [cpu|cuda]

Without the last word, on the CPU. A judge measures only what it can compare: the benchmark has to say
how far results may be off.
"""
import pathlib
import subprocess
import sys
import tomllib

NO_DEVICE = 3  # the exit code of a judge without a GPU
SKIPPED = 77


def speed_checks(lesson, device="cpu"):
    """Each check of speed in a lesson.toml: the number of its task, and its benchmarks there."""
    key = "benchmarks_cuda" if device == "cuda" else "benchmarks"
    tasks = [check["id"] for check in lesson["check"] if check.get("kind") != "speed"]
    return [(tasks.index(check["of"]) + 1, check.get(key) or check["benchmarks"])
            for check in lesson["check"] if check.get("kind") == "speed"]


def measure(programs, task, benchmarks, device):
    """What is wrong with a task's benchmark under a judge, or nothing."""
    lesson, _, number = task.partition(".")
    worker = str(programs / f"{lesson}.worker.{device}")
    outcome = subprocess.run(
        [str(programs / f"{lesson}.bench_judge.{device}"), f"--task={number}", f"--benchmark_filter={benchmarks}",
         f"--device={device}", "--seconds=0.001", f"--solution={worker}", "--worker", worker],
        capture_output=True, text=True, check=False, timeout=120)
    if outcome.returncode == 0:
        return []
    if outcome.returncode == NO_DEVICE:
        print(outcome.stderr)
        sys.exit(SKIPPED)
    return [f"{task}: {(outcome.stdout + outcome.stderr)[-1000:]}"]


def main(root, build, device="cpu"):
    found, count = [], 0
    for file in sorted(pathlib.Path(root).glob("lessons/*/lesson.toml")):
        lesson = tomllib.loads(file.read_text(encoding="utf-8"))
        for number, benchmarks in speed_checks(lesson, device):
            task = f"lesson{lesson['number']:02}.{number}"
            found += measure(pathlib.Path(build) / "lessons", task, benchmarks, device)
            count += 1
    for problem in found:
        print(problem)
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
