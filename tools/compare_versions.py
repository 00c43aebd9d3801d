#!/usr/bin/env python3
"""Measures the solutions of two versions of the repository in turn, on one GPU.

    tools/compare_versions.py OLD NEW [--only TEXT] [--rounds N]

OLD and NEW are checkouts in which build/gpu/tools/libkernelwright_peers.so is built (`cmake --build
build/gpu --target peers`). In each round the old version is measured by tools/peers.py and
tools/compute_peers.py, then the new one. The table shows how much faster the new one is: above 1 it
is faster. The cases are those that both versions have and whose name contains TEXT.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPTS = ("tools/peers.py", "tools/compute_peers.py")


def speed(result):
    """A number that is larger for a faster kernel, or None."""
    return result.get("GB_per_s") or result.get("TFLOP_per_s")


def speeds(rows):
    """The speed of each of our kernels by case, from the rows of a script's JSON."""
    found = {}
    for row in rows:
        for name, result in row["results"].items():
            if name.startswith("Kernelwright") and speed(result):
                found[row["case"] + name.removeprefix("Kernelwright")] = speed(result)
    return found


def measure(root, script, only):
    """Speeds by case of one version, by one script."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.json")
        run = subprocess.run(
            [sys.executable, script, "--library", "build/gpu/tools/libkernelwright_peers.so",
             "--rounds", "1", "--only", only, "--json", file],
            cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if not file.exists():
            print(f"{root}: {script} measured nothing:\n{run.stdout[-500:]}", file=sys.stderr)
            return {}
        return speeds(json.loads(file.read_text(encoding="utf-8"))["rows"])


def table(old, new):
    """Rows of Markdown. `old` and `new` are lists of speeds by case, one of each for each round."""
    lines = ["| case | new / old, median | least | most |", "|---|---:|---:|---:|"]
    for case in old[0]:
        ratios = [after[case] / before[case] for before, after in zip(old, new)
                  if case in before and case in after]
        if ratios:
            lines.append(f"| {case} | {statistics.median(ratios):.3f} | {min(ratios):.3f} | "
                         f"{max(ratios):.3f} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    old, new = [], []
    for _ in range(options.rounds):
        for root, rounds in ((options.old, old), (options.new, new)):
            rounds.append({})
            for script in SCRIPTS:
                rounds[-1] |= measure(root, script, options.only)
    if not old[0] or not new[0]:
        sys.exit("nothing was measured")
    print(table(old, new))


if __name__ == "__main__":
    main()
