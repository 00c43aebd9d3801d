#!/usr/bin/env python3
"""Measures the course's solutions beside PyTorch, cuBLAS, cuDNN and Triton, on one GPU and in one process.

    cmake --build build/cuda --target peers
    tools/peers.py [--compute] [--widths] [--library build/cuda/tools/libkernelwright_peers.so]

The cases are those that memory limits, in GB/s; with --compute products, attention and electives, in TFLOP/s. Every
result is first compared with what it must be. Where there is no tolerance, that is float64, and the largest error may be
1.5 times a peer's. Then speed, in turn: contenders alternate, the second-level cache is flushed before each sample, and
the median counts, with its spread over rounds. With --compute also steady: each contender runs alone for 0.4 s at a time,
in turn, and the second half is measured, which shows what the GPU sustains when it is hot. Turns come in a new random
order every round, because a contender that draws less power leaves the next a cooler card. Exit code: 0 success, 1 a
wrong result or a bar that was missed, 2 the library or PyTorch is missing.
"""
import argparse
import json
import math
import statistics
import sys
import time

sys.dont_write_bytecode = True  # nothing of ours in the source tree
import measuring
from measuring import OURS, POINTERS, PYTORCH, TRITON, torch, triton

if torch:
    import attention_peers
    import elective_peers
    import matmul_peers
    import row_peers
    import vector_peers

BURST_SECONDS = 0.2
WAYS = {"in_turn": ", in turn", "steady": ", steady"}
BARS = ["", "| bar | least | measured | |", "|---|---:|---:|---|"]


def run_poisoned(problem, name):
    """What one contender computes, on an output that was not a number before."""
    problem.out.fill_(float("nan"))
    result = problem.contenders[name]()
    torch.cuda.synchronize()
    if isinstance(result, tuple):
        result = torch.stack(result)
    return problem.out if result is None else result


def check_elements(problem):
    """What is wrong with the contenders of a problem with a tolerance. Those that are wrong are not measured."""
    expected, (relative, absolute) = problem.expected(), problem.tolerance
    mistakes = []
    for name in list(problem.contenders):
        wrong = ~torch.isclose(run_poisoned(problem, name), expected, rtol=relative, atol=absolute)
        if count := int(wrong.sum()):
            mistakes.append(f"{problem.title}: {name}: {count} of {wrong.numel()} elements are wrong")
            del problem.contenders[name]
    return {}, mistakes


def check_errors(problem, runs=20):
    """The errors of all contenders, relative to the largest element, and what is wrong with ours."""
    expected, errors = problem.expected(), {}
    for name in problem.contenders:
        error = float((run_poisoned(problem, name).double() - expected).abs().max() / expected.abs().max())
        errors[name] = error if math.isfinite(error) else math.inf
    most = max(error for name, error in errors.items() if not name.startswith(OURS))
    mistakes = [f"{problem.title}: {name} is off by {error:.3g}, a peer by {most:.3g}"
                for name, error in errors.items() if name.startswith(OURS) and not error <= 1.5 * most]
    first = run_poisoned(problem, OURS).clone()
    if not all(torch.equal(first, run_poisoned(problem, OURS)) for _ in range(runs - 1)):
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


def measure(problem, clock, arguments):
    """name -> {way: (work a second, its spread)}."""
    found = {"in_turn": clock.measure(problem.contenders, arguments.rounds)}
    if arguments.compute:
        found["steady"] = steady(problem, clock, arguments.rounds, found["in_turn"])
    return {name: {way: (problem.work / times[name][0], times[name][1]) for way, times in found.items()}
            for name in problem.contenders}


def ratio(results, ours, peer, way):
    """How fast `ours` is beside a peer, or beside the fastest of several; None if they were not measured."""
    rates = [results[name][way][0] for name in peer.partition(",")[0].split(" or ") if name in results]
    return results[ours][way][0] / max(rates) if rates and ours in results else None


def bars(problem, rows, arguments):
    """What is promised of the last case: (text, ratio, least)."""
    results = rows[-1]["results"]
    for way, words in WAYS.items() if arguments.compute else (("in_turn", ""),):
        for peer, least, *who in problem.bars:
            ours = who[0] if who else OURS  # such as "Kernelwright, pointers"
            yield f"{problem.title}{ours.removeprefix(OURS)}, of {peer}{words}", ratio(results, ours, peer, way), least
        if problem.as_fast_as:
            other, name, least = problem.as_fast_as
            both = [row["results"].get(OURS) for row in rows if row["case"] == other] + [results.get(OURS)]
            value = both[1][way][0] / both[0][way][0] if len(both) == 2 and all(both) else None
            yield f"{problem.title}, of {name}{words}", value, least


def means(rows, arguments):
    """The geometric means that are promised of several cases, where all of them were measured."""
    known = attention_peers.MEANS if arguments.compute else row_peers.MEANS
    for group, (count, peer, least) in known.items():
        for way, words in WAYS.items() if arguments.compute else (("in_turn", ""),):
            ratios = [ratio(row["results"], OURS, peer, way) for row in rows if row["mean"] == group]
            if len(ratios) == count and all(ratios):
                mean = math.exp(sum(map(math.log, ratios)) / count)
                yield f"{group}, geometric mean, of {peer}{words}", mean, least


def problems(library, arguments):
    if arguments.widths:
        return row_peers.widths(library)
    modules = (matmul_peers, attention_peers, elective_peers) if arguments.compute else (
        vector_peers, row_peers)
    return (problem for module in modules for problem in module.problems(library))


