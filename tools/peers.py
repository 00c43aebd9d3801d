#!/usr/bin/env python3
"""Measures the course's solutions beside PyTorch and Triton, on one GPU and in one process.

    cmake --build build/cuda --target peers
    tools/peers.py --library build/cuda/tools/libkernelwright_peers.so

Every result is first compared with what it must be. Then all contenders of a case take turns
(A B C A B C ...), the second-level cache is flushed before each sample, CUDA events take the time,
and the median is reported with its spread over rounds. Exit code: 0 all right, 1 a wrong result or
a bar that was missed, 2 the library or PyTorch is missing.
"""
import argparse
import ctypes
import datetime
import json
import statistics
import subprocess
import sys

try:
    import torch
except ImportError:
    torch = None

try:
    import triton
except ImportError:
    triton = None

sys.dont_write_bytecode = True  # nothing of ours in the source tree
if triton:
    import triton_peers
if torch:
    import reduction_peers
    import row_peers

OURS, TRITON, TORCH = "Kernelwright", "Triton", "PyTorch"
BLOCKS = (1024, 2048, 4096)
WARPS = (4, 8)


class Library:
    """The solutions, called with raw device pointers."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def function(self, name, *arguments):
        """A call of `name` with these arguments: tensors as pointers, ints as 64 bits, floats."""
        entry = getattr(self.library, name)
        entry.restype = ctypes.c_char_p
        values = []
        for argument in arguments:
            if isinstance(argument, torch.Tensor):
                values.append(ctypes.c_void_p(argument.data_ptr()))
            elif isinstance(argument, float):
                values.append(ctypes.c_float(argument))
            else:
                values.append(ctypes.c_int64(argument))

        def call(keep=arguments):  # the tensors must outlive the pointers
            problem = entry(*values)
            if problem:
                raise RuntimeError(f"{name}: {problem.decode()}")

        return call


class Case:
    """One problem: what it moves, who solves it, and what must come out."""

    def __init__(self, name, moved_bytes, out, expected, contenders, exact=True,
                 tolerance=(1e-5, 1e-6)):
        self.name, self.bytes, self.out, self.expected = name, moved_bytes, out, expected
        self.contenders, self.exact, self.tolerance = contenders, exact, tolerance

    def check(self, contender):
        """Runs one contender on poisoned output. Returns what is wrong, or None."""
        self.out.fill_(float("nan"))
        result = self.contenders[contender]()
        torch.cuda.synchronize()
        got = self.out if result is None else result
        if self.exact:
            wrong = got != self.expected
        else:
            relative, absolute = self.tolerance
            wrong = ~torch.isclose(got, self.expected, rtol=relative, atol=absolute)
        count = int(wrong.sum())
        return f"{count} of {wrong.numel()} elements are wrong" if count else None


class Clock:
    """Takes samples of several calls in turn."""

    def __init__(self):
        # Larger than any second-level cache, and long enough to hide the launch of what follows.
        self.flush = torch.empty(1 << 29, dtype=torch.int8, device="cuda")

    def sample(self, calls, times):
        """Milliseconds of each call, `times` times, in turn."""
        events = []
        for _ in range(times):
            for name, call in calls.items():
                start = torch.cuda.Event(enable_timing=True)
                stop = torch.cuda.Event(enable_timing=True)
                self.flush.zero_()
                start.record()
                call()
                stop.record()
                events.append((name, start, stop))
        torch.cuda.synchronize()
        result = {name: [] for name in calls}
        for name, start, stop in events:
            result[name].append(start.elapsed_time(stop))
        return result

    def measure(self, calls, rounds):
        """name -> (median seconds, spread of the rounds' medians as a part of it)."""
        warm = self.sample(calls, 5)
        longest = max(statistics.median(values) for values in warm.values())
        times = max(10, min(100, int(20 / longest)))
        medians = {name: [] for name in calls}
        everything = {name: [] for name in calls}
        for _ in range(rounds):
            for name, values in self.sample(calls, times).items():
                medians[name].append(statistics.median(values))
                everything[name] += values
        return {
            name: (
                statistics.median(everything[name]) * 1e-3,
                (max(medians[name]) - min(medians[name])) / statistics.median(everything[name]),
            )
            for name in calls
        }

    def fastest(self, calls):
        """The fastest of several ways to do the same, and its key."""
        if len(calls) == 1:
            return next(iter(calls.items()))
        for call in calls.values():
            call()  # compiles
        best = {name: statistics.median(v) for name, v in self.sample(calls, 10).items()}
        key = min(best, key=best.get)
        return key, calls[key]


def random(*shape):
    return torch.rand(*shape, device="cuda") * 2 - 1


def vector_case(library, clock, title, entry, n, offset=0):
    """out = x + y; `offset` elements keep all three off their aligned address."""
    x, y = random(n + offset)[offset:], random(n + offset)[offset:]
    out = torch.empty(n + offset, device="cuda")[offset:]
    contenders = {OURS: library.function(entry, x, y, out, n)}
    if triton:
        ways = triton_peers.vector_add(x, y, out, BLOCKS, WARPS)
        contenders[TRITON] = clock.fastest(ways)[1]
    contenders[TORCH] = lambda: torch.add(x, y, out=out)
    return Case(title, 12 * n, out, x + y, contenders)


def fused_case(library, clock, n):
    a, b, c, d = (random(n) for _ in range(4))
    out = torch.empty_like(a)
    expected = ((a.double() + b) * c + d).float()
    contenders = {OURS: library.function("kw_peer_fused", a, b, c, d, out, n)}
    if triton:
        ways = triton_peers.fused(a, b, c, d, out, BLOCKS, WARPS)
        contenders[TRITON] = clock.fastest(ways)[1]

    def eager():
        torch.add(a, b, out=out)
        torch.mul(out, c, out=out)
        torch.add(out, d, out=out)

    contenders[TORCH] = eager
    title = f"(a + b) * c + d, n = {power(n)}"
    return Case(title, 20 * n, out, expected, contenders, exact=False)


def matrix(rows, cols, stride):
    """A matrix whose rows lie `stride` elements apart."""
    return random(rows, stride)[:, :cols]


def scale_case(library, clock, rows, cols, stride):
    x, out = matrix(rows, cols, stride), matrix(rows, cols, stride)
    factor = 1.5
    contenders = {
        OURS: library.function("kw_peer_scale", x, stride, factor, out, stride, rows, cols)
    }
    if triton:
        contenders[TRITON] = clock.fastest(triton_peers.scale(x, factor, out, WARPS))[1]
    contenders[TORCH] = lambda: torch.mul(x, factor, out=out)
    title = f"2-D scale, {rows} x {cols}" + (f", row stride {stride}" if stride > cols else "")
    return Case(title, 8 * rows * cols, out, x * factor, contenders)


def masked_2d_case(library, clock, rows, cols, stride):
    x, y, out = (matrix(rows, cols, stride) for _ in range(3))
    contenders = {
        OURS: library.function("kw_peer_masked_add_2d", x, y, out, stride, rows, cols)
    }
    if triton:
        contenders[TRITON] = clock.fastest(triton_peers.add_2d(x, y, out, WARPS))[1]
    contenders[TORCH] = lambda: torch.add(x, y, out=out)
    title = f"2-D masked add, {rows} x {cols}, row stride {stride}"
    return Case(title, 12 * rows * cols, out, x + y, contenders)


def transpose_case(library, clock, rows, cols):
    x, out = random(rows, cols), torch.empty(cols, rows, device="cuda")
    contenders = {
        OURS: library.function("kw_peer_transpose", x, cols, out, rows, rows, cols)
    }
    if triton:
        contenders[TRITON] = clock.fastest(triton_peers.transpose(x, out, WARPS))[1]
    contenders[TORCH] = lambda: out.copy_(x.t())
    return Case(f"transpose, {rows} x {cols}", 8 * rows * cols, out, x.t().contiguous(), contenders)


def row_case(problem, clock):
    """A problem of reduction_peers.py or row_peers.py as a case."""
    contenders = {OURS: problem.ours}
    if problem.triton:
        contenders[TRITON] = clock.fastest(problem.triton)[1]
    contenders[TORCH] = problem.torch
    return Case(problem.title, problem.bytes, problem.out, problem.expected, contenders,
                exact=False, tolerance=problem.tolerance)


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def cases(library, clock, quick):
    """Makes one case after the other, so that only one holds memory."""
    first, any_n = "kw_peer_vector_add", "kw_peer_masked_add"
    for exponent in (16, 20, 24) if quick else (16, 20, 24, 28):
        n = 1 << exponent
        yield vector_case(library, clock, f"vector add (lesson 01), n = 2^{exponent}", first, n)
        yield vector_case(library, clock, f"vector add (lesson 03), n = 2^{exponent}", any_n, n)
    n = 1 << 24
    yield vector_case(library, clock, "vector add (lesson 03), n = 2^24 - 13", any_n, n - 13)
    yield vector_case(library, clock, "vector add (lesson 03), n = 2^24, bases off by 4 bytes",
                      any_n, n, offset=1)
    yield fused_case(library, clock, 1 << (24 if quick else 26))
    side = 2048 if quick else 8192
    yield scale_case(library, clock, side, side, side)
    yield scale_case(library, clock, side, side, side + 64)
    yield masked_2d_case(library, clock, side - 1, side - 1, side)
    yield transpose_case(library, clock, side, side)
    for module in (reduction_peers, row_peers):
        for problem in module.problems(library, quick):
            yield row_case(problem, clock)


def run(library, rounds, quick):
    """Measures everything. Returns the rows of the table and the mistakes."""
    clock = Clock()
    rows, mistakes = [], []
    big = torch.empty(1 << (26 if quick else 29), device="cuda").uniform_()
    copy = torch.empty_like(big)
    seconds, spread = clock.measure({TORCH: lambda: copy.copy_(big)}, rounds)[TORCH]
    ceiling = 8 * big.numel() / seconds / 1e9
    print(f"{'copy of ' + power(4 * big.numel()) + ' bytes':58s} {ceiling:8.1f} GB/s", flush=True)
    del big, copy
    for case in cases(library, clock, quick):
        row = {"case": case.name, "bytes": case.bytes, "copy_GB_per_s": ceiling, "results": {}}
        for contender in list(case.contenders):
            problem = case.check(contender)
            if problem:
                mistakes.append(f"{case.name}: {contender}: {problem}")
                del case.contenders[contender]
        if not case.contenders:
            continue
        for contender, (seconds, spread) in clock.measure(case.contenders, rounds).items():
            row["results"][contender] = {
                "seconds": seconds,
                "GB_per_s": case.bytes / seconds / 1e9,
                "spread": spread,
            }
        rows.append(row)
        speeds = "  ".join(f"{k} {v['GB_per_s']:7.1f}" for k, v in row["results"].items())
        print(f"{case.name:58s} {speeds}", flush=True)
        del case
        torch.cuda.empty_cache()
    return rows, mistakes


def speed(rows, case, contender):
    for row in rows:
        if row["case"] == case and contender in row["results"]:
            return row["results"][contender]["GB_per_s"]
    return None


def bars(rows):
    """What the project promises: (text, ratio, least), where it was measured."""
    promised = []
    for lesson in ("01", "03"):
        case = f"vector add (lesson {lesson}), n = 2^28"
        for peer in (TRITON, TORCH):
            promised.append((f"{case}, of {peer}", speed(rows, case, OURS),
                             speed(rows, case, peer), 0.98))
    aligned = speed(rows, "vector add (lesson 03), n = 2^24", OURS)
    for case in ("n = 2^24 - 13", "n = 2^24, bases off by 4 bytes"):
        title = f"vector add (lesson 03), {case}"
        promised.append((f"{title}, of the aligned speed", speed(rows, title, OURS), aligned, 0.9))
    ratios = [(text, ours / peer, least) for text, ours, peer, least in promised if ours and peer]
    ratios += reduction_peers.bars(lambda *case: speed(rows, *case), OURS, TRITON)
    return ratios + row_peers.bars(lambda *case: speed(rows, *case), OURS, TRITON, TORCH)


def nvidia_smi(field):
    try:
        return subprocess.run(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"],
                              capture_output=True, text=True, check=True).stdout.split("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def circumstances():
    return {
        "date": datetime.date.today().isoformat(),
        "gpu": torch.cuda.get_device_name(),
        "driver": nvidia_smi("driver_version"),
        "cuda_of_pytorch": torch.version.cuda,
        "pytorch": torch.__version__,
        "triton": triton.__version__ if triton else None,
    }


def cell(row, contender):
    result = row["results"].get(contender)
    return f"{result['GB_per_s']:.0f}" if result else "-"


def ratio(row, peer):
    results = row["results"]
    if OURS not in results or peer not in results:
        return "-"
    return f"{results[OURS]['GB_per_s'] / results[peer]['GB_per_s']:.3f}"


def markdown(rows, promised, where):
    """The table for docs/measurements.md."""
    lines = [
        f"{where['date']}, {where['gpu']}, driver {where['driver']}, PyTorch {where['pytorch']}, "
        f"Triton {where['triton'] or 'not installed'}. GB/s (10^9 bytes a second, each input read "
        "once and each output written once): medians, contenders in turn, the second-level cache "
        f"flushed before each sample. A copy reaches {rows[0]['copy_GB_per_s']:.0f} GB/s. "
        "Spread: of the medians of the rounds, the largest of the row.",
        "",
        "| float32 unless it says so | Kernelwright | Triton | PyTorch | of Triton | of PyTorch | of a copy | spread |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        ours = row["results"].get(OURS)
        part = f"{100 * ours['GB_per_s'] / row['copy_GB_per_s']:.0f} %" if ours else "-"
        spread = max(result["spread"] for result in row["results"].values())
        lines.append(
            f"| {row['case']} | {cell(row, OURS)} | {cell(row, TRITON)} | {cell(row, TORCH)} "
            f"| {ratio(row, TRITON)} | {ratio(row, TORCH)} | {part} | {100 * spread:.1f} % |")
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
    arguments = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        missing = "PyTorch is not installed" if torch is None else "PyTorch sees no GPU"
        print(f"peers.py: {missing}, so there is nothing to compare with.")
        return 2
    if triton is None:
        print("peers.py: Triton is not installed; measuring beside PyTorch alone.")
    try:
        library = Library(arguments.library)
    except OSError as problem:
        print(f"peers.py: cannot load the solutions ({problem}). Build them: "
              "cmake --build build/cuda --target peers")
        return 2
    rows, mistakes = run(library, arguments.rounds, arguments.quick)
    promised, where = bars(rows), circumstances()
    table = markdown(rows, promised, where) if rows else ""
    print("\n" + table)
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
