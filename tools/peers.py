#!/usr/bin/env python3
"""Measures the course's solutions beside PyTorch and Triton, on one GPU and in one process.

    cmake --build build/cuda --target peers
    tools/peers.py --library build/cuda/tools/libkernelwright_peers.so

Every result is first compared with what it must be. Then all contenders of a case take turns
(A B C A B C ...), the L2 cache is flushed before each sample, CUDA events measure the time, and the
median is reported with its spread over rounds. Exit code: 0 success, 1 a wrong result or a bar that
was missed, 2 the library or PyTorch is missing.
"""
import sys

sys.dont_write_bytecode = True  # nothing of ours in the source tree
import measuring
from measuring import torch, triton

if triton:
    import triton_peers
if torch:
    import reduction_peers
    import row_peers
    from row_peers import Problem

OURS, TRITON, TORCH = "Kernelwright", "Triton", "PyTorch"
BLOCKS = (1024, 2048, 4096)
WARPS = (4, 8)
EXACT = (0, 0)  # tolerance


def wrong_elements(problem, call):
    """Runs one contender on poisoned output. Returns what is wrong, or None."""
    problem.out.fill_(float("nan"))
    result = call()
    torch.cuda.synchronize()
    got = problem.out if result is None else result
    relative, absolute = problem.tolerance
    wrong = ~torch.isclose(got, problem.expected, rtol=relative, atol=absolute)
    count = int(wrong.sum())
    return f"{count} of {wrong.numel()} elements are wrong" if count else None


def random(*shape):
    return torch.rand(*shape, device="cuda") * 2 - 1


def vector_case(library, title, entry, n, offset=0):
    """out = x + y; `offset` elements keep all three off their aligned address."""
    x, y = random(n + offset)[offset:], random(n + offset)[offset:]
    out = torch.empty(n + offset, device="cuda")[offset:]
    return Problem(title, 12 * n, out, x + y, EXACT, library.function(entry, x, y, out),
                   lambda: torch.add(x, y, out=out),
                   triton_peers.vector_add(x, y, out, BLOCKS, WARPS) if triton else {})


def fused_case(library, n):
    a, b, c, d = (random(n) for _ in range(4))
    out = torch.empty_like(a)

    def eager():
        torch.add(a, b, out=out)
        torch.mul(out, c, out=out)
        torch.add(out, d, out=out)

    return Problem(f"(a + b) * c + d, n = {power(n)}", 20 * n, out, ((a.double() + b) * c + d).float(),
                   (1e-5, 1e-6), library.function("fused", a, b, c, d, out), eager,
                   triton_peers.fused(a, b, c, d, out, BLOCKS, WARPS) if triton else {})


def matrix(rows, cols, stride):
    """A matrix whose rows are `stride` elements apart."""
    return random(rows, stride)[:, :cols]


def scale_case(library, rows, cols, stride):
    x, out = matrix(rows, cols, stride), matrix(rows, cols, stride)
    factor = 1.5
    title = f"2-D scale, {rows} x {cols}" + (f", row stride {stride}" if stride > cols else "")
    return Problem(title, 8 * rows * cols, out, x * factor, EXACT, library.function("scale", x, factor, out),
                   lambda: torch.mul(x, factor, out=out), triton_peers.scale(x, factor, out, WARPS) if triton else {})


def masked_2d_case(library, rows, cols, stride):
    x, y, out = (matrix(rows, cols, stride) for _ in range(3))
    return Problem(f"2-D masked add, {rows} x {cols}, row stride {stride}", 12 * rows * cols, out, x + y, EXACT,
                   library.function("masked_add_2d", x, y, out), lambda: torch.add(x, y, out=out),
                   triton_peers.add_2d(x, y, out, WARPS) if triton else {})


def transpose_case(library, rows, cols):
    x, out = random(rows, cols), torch.empty(cols, rows, device="cuda")
    return Problem(f"transpose, {rows} x {cols}", 8 * rows * cols, out, x.t().contiguous(), EXACT,
                   library.function("transpose", x, out), lambda: out.copy_(x.t()),
                   triton_peers.transpose(x, out, WARPS) if triton else {})


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def cases(library, quick, widths):
    """Makes one case at a time, so only one holds memory."""
    if widths:
        yield from row_peers.widths(library, quick)
        return
    first, any_n = "vector_add", "masked_add"
    for exponent in (16, 20, 24) if quick else (16, 20, 24, 28):
        n = 1 << exponent
        yield vector_case(library, f"vector add (lesson 01), n = 2^{exponent}", first, n)
        yield vector_case(library, f"vector add (lesson 03), n = 2^{exponent}", any_n, n)
    n = 1 << 24
    yield vector_case(library, "vector add (lesson 03), n = 2^24 - 13", any_n, n - 13)
    yield vector_case(library, "vector add (lesson 03), n = 2^24, bases off by 4 bytes",
                      any_n, n, offset=1)
    yield fused_case(library, 1 << (24 if quick else 26))
    side = 2048 if quick else 8192
    yield scale_case(library, side, side, side)
    yield scale_case(library, side, side, side + 64)
    yield masked_2d_case(library, side - 1, side - 1, side)
    yield transpose_case(library, side, side)
    yield from reduction_peers.problems(library, quick)
    yield from row_peers.problems(library, quick)


def run(library, arguments):
    """Measures everything. Returns the rows of the table, the mistakes, and what was promised."""
    clock, rounds, quick = measuring.Clock(), arguments.rounds, arguments.quick
    rows, mistakes = [], []
    big = torch.empty(1 << (26 if quick else 29), device="cuda").uniform_()
    copy = torch.empty_like(big)
    seconds, spread = clock.measure({TORCH: lambda: copy.copy_(big)}, rounds)[TORCH]
    ceiling = 8 * big.numel() / seconds / 1e9
    print(f"{'copy of ' + power(4 * big.numel()) + ' bytes':58s} {ceiling:8.1f} GB/s", flush=True)
    del big, copy
    for case in cases(library, quick, arguments.widths):
        if arguments.only not in case.title:
            continue
        contenders = {OURS: case.ours, TORCH: case.torch}
        if case.triton:
            contenders[TRITON] = clock.fastest(case.triton)[1]
        row = {"case": case.title, "bytes": case.bytes, "copy_GB_per_s": ceiling, "results": {}}
        for contender, call in list(contenders.items()):
            problem = wrong_elements(case, call)
            if problem:
                mistakes.append(f"{case.title}: {contender}: {problem}")
                del contenders[contender]
        if not contenders:
            continue
        for contender, (seconds, spread) in clock.measure(contenders, rounds).items():
            row["results"][contender] = {
                "seconds": seconds,
                "GB_per_s": case.bytes / seconds / 1e9,
                "spread": spread,
            }
        rows.append(row)
        speeds = "  ".join(f"{k} {v['GB_per_s']:7.1f}" for k, v in row["results"].items())
        print(f"{case.title:58s} {speeds}", flush=True)
        del case, contenders
        torch.cuda.empty_cache()
    return rows, mistakes, bars(rows)


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


if __name__ == "__main__":
    sys.exit(measuring.main(__doc__, run, markdown, lambda parser: parser.add_argument(
        "--widths", action="store_true", help="softmax and LayerNorm of rows of many widths instead")))