def run(library, arguments):
    """Measures everything. Returns the rows of the table, the mistakes, and what was promised."""
    clock, unit = measuring.Clock(), 1e12 if arguments.compute else 1e9
    rows, mistakes, promised = [], [], []
    for problem in problems(library, arguments):
        if arguments.only not in problem.title:
            continue
        if problem.triton:
            config, problem.contenders[TRITON] = clock.fastest(problem.triton)
            print(f"{problem.title}: Triton's fastest is {config}", flush=True)
        errors, wrong = (check_elements if problem.tolerance else check_errors)(problem)
        mistakes += wrong
        if problem.contenders:
            results = measure(problem, clock, arguments)
            rows.append({"case": problem.title, "mean": problem.mean, "results": results, "errors": errors})
            promised += bars(problem, rows, arguments)
            print(f"{problem.title:58s} " + "  ".join(
                f"{name} " + " ".join(f"{rate / unit:.1f}" for rate, _ in ways.values()) for name, ways in results.items()),
                flush=True)
        del problem
        torch.cuda.empty_cache()
    return rows, mistakes, [bar for bar in [*promised, *means(rows, arguments)] if bar[1]]


def copy_rate():
    """Bytes a second of a large copy."""
    big = torch.empty(1 << 29, device="cuda").uniform_()
    copy = torch.empty_like(big)
    seconds, _ = measuring.Clock().measure({PYTORCH: lambda: copy.copy_(big)}, 5)[PYTORCH]
    return 8 * big.numel() / seconds


def rows_of_memory(rows, copy):
    """The lines of a table with one line for each case."""
    yield "| float32 unless it says so | Kernelwright | Triton | PyTorch | of Triton | of PyTorch | of a copy | spread |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        rates = {name: ways["in_turn"][0] for name, ways in row["results"].items()}
        cells = [f"{rates[name] / 1e9:.0f}" if name in rates else "-" for name in (OURS, TRITON, PYTORCH)]
        ratios = [ratio(row["results"], OURS, peer, "in_turn") for peer in (TRITON, PYTORCH)]
        cells += [f"{value:.3f}" if value else "-" for value in ratios]
        cells += [f"{100 * rates[OURS] / copy:.0f} %" if OURS in rates else "-"]
        spread = max(ways["in_turn"][1] for ways in row["results"].values())
        yield f"| {row['case']} | {' | '.join(cells)} | {100 * spread:.1f} % |"


def rows_of_compute(rows):
    """The lines of a table with one line for each contender."""
    yield "| case | contender | in turn | steady | ours over it | ours over it, steady | error | spread | spread, steady |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        for name, ways in row["results"].items():
            cells = [f"{ways[way][0] / 1e12:.1f}" for way in WAYS]
            cells += [f"{ratio(row['results'], OURS, name, way):.3f}" if name != OURS else "" for way in WAYS]
            cells += [f"{row['errors'][name]:.2g}", *(f"{100 * ways[way][1]:.1f} %" for way in WAYS)]
            yield f"| {row['case']} | {name} | {' | '.join(cells)} |"


def markdown(rows, promised, where, arguments):
    """The tables for docs/measurements.md."""
    head = (f"{where['date']}, {where['gpu']}, driver {where['driver']}, PyTorch {where['pytorch']}, "
            f"Triton {where['triton'] or 'not installed'}. ")
    turns = "medians, contenders in turn, the second-level cache flushed before each sample"
    if arguments.compute:
        head += (f"TFLOP/s (10^12 operations a second): {turns}; steady: within bursts of {BURST_SECONDS} s, each after one "
                 "of the same contender. Error: the largest, over the largest element.")
        lines = [head, "", *rows_of_compute(rows)]
    else:
        copy = copy_rate()
        head += (f"GB/s (10^9 bytes a second, each input read once and each output written once): {turns}. A copy reaches "
                 f"{copy / 1e9:.0f} GB/s. Spread: of the medians of the rounds, the largest of the row.")
        lines = [head, "", *rows_of_memory(rows, copy)]
    lines += BARS + [f"| {text} | {least} | {value:.3f} | {'met' if value >= least else 'MISSED'} |"
                     for text, value, least in promised]
    return "\n".join(lines) + "\n"


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--library", default="build/cuda/tools/libkernelwright_peers.so")
    parser.add_argument("--compute", action="store_true", help="products, attention and electives")
    parser.add_argument("--widths", action="store_true", help="softmax and LayerNorm of rows of many widths instead")
    parser.add_argument("--json", help="write the numbers here")
    parser.add_argument("--markdown", help="write the tables here")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    return parser.parse_args()


def main():
    arguments = parse_options()
    if torch is None or not torch.cuda.is_available():
        missing = "PyTorch is not installed" if torch is None else "PyTorch sees no GPU"
        print(f"peers.py: {missing}, so there is nothing to compare with.")
        return 2
    if triton is None:
        print("peers.py: Triton is not installed; measuring beside PyTorch alone.")
    try:
        library = measuring.Library(arguments.library)
    except OSError as problem:
        print(f"peers.py: cannot load the solutions ({problem}). Build them: cmake --build build/cuda --target peers")
        return 2
    rows, mistakes, promised = run(library, arguments)
    if not rows:
        print("peers.py: no case was measured" +
              (f" whose name contains `{arguments.only}`" if arguments.only else ""))
    where = measuring.circumstances()
    table = markdown(rows, promised, where, arguments) if rows else ""
    print("\n" + table)
    if arguments.markdown:
        with open(arguments.markdown, "w", encoding="utf-8") as file:
            file.write(table)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"where": where, "rows": rows, "bars": promised, "mistakes": mistakes}, file, indent=1)
    for mistake in mistakes:
        print(f"WRONG: {mistake}")
    if mistakes or any(value < least for _, value, least in promised):
        return 1
    return 0 if rows else 2


if __name__ == "__main__":
    sys.exit(main())
