"""The cases of lessons 01 to 04 for tools/peers.py: vectors and matrices element by element, sums and maxima."""
import ctypes

import torch

from measuring import OURS, PYTORCH, TRITON, Problem, tritons

EXACT = (0, 0)  # tolerance
POSITIVE = (1e-5, 1e-6)  # positive numbers do not cancel in a sum, so a relative tolerance works
ALIGNED = "vector add (lesson 03), n = 2^24"
ROWS = ((32768, 1024), (8192, 4096))


def random(*shape):
    return torch.rand(*shape, device="cuda") * 2 - 1


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def problem(title, size, out, expected, tolerance, ours, pytorchs, name, *arguments, **promised):
    """`name` is that of a function of triton_peers.py, which takes the arguments."""
    return Problem(title, size, out, expected, {OURS: ours, PYTORCH: pytorchs},
                   tritons(name, *arguments), tolerance=tolerance, **promised)


def vector_add(library, title, entry, n, offset=0, **promised):
    """out = x + y; `offset` elements keep all three off their aligned address."""
    x, y = random(n + offset)[offset:], random(n + offset)[offset:]
    out = torch.empty(n + offset, device="cuda")[offset:]
    return problem(title, 12 * n, out, lambda: x + y, EXACT, library.function(entry, x, y, out),
                   lambda: torch.add(x, y, out=out), "vector_add", x, y, out, **promised)


def fused(library, n):
    a, b, c, d = (random(n) for _ in range(4))
    out = torch.empty_like(a)

    def eager():
        torch.add(a, b, out=out)
        torch.mul(out, c, out=out)
        torch.add(out, d, out=out)

    return problem(f"(a + b) * c + d, n = {power(n)}", 20 * n, out, lambda: ((a.double() + b) * c + d).float(),
                   (1e-5, 1e-6), library.function("fused", a, b, c, d, out), eager, "fused", a, b, c, d, out)


def matrix(rows, cols, stride):
    """A matrix whose rows are `stride` elements apart."""
    return random(rows, stride)[:, :cols]


def scale(library, rows, cols, stride):
    x, out = matrix(rows, cols, stride), matrix(rows, cols, stride)
    factor = 1.5
    title = f"2-D scale, {rows} x {cols}" + (f", row stride {stride}" if stride > cols else "")
    return problem(title, 8 * rows * cols, out, lambda: x * factor, EXACT, library.function("scale", x, factor, out),
                   lambda: torch.mul(x, factor, out=out), "scale", x, factor, out)


def masked_2d(library, rows, cols, stride):
    x, y, out = (matrix(rows, cols, stride) for _ in range(3))
    return problem(f"2-D masked add, {rows} x {cols}, row stride {stride}", 12 * rows * cols, out, lambda: x + y, EXACT,
                   library.function("masked_add_2d", x, y, out), lambda: torch.add(x, y, out=out), "add_2d", x, y, out)


def transpose(library, rows, cols):
    x, out = random(rows, cols), torch.empty(cols, rows, device="cuda")
    return problem(f"transpose, {rows} x {cols}", 8 * rows * cols, out, lambda: x.t().contiguous(), EXACT,
                   library.function("transpose", x, out), lambda: out.copy_(x.t()), "transpose", x, out)


def vector_sum(library, way, exponent):
    n = 1 << exponent
    x, out = torch.rand(n, device="cuda"), torch.empty(1, device="cuda")
    if way == "atomic":
        ours = library.function("sum_atomic", x, out)
    else:
        count = library.library.kw_peer_sum_partials(ctypes.c_int64(n))
        ours = library.function("sum_two_pass", x, torch.empty(count, device="cuda"), out)
    return problem(f"sum ({way}), n = 2^{exponent}", 4 * n, out, lambda: x.double().sum(0, keepdim=True).float(), POSITIVE,
                   ours, lambda: torch.sum(x, 0, keepdim=True, out=out), "vector_sum", x, out,
                   bars=[(TRITON, 1.0)] if way == "atomic" and exponent == 28 else [])


def row_reduction(library, name, reduce, rows, cols):
    x, out = torch.rand(rows, cols, device="cuda"), torch.empty(rows, device="cuda")
    return problem(f"{name.replace('_', ' ')}, {rows} x {cols}", 4 * rows * (cols + 1), out,
                   lambda: reduce(x.double(), 1).float(), POSITIVE, library.function(name, x, out),
                   lambda: reduce(x, 1, out=out), name, x, out)


def problems(library):
    """Makes one problem at a time, so only one holds memory."""
    for exponent in (16, 20, 24, 28):
        for lesson, entry in (("01", "vector_add"), ("03", "masked_add")):
            yield vector_add(library, f"vector add (lesson {lesson}), n = 2^{exponent}", entry, 1 << exponent,
                             bars=[(TRITON, 0.98), (PYTORCH, 0.98)] if exponent == 28 else [])
    n = 1 << 24
    unaligned = (ALIGNED, "the aligned speed", 0.9)
    yield vector_add(library, f"{ALIGNED} - 13", "masked_add", n - 13, as_fast_as=unaligned)
    yield vector_add(library, f"{ALIGNED}, bases off by 4 bytes", "masked_add", n, offset=1, as_fast_as=unaligned)
    yield fused(library, 1 << 26)
    side = 8192
    yield scale(library, side, side, side)
    yield scale(library, side, side, side + 64)
    yield masked_2d(library, side - 1, side - 1, side)
    yield transpose(library, side, side)
    for exponent in (20, 24, 28):
        for way in ("atomic", "two-pass"):
            yield vector_sum(library, way, exponent)
    for name, reduce in (("row_sum", torch.sum), ("row_max", torch.amax)):
        for rows, cols in ROWS:
            yield row_reduction(library, name, reduce, rows, cols)
