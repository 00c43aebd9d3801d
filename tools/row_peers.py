"""The cases of lessons 05 and 06 for tools/peers.py: softmax and LayerNorm, forward and backward."""
import ctypes
import dataclasses
import math
from typing import Any, Callable

import torch

from measuring import kernels_in

triton_row_peers = kernels_in("triton_row_peers")

FORWARD = ((32768, 1024), (8192, 4096), (4096, 12288), (4096, 781))
# The last two are the vocabularies of language models.
LONG = ((4096, 10000), (4096, 16384), (1024, 32768), (1024, 50257), (512, 128256))
BACKWARD = ((32768, 1024), (8192, 4096))
# Around and between the widths at which another tile begins.
WIDTHS = (500, 1000, 1500, 2000, 3000, 4000, 4097, 5000, 6000, 8000, 8193, 10000, 14000, 16384, 17000, 24000, 32768)
TYPES = (torch.float32, torch.float16, torch.bfloat16)
# Relative and absolute. A softmax has elements as small as 1 / columns, LayerNorm does not.
SOFTMAX_TOLERANCES = {torch.float32: (1e-4, 1e-9), torch.float16: (2e-3, 1e-6),
                      torch.bfloat16: (1.6e-2, 1e-6)}
LAYER_NORM_TOLERANCES = {torch.float32: (1e-4, 1e-5), torch.float16: (2e-3, 1e-4),
                         torch.bfloat16: (1.6e-2, 1e-3)}
EPS = 1e-5


@dataclasses.dataclass
class Problem:
    """What is to be measured. A contender writes to `out`, or returns its own result."""

    title: str
    bytes: int
    out: Any
    expected: Any
    tolerance: tuple
    ours: Callable
    torch: Callable
    triton: dict = dataclasses.field(default_factory=dict)  # configuration -> call


def random(shape, dtype):
    return (torch.rand(*shape, device="cuda") * 4 - 1).to(dtype)


def title(name, shape, dtype):
    return f"{name}, {shape[0]} x {shape[1]}, {str(dtype).removeprefix('torch.')}"


def softmax(library, shape, dtype):
    x = random(shape, dtype) * 2
    out = torch.empty_like(x)
    return Problem(
        title("softmax", shape, dtype), 2 * x.nbytes, out,
        torch.softmax(x.double(), 1).to(dtype), SOFTMAX_TOLERANCES[dtype],
        library.function("softmax", x, out),
        lambda: torch.softmax(x, 1),
        triton_row_peers.softmax(x, out) if triton_row_peers else {})


def softmax_backward(library, shape, dtype):
    y, dy = torch.softmax(random(shape, dtype) * 2, 1), random(shape, dtype)
    dx = torch.empty_like(y)
    products = y.double() * dy.double()
    dot = products.sum(1, keepdim=True)
    # One rounding of a product in the type of the data: dx is a difference of two of that size.
    rounding = float(products.abs().max()) * (2.0 ** -11 if dtype == torch.float16 else 2.0 ** -22)
    return Problem(
        title("softmax backward", shape, dtype), 3 * y.nbytes, dx,
        (y.double() * (dy.double() - dot)).to(dtype), (SOFTMAX_TOLERANCES[dtype][0], rounding),
        library.function("softmax_backward", y, dy, dx),
        lambda: torch.ops.aten._softmax_backward_data(dy, y, 1, dtype))


def layer_norm(library, shape, dtype):
    x, weight, bias = random(shape, dtype), random(shape[1:], dtype), random(shape[1:], dtype)
    y = torch.empty_like(x)
    mean, rstd = (torch.empty(shape[0], device="cuda") for _ in range(2))
    arguments = (x, weight, bias, y, mean, rstd, EPS)
    expected = torch.nn.functional.layer_norm(
        x.double(), shape[1:], weight.double(), bias.double(), EPS).to(dtype)
    return Problem(
        title("LayerNorm", shape, dtype),
        2 * x.nbytes + 2 * weight.nbytes + 2 * mean.nbytes, y, expected,
        LAYER_NORM_TOLERANCES[dtype],
        library.function("layer_norm", *arguments),
        lambda: torch.native_layer_norm(x, shape[1:], weight, bias, EPS)[0],
        triton_row_peers.layer_norm(*arguments) if triton_row_peers else {})


