"""The cases of lessons 05 and 06 for tools/peers.py: softmax and LayerNorm, forward and backward."""
import ctypes

import torch

from measuring import BETTER, OURS, PYTORCH, TRITON, Problem, tritons

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
MEANS = {"softmax": (6, TRITON, 1.0), "LayerNorm": (8, TRITON, 1.0), "long rows": (30, BETTER, 1.0)}


def random(shape, dtype):
    return (torch.rand(*shape, device="cuda") * 4 - 1).to(dtype)


def title(name, shape, dtype):
    return f"{name}, {shape[0]} x {shape[1]}, {str(dtype).removeprefix('torch.')}"


def softmax(library, shape, dtype, **promised):
    x = random(shape, dtype) * 2
    out = torch.empty_like(x)
    return Problem(
        title("softmax", shape, dtype), 2 * x.nbytes, out, lambda: torch.softmax(x.double(), 1).to(dtype),
        {OURS: library.function("softmax", x, out), PYTORCH: lambda: torch.softmax(x, 1)},
        tritons("softmax", x, out),
        tolerance=SOFTMAX_TOLERANCES[dtype], **promised)


def softmax_backward(library, shape, dtype, **promised):
    y, dy = torch.softmax(random(shape, dtype) * 2, 1), random(shape, dtype)
    dx = torch.empty_like(y)
    products = y.double() * dy.double()
    dot = products.sum(1, keepdim=True)
    # One rounding of a product in the type of the data: dx is a difference of two of that size.
    rounding = float(products.abs().max()) * (2.0 ** -11 if dtype == torch.float16 else 2.0 ** -22)
    expected = (y.double() * (dy.double() - dot)).to(dtype)
    return Problem(
        title("softmax backward", shape, dtype), 3 * y.nbytes, dx, lambda: expected,
        {OURS: library.function("softmax_backward", y, dy, dx),
         PYTORCH: lambda: torch.ops.aten._softmax_backward_data(dy, y, 1, dtype)},
        tolerance=(SOFTMAX_TOLERANCES[dtype][0], rounding), **promised)


def layer_norm(library, shape, dtype, **promised):
    x, weight, bias = random(shape, dtype), random(shape[1:], dtype), random(shape[1:], dtype)
    y = torch.empty_like(x)
    mean, rstd = (torch.empty(shape[0], device="cuda") for _ in range(2))
    arguments = (x, weight, bias, y, mean, rstd, EPS)
    return Problem(
        title("LayerNorm", shape, dtype), 2 * x.nbytes + 2 * weight.nbytes + 2 * mean.nbytes, y,
        lambda: torch.nn.functional.layer_norm(x.double(), shape[1:], weight.double(), bias.double(), EPS).to(dtype),
        {OURS: library.function("layer_norm", *arguments),
         PYTORCH: lambda: torch.native_layer_norm(x, shape[1:], weight, bias, EPS)[0]},
        tritons("layer_norm", *arguments),
        tolerance=LAYER_NORM_TOLERANCES[dtype], **promised)


def layer_norm_backward(library, shape, dtype, **promised):
    x, dy, weight = random(shape, dtype), random(shape, dtype), random(shape[1:], dtype)
    bias = torch.zeros_like(weight)
    _, mean, rstd = torch.native_layer_norm(x, shape[1:], weight, bias, EPS)
    dx = torch.empty_like(x)
    dw, db = (torch.empty(shape[1], device="cuda") for _ in range(2))
    programs = library.library.kw_peer_layer_norm_partial_rows(*map(ctypes.c_int64, shape))
    partials = [torch.empty(programs, shape[1], device="cuda") for _ in range(2)]
    backward = torch.ops.aten.native_layer_norm_backward
    flat_mean, flat_rstd = mean.float().flatten(), rstd.float().flatten()
    return Problem(
        title("LayerNorm backward", shape, dtype), 3 * x.nbytes, dx,
        lambda: backward(dy.double(), x.double(), shape[1:], mean.double(), rstd.double(), weight.double(), bias.double(),
                         [True] * 3)[0].to(dtype),
        {OURS: library.function("layer_norm_backward", dy, x, weight, flat_mean, flat_rstd, dx, dw, db, *partials),
         PYTORCH: lambda: backward(dy, x, shape[1:], mean, rstd, weight, bias, [True] * 3)[0]},
        tolerance=LAYER_NORM_TOLERANCES[dtype], **promised)


def problems(library):
    """Makes one problem at a time, so only one holds memory."""
    two, three = TYPES[:2], TYPES
    for make, types, shapes, bar, mean in (
            (softmax, two, FORWARD, (TRITON, 0.97), "softmax"), (softmax_backward, two, BACKWARD, (PYTORCH, 1.5), ""),
            (layer_norm, two, FORWARD, (TRITON, 0.97), "LayerNorm"), (layer_norm_backward, two, BACKWARD, (PYTORCH, 1.8), ""),
            (softmax, three, LONG, (BETTER, 0.97), "long rows"), (layer_norm, three, LONG, (BETTER, 0.97), "long rows")):
        for dtype in types:
            for rows, cols in shapes:  # rows of 781 elements are no part of softmax's mean
                yield make(library, (rows, cols), dtype, bars=[bar], mean="" if (mean, cols) == ("softmax", 781) else mean)


def widths(library):
    """Rows of many widths: none may be much slower than its neighbours."""
    for make in (softmax, layer_norm):
        for dtype in (torch.float32, torch.float16):
            for cols in WIDTHS:
                yield make(library, (4096, cols), dtype)
