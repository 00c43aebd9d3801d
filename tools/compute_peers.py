#!/usr/bin/env python3
"""Measures the course's matrix products beside cuBLAS and Triton, on one GPU and in one process.

    cmake --build build/cuda --target peers
    tools/compute_peers.py --library build/cuda/tools/libkernelwright_peers.so

Every result is compared with float64: its largest error may be 1.5 times a peer's. Then speed, two
ways. In turn: contenders alternate, the second-level cache is flushed before each sample, and the
median counts. Steady: each contender runs alone for 0.2 s at a time, in turn, which shows what the
GPU sustains when it is hot. Exit code: 0 all right, 1 a wrong result or a bar that was missed, 2 the
library or PyTorch is missing.
"""
import argparse
import json
import statistics
import sys
import time

sys.dont_write_bytecode = True  # nothing of ours in the source tree
import peers
from compute_problem import OURS, TRITON

try:
    import torch
except ImportError:
    torch = None
if torch:
    import matmul_peers

BURST_SECONDS = 0.2


def error_of(problem, name, expected):
    """Runs one contender on poisoned output. Returns its largest error, relative to the largest
    element, or infinity where something is not a number."""
    problem.out.fill_(float("nan"))
    result = problem.contenders[name]()
    torch.cuda.synchronize()
    got = (problem.out if result is None else result).double()
    error = (got - expected).abs().max() / expected.abs().max()
    return float(error) if bool(torch.isfinite(error)) else float("inf")


def same_bits(problem, runs=20):
    """Does our kernel give the same bits in every run?"""
    results = []
    for _ in range(runs):
        problem.out.fill_(float("nan"))
        problem.contenders[OURS]()
        results.append(problem.out.clone())
    return all(torch.equal(results[0], other) for other in results[1:])


def check(problem):
    """Returns the errors of all contenders, and what is wrong with ours."""
    expected = problem.expected()
    errors = {name: error_of(problem, name, expected) for name in problem.contenders}
    others = [error for name, error in errors.items() if not name.startswith(OURS)]
    mistakes = [
        f"{problem.title}: {name} is off by {error:.3g}, a peer by {max(others):.3g}"
        for name, error in errors.items()
        if name.startswith(OURS) and not error <= 1.5 * max(others)
    ]
    if not same_bits(problem):
        mistakes.append(f"{problem.title}: {OURS} does not give the same bits in every run")
    return errors, mistakes


def burst(call):
    """Seconds of one call, in 0.2 s of calls one after the other."""
    torch.cuda.synchronize()
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin, count = time.perf_counter(), 0
    start.record()
    while time.perf_counter() - begin < BURST_SECONDS:
        for _ in range(5):
            call()
        count += 5
        if count % 50 == 0:
            torch.cuda.synchronize()  # or the queue would run far ahead of the clock
    stop.record()
    torch.cuda.synchronize()
    return start.elapsed_time(stop) * 1e-3 / count


def steady(contenders, rounds):
    """name -> median seconds of a call within bursts; contenders take turns."""
    seconds = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            seconds[name].append(burst(call))
    return {name: statistics.median(values) for name, values in seconds.items()}


def measure(problem, clock, rounds):
    """The row of one problem."""
    in_turn = clock.measure(problem.contenders, rounds)
    bursts = steady(problem.contenders, rounds)
    return {
        name: {
            "TFLOP_per_s": problem.flops / in_turn[name][0] / 1e12,
            "spread": in_turn[name][1],
            "steady_TFLOP_per_s": problem.flops / bursts[name] / 1e12,
        }
        for name in problem.contenders
    }


def run(modules, library, rounds, quick, only):
    clock = peers.Clock()
    rows, mistakes, promised = [], [], []
    for module in modules:
        for problem in module.problems(library, quick):
            if only not in problem.title:
                continue
            if problem.triton:
                config, problem.contenders[TRITON] = clock.fastest(problem.triton)
                print(f"{problem.title}: Triton's fastest is {config}", flush=True)
            errors, wrong = check(problem)
            mistakes += wrong
            results = measure(problem, clock, rounds)
            for name, error in errors.items():
                results[name]["error"] = error
            rows.append({"case": problem.title, "results": results})
            for peer, least in problem.bars:
                for key in ("TFLOP_per_s", "steady_TFLOP_per_s"):
                    if peer in results:
                        way = "steady" if key.startswith("steady") else "in turn"
                        promised.append((f"{problem.title}, of {peer}, {way}",
                                         results[OURS][key] / results[peer][key], least))
            print(problem.title + ": " + "  ".join(
                f"{name} {result['TFLOP_per_s']:.1f} ({result['steady_TFLOP_per_s']:.1f})"
                for name, result in results.items()), flush=True)
            del problem
            torch.cuda.empty_cache()
    return rows, mistakes, promised


def markdown(rows, promised, where):
    """The tables for docs/measurements.md."""
    lines = [
        f"{where['date']}, {where['gpu']}, driver {where['driver']}, PyTorch {where['pytorch']}, "
        f"Triton {where['triton'] or 'not installed'}. TFLOP/s (10^12 operations a second): medians, "
        "contenders in turn, the second-level cache flushed before each sample; steady: within "
        f"bursts of {BURST_SECONDS} s. Error: the largest, over the largest element.",
        "",
        "| case | contender | in turn | steady | ours over it | ours over it, steady | error | spread |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        ours = row["results"][OURS]
        for name, result in row["results"].items():
            parts = [f"{ours[key] / result[key]:.3f}" if name != OURS else ""
                     for key in ("TFLOP_per_s", "steady_TFLOP_per_s")]
            lines.append(
                f"| {row['case']} | {name} | {result['TFLOP_per_s']:.1f} "
                f"| {result['steady_TFLOP_per_s']:.1f} | {parts[0]} | {parts[1]} "
                f"| {result['error']:.2g} | {100 * result['spread']:.1f} % |")
    lines += ["", "| bar | least | measured | |", "|---|---:|---:|---|"]
    for text, value, least in promised:
        lines.append(f"| {text} | {least} | {value:.3f} | {'met' if value >= least else 'MISSED'} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--library", default="build/cuda/tools/libkernelwright_peers.so")
    parser.add_argument("--json", help="write the numbers here")
    parser.add_argument("--markdown", help="write the tables here")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="small sizes, to try the script")
    parser.add_argument("--only", default="", help="cases whose name contains this, such as bfloat16")
    arguments = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        missing = "PyTorch is not installed" if torch is None else "PyTorch sees no GPU"
        print(f"compute_peers.py: {missing}, so there is nothing to compare with.")
        return 2
    try:
        library = peers.Library(arguments.library)
    except OSError as problem:
        print(f"compute_peers.py: cannot load the solutions ({problem}). Build them: "
              "cmake --build build/cuda --target peers")
        return 2
    rows, mistakes, promised = run([matmul_peers], library, arguments.rounds, arguments.quick,
                                   arguments.only)
    table, where = "", peers.circumstances()
    if rows:
        table = markdown(rows, promised, where)
        print("\n" + table)
    else:
        print(f"compute_peers.py: no case is called `{arguments.only}`")
        return 2
    if arguments.markdown:
        with open(arguments.markdown, "w", encoding="utf-8") as file:
            file.write(table)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"where": where, "rows": rows, "bars": promised, "mistakes": mistakes},
                      file, indent=1)
    for mistake in mistakes:
        print(f"WRONG: {mistake}")
    return 1 if mistakes or any(value < least for _, value, least in promised) else 0


if __name__ == "__main__":
    sys.exit(main())
