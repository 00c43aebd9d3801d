"""The cases of lesson 04 for tools/peers.py: the sum of a vector, sums and maxima of rows."""
import ctypes

import torch

from measuring import kernels_in
from row_peers import Problem

triton_peers = kernels_in("triton_peers")

ROWS = ((32768, 1024), (8192, 4096))
TOLERANCE = (1e-5, 1e-6)  # positive numbers do not cancel, so a relative tolerance works


def sum_title(way, exponent):
    return f"sum ({way}), n = 2^{exponent}"


def vector_sum(library, way, exponent):
    n = 1 << exponent
    x, out = torch.rand(n, device="cuda"), torch.empty(1, device="cuda")
    if way == "atomic":
        ours = library.function("sum_atomic", x, out)
    else:
        count = library.library.kw_peer_sum_partials(ctypes.c_int64(n))
        partials = torch.empty(count, device="cuda")
        ours = library.function("sum_two_pass", x, partials, out)
    return Problem(
        sum_title(way, exponent), 4 * n, out, x.double().sum(0, keepdim=True).float(), TOLERANCE,
        ours, lambda: torch.sum(x, 0, keepdim=True, out=out),
        triton_peers.vector_sum(x, out) if triton_peers else {})


def row_reduction(library, name, reduce, rows, cols):
    x, out = torch.rand(rows, cols, device="cuda"), torch.empty(rows, device="cuda")
    return Problem(
        f"{name.replace('_', ' ')}, {rows} x {cols}", 4 * rows * (cols + 1), out,
        reduce(x.double(), 1).float(), TOLERANCE,
        library.function(name, x, out),
        lambda: reduce(x, 1, out=out),
        getattr(triton_peers, name)(x, out) if triton_peers else {})


def problems(library, quick):
    """Makes one problem at a time, so only one holds memory."""
    for exponent in (20, 24) if quick else (20, 24, 28):
        for way in ("atomic", "two-pass"):
            yield vector_sum(library, way, exponent)
    for name, reduce in (("row_sum", torch.sum), ("row_max", torch.amax)):
        for rows, cols in ROWS:
            yield row_reduction(library, name, reduce, rows // 8 if quick else rows, cols)


def bars(speed, ours, triton):
    """What the project promises: (text, ratio, least), where it was measured."""
    case = sum_title("atomic", 28)
    mine, theirs = speed(case, ours), speed(case, triton)
    return [(f"{case}, of {triton}", mine / theirs, 1.0)] if mine and theirs else []
