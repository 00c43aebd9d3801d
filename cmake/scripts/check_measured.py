#!/usr/bin/env python3
"""Measures each task that has points for speed once, with the solution in the submission's place.

    check_measured.py <root> <build> [cpu|cuda]

Without the last word, on the CPU. A judge measures only what it can compare: the benchmark has to say
how far results may be off.
"""
import pathlib
import subprocess
import sys

import lesson_toml

NO_DEVICE = 3  # the exit code of a judge without a GPU
SKIPPED = 77


def speed_checks(text, device="cpu"):
    """Each check of speed in a lesson.toml: the number of its task, and its benchmarks there."""
    key = "benchmarks_cuda" if device == "cuda" else "benchmarks"
    numbers = {check["id"]: number for number, check in lesson_toml.tasks(text).items()}
    return [(numbers[check["of"]], check.get(key) or check["benchmarks"])
            for check in lesson_toml.checks(text) if check.get("kind") == "speed"]


def measure(programs, lesson, task, benchmarks, device):
    """What is wrong with a task's benchmark under a judge, or nothing."""
    worker = str(programs / f"{lesson}.worker.{device}")
    outcome = subprocess.run(
        [str(programs / f"{lesson}.bench_judge.{device}"), f"--task={task}", f"--benchmark_filter={benchmarks}",
         f"--device={device}", "--seconds=0.001", f"--solution={worker}", "--worker", worker],
        capture_output=True, text=True, check=False, timeout=120)
    if outcome.returncode == NO_DEVICE:
        print(outcome.stderr)
        sys.exit(SKIPPED)
    return f"{lesson}.{task}: {(outcome.stdout + outcome.stderr)[-1000:]}" if outcome.returncode else None


def main(root, build, device="cpu"):
    measured = [measure(pathlib.Path(build) / "lessons", f"lesson{file.parent.name[:2]}", task, benchmarks, device)
                for file in sorted(pathlib.Path(root).glob("lessons/*/lesson.toml"))
                for task, benchmarks in speed_checks(file.read_text(encoding="utf-8"), device)]
    problems = list(filter(None, measured))
    print(f"{len(measured)} tasks were measured", *problems, sep="\n")
    return 1 if problems or not measured else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
