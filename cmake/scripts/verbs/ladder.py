"""./course bench lesson07 --ladder: the kernels of a lesson on one problem, as rungs of a ladder.

    ladder.py LESSON SOLUTIONS [EXERCISE...] [--simpler PROGRAM] [--size SIZES]

SOLUTIONS and each EXERCISE are benchmark programs of the lesson; --simpler names one whose kernels are no task's. Of the
sizes that they measure, the one that most kernels share is taken: `--size 512/512/512` chooses another one. Prints the
rungs with bars from the slowest to the fastest, with yours among them.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict

from problem import Problem, exit_code

REMARKS = {"simpler": "  (a simpler kernel)", "yours": "  <- yours"}


def run(program, *options):
    done = subprocess.run([program, *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{program} failed:\n{done.stderr.strip()[-800:]}")
    return done.stdout


def parts(name):
    """`Attention causal float16` and `512/64/4` from the name of a benchmark."""
    words = name.split("/iterations:")[0].split("/")
    sizes = [word for word in words if word.isdigit()]
    return " ".join(word for word in words if not word.isdigit()), "/".join(sizes)


def common_size(names):
    """The sizes that most kernels are measured with; of several the largest ones."""
    kernels = defaultdict(set)
    for name in names:
        kernel, size = parts(name)
        kernels[size].add(kernel)

    def rank(size):
        work = 1
        for number in size.split("/"):
            work *= int(number or 1)
        return len(kernels[size]), work

    return max(kernels, key=rank, default="")


def names_of(program, *options):
    listed = run(program, *options, "--benchmark_list_tests")
    return [line for line in listed.splitlines() if re.search(r"/iterations:", line)]


def rate_of(row):
    return ("GFLOP/s", 1000 * row["TFLOP_per_s"]) if row.get("TFLOP_per_s") else ("GB/s", row.get("GB_per_s", 0))


def rungs(program, size, kind, *options):
    """(label, kind, unit, rate) of each kernel of a program at a size, with the plain loop and the library that it has."""
    found = []
    if size not in {parts(name)[1] for name in names_of(program, *options)}:
        return found
    text = run(program, *options, "--benchmark_format=json", f"--benchmark_filter=/{size}/iterations")
    for row in json.loads(text)["benchmarks"]:
        label, measured = parts(row["name"])
        unit, rate = rate_of(row)
        if measured != size or not rate:
            continue
        found.append((label, kind, unit, rate))
        for other, column in (("plain", "percent_of_plain"), ("library", "percent_of_cublas")):
            if kind == "ours" and row.get(column):
                found.append(({"plain": "a plain loop", "library": "cuBLAS"}[other], other, unit, 100 * rate / row[column]))
    return found


def ladder(rows):
    """The rungs in order; of the plain loops, and of the library's, the fastest one each."""
    best = {}
    for row in rows:
        key = row[1] if row[1] in ("plain", "library") else row[:2]
        if key not in best or row[3] > best[key][3]:
            best[key] = row
    return sorted(best.values(), key=lambda row: row[3])


def shown(rate):
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def in_text(rows):
    most, wide = rows[-1][3], max(len(row[0]) for row in rows)
    return "\n".join(f"  {label:<{wide}}  {'#' * max(1, round(40 * rate / most)):<40}  {shown(rate)} {unit}"
                     + REMARKS.get(kind, "") for label, kind, unit, rate in rows)


def show_ladder(options):
    names = names_of(options.solutions)
    sizes = {parts(name)[1] for name in names}
    size = options.size or common_size(names)
    if size not in sizes:
        raise Problem(f"nothing is measured with {size or 'any size'}. The sizes: {', '.join(sorted(sizes))}")
    rows = rungs(options.solutions, size, "ours")
    if options.simpler:
        rows += rungs(options.simpler, size, "simpler", f"--task={int(options.lesson.split()[-1])}")
    for program in options.exercises:
        rows += rungs(program, size, "yours")
    rows = ladder(rows)
    if not rows:
        raise Problem(f"no rate was measured with {size}")
    print(f"{options.lesson} at {size.replace('/', ' x ')}, from the slowest to the fastest:\n\n{in_text(rows)}")


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course bench LESSON --ladder", description=__doc__.split("\n")[0])
    parser.add_argument("lesson")
    parser.add_argument("solutions")
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--simpler", metavar="PROGRAM", help=argparse.SUPPRESS)
    parser.add_argument("--size", help="such as 512/512/512 (default: the one that most kernels share)")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="whose programs these are; the launcher has chosen them")
    options = parser.parse_args(arguments)
    return exit_code(show_ladder, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