def layer_norm_backward(library, shape, dtype):
    x, dy, weight = random(shape, dtype), random(shape, dtype), random(shape[1:], dtype)
    bias = torch.zeros_like(weight)
    _, mean, rstd = torch.native_layer_norm(x, shape[1:], weight, bias, EPS)
    dx = torch.empty_like(x)
    dw, db = (torch.empty(shape[1], device="cuda") for _ in range(2))
    programs = library.library.kw_peer_layer_norm_partial_rows(*map(ctypes.c_int64, shape))
    partials = [torch.empty(programs, shape[1], device="cuda") for _ in range(2)]
    backward = torch.ops.aten.native_layer_norm_backward
    expected = backward(dy.double(), x.double(), shape[1:], mean.double(), rstd.double(),
                        weight.double(), bias.double(), [True] * 3)[0].to(dtype)
    flat_mean, flat_rstd = mean.float().flatten(), rstd.float().flatten()
    return Problem(
        title("LayerNorm backward", shape, dtype), 3 * x.nbytes, dx, expected,
        LAYER_NORM_TOLERANCES[dtype],
        library.function("layer_norm_backward", dy, x, weight, flat_mean, flat_rstd, dx, dw, db, *partials),
        lambda: backward(dy, x, shape[1:], mean, rstd, weight, bias, [True] * 3)[0])


def problems(library, quick):
    """Makes one problem at a time, so only one holds memory."""
    for make, shapes in ((softmax, FORWARD), (softmax_backward, BACKWARD), (layer_norm, FORWARD),
                         (layer_norm_backward, BACKWARD)):
        for dtype in (torch.float32, torch.float16):
            for rows, cols in shapes:
                yield make(library, (rows // 8 if quick else rows, cols), dtype)
    for make in (softmax, layer_norm):
        for dtype in TYPES:
            for rows, cols in LONG:
                yield make(library, (rows // 8 if quick else rows, cols), dtype)


def widths(library, quick):
    """Rows of many widths: none may be much slower than its neighbours."""
    for make in (softmax, layer_norm):
        for dtype in (torch.float32, torch.float16):
            for cols in WIDTHS:
                yield make(library, (512 if quick else 4096, cols), dtype)


def bars(speed, ours, triton, pytorch):
    """What the project promises: (text, ratio, least), where it was measured.

    speed(case, contender) is its bytes a second, or None.
    """
    def ratio(name, shape, dtype, peer):
        case = title(name, shape, dtype)
        mine, theirs = speed(case, ours), speed(case, peer)
        return mine / theirs if mine and theirs else None

    promised = []
    types = (torch.float32, torch.float16)
    for name in ("softmax", "LayerNorm"):
        ratios = {(shape, dtype): ratio(name, shape, dtype, triton)
                  for dtype in types for shape in FORWARD}
        promised += [(f"{title(name, *key)}, of {triton}", value, 0.97)
                     for key, value in ratios.items()]
        counted = [value for (shape, _), value in ratios.items()
                   if name != "softmax" or shape[1] != 781]
        if all(counted):
            mean = math.exp(sum(map(math.log, counted)) / len(counted))
            promised.append((f"{name}, geometric mean, of {triton}", mean, 1.0))
    better = {}
    for name in ("softmax", "LayerNorm"):
        for dtype in TYPES:
            for shape in LONG:
                peers = [ratio(name, shape, dtype, peer) for peer in (triton, pytorch)]
                better[title(name, shape, dtype)] = min(filter(None, peers), default=None)
    peer = f"{triton} or {pytorch}, whichever is faster"
    promised += [(f"{case}, of {peer}", value, 0.97) for case, value in better.items()]
    if all(better.values()):
        mean = math.exp(sum(map(math.log, better.values())) / len(better))
        promised.append((f"long rows, geometric mean, of {peer}", mean, 1.0))
    for name, least in (("softmax backward", 1.5), ("LayerNorm backward", 1.8)):
        promised += [(f"{title(name, shape, dtype)}, of {pytorch}",
                      ratio(name, shape, dtype, pytorch), least)
                     for dtype in types for shape in BACKWARD]
    return [row for row in promised if row[1]]
