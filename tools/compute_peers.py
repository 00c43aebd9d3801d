#!/usr/bin/env python3
"""Measures the course's products, attention and electives beside cuBLAS, cuDNN, PyTorch and Triton, on one GPU.

    cmake --build build/cuda --target peers
    tools/compute_peers.py --library build/cuda/tools/libkernelwright_peers.so

Every result is compared with float64: its largest error may be 1.5 times a peer's. Then speed, two
ways. In turn: contenders alternate, the second-level cache is flushed before each sample, and the
median counts. Steady: each contender runs alone for 0.4 s at a time, in turn, and the second half is
measured, which shows what the GPU sustains when it is hot. Turns come in a new random order every
round, because a contender that draws less power leaves the next a cooler card. Exit code: 0
success, 1 a wrong result or a bar that was missed, 2 the library or PyTorch is missing.
"""
import math
import statistics
import sys
import time

sys.dont_write_bytecode = True  # nothing of ours in the source tree
import measuring
from measuring import OURS, POINTERS, TRITON, torch

if torch:
    import attention_peers
    import convolution_peers
    import fused_layer_peers
    import matmul_peers

BURST_SECONDS = 0.2
WAYS = {"TFLOP_per_s": "in turn", "steady_TFLOP_per_s": "steady"}


def error_of(problem, name, expected):
    """Runs one contender on poisoned output. Returns its largest error, relative to the largest
    element, or infinity where something is not a number."""
    problem.out.fill_(float("nan"))
    result = problem.contenders[name]()
    torch.cuda.synchronize()
    if isinstance(result, tuple):
        result = torch.stack(result)
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


def repeat(call, at_once):
    """Calls for the time of a burst, one after the other. Returns how often."""
    begin, count = time.perf_counter(), 0
    while time.perf_counter() - begin < BURST_SECONDS:
        for _ in range(at_once):
            call()
        count += at_once
        torch.cuda.synchronize()  # or the queue would run far ahead of the clock
    return count


def burst(call, seconds):
    """Seconds per call in a burst that follows one of its own, so the card's heat and clock are those that
    this contender causes, and not those that the one before it left. A call takes about `seconds`."""
    torch.cuda.synchronize()
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    at_once = min(50, max(1, round(BURST_SECONDS / seconds)))
    repeat(call, at_once)
    start.record()
    count = repeat(call, at_once)
    stop.record()
    torch.cuda.synchronize()
    return start.elapsed_time(stop) * 1e-3 / count


def steady(problem, clock, rounds, in_turn):
    """name -> (median seconds of a call within bursts, their spread as a part of it); contenders
    take turns. Those that draw little power, as pointers do, come last."""
    seconds = {name: [] for name in problem.contenders}
    for group in (seconds.keys() - {POINTERS}, seconds.keys() & {POINTERS}):
        for _ in range(rounds):
            for name in clock.turns(sorted(group)):
                seconds[name].append(burst(problem.contenders[name], in_turn[name][0]))
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    return {name: (median, (max(seconds[name]) - min(seconds[name])) / median)
            for name, median in medians.items()}


def measure(problem, clock, rounds):
    """The row of one problem."""
    in_turn = clock.measure(problem.contenders, rounds)
    bursts = steady(problem, clock, rounds, in_turn)
    return {
        name: {
            "TFLOP_per_s": problem.flops / in_turn[name][0] / 1e12,
            "spread": in_turn[name][1],
            "steady_TFLOP_per_s": problem.flops / bursts[name][0] / 1e12,
            "steady_spread": bursts[name][1],
        }
        for name in problem.contenders
    }


def bars(problem, results):
    """What is promised of one case: (text, ratio, least), in turn and steady."""
    promised = []
    for peer, least, *who in problem.bars:
        ours = who[0] if who else OURS
        if peer in results and ours in results:
            name = ours.removeprefix(OURS)  # such as ", pointers"
            promised += [(f"{problem.title}{name}, of {peer}, {way}",
                          results[ours][key] / results[peer][key], least)
                         for key, way in WAYS.items()]
    return promised


def means(rows):
    """The geometric means that are promised of several cases, where all of them were measured."""
    promised = []
    for group, (count, peer, least) in attention_peers.MEANS.items():
        results = [row["results"] for row in rows if row["mean"] == group]
        for key, way in WAYS.items():
            ratios = [result[OURS][key] / result[peer][key] for result in results]
            if len(ratios) == count:
                mean = math.exp(sum(map(math.log, ratios)) / count)
                promised.append((f"{group}, geometric mean, of {peer}, {way}", mean, least))
    return promised


def run(library, arguments):
    clock = measuring.Clock()
    rows, mistakes, promised = [], [], []
    for module in (matmul_peers, attention_peers, fused_layer_peers, convolution_peers):
        for problem in module.problems(library, arguments.quick):
            if arguments.only not in problem.title:
                continue
            if problem.triton:
                config, problem.contenders[TRITON] = clock.fastest(problem.triton)
                print(f"{problem.title}: Triton's fastest is {config}", flush=True)
            errors, wrong = check(problem)
            mistakes += wrong
            results = measure(problem, clock, arguments.rounds)
            for name, error in errors.items():
                results[name]["error"] = error
            rows.append({"case": problem.title, "mean": problem.mean, "results": results})
            promised += bars(problem, results)
            print(problem.title + ": " + "  ".join(
                f"{name} {result['TFLOP_per_s']:.1f} ({result['steady_TFLOP_per_s']:.1f})"
                for name, result in results.items()), flush=True)
            del problem
            torch.cuda.empty_cache()
    return rows, mistakes, promised + means(rows)


def markdown(rows, promised, where):
    """The tables for docs/measurements.md."""
    lines = [
        f"{where['date']}, {where['gpu']}, driver {where['driver']}, PyTorch {where['pytorch']}, "
        f"Triton {where['triton'] or 'not installed'}. TFLOP/s (10^12 operations a second): medians, "
        "contenders in turn, the second-level cache flushed before each sample; steady: within "
        f"bursts of {BURST_SECONDS} s, each after one of the same contender. Error: the largest, over "
        "the largest element.",
        "",
        "| case | contender | in turn | steady | ours over it | ours over it, steady | error | spread "
        "| spread, steady |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        ours = row["results"][OURS]
        for name, result in row["results"].items():
            parts = [f"{ours[key] / result[key]:.3f}" if name != OURS else ""
                     for key in ("TFLOP_per_s", "steady_TFLOP_per_s")]
            lines.append(
                f"| {row['case']} | {name} | {result['TFLOP_per_s']:.1f} "
                f"| {result['steady_TFLOP_per_s']:.1f} | {parts[0]} | {parts[1]} "
                f"| {result['error']:.2g} | {100 * result['spread']:.1f} % "
                f"| {100 * result['steady_spread']:.1f} % |")
    lines += ["", "| bar | least | measured | |", "|---|---:|---:|---|"]
    for text, value, least in promised:
        lines.append(f"| {text} | {least} | {value:.3f} | {'met' if value >= least else 'MISSED'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(measuring.main(__doc__, run, markdown))
