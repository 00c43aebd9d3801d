"""Lessons 05 and 06 in Triton: softmax and LayerNorm, one row per program.

Each function returns ways to do the same thing, {configuration: call}; the caller measures the
fastest of them.
"""
import triton
import triton.language as tl

from measuring import way

WARPS = (1, 2, 4, 8, 16)
WARPS_OF_LONG_ROWS = (8, 16, 32)


@triton.jit
def softmax_kernel(x, out, n_cols, BLOCK_SIZE: tl.constexpr):
    start = tl.program_id(0).to(tl.int64) * n_cols
    cols = tl.arange(0, BLOCK_SIZE)
    mask = cols < n_cols
    value = tl.load(x + start + cols, mask=mask, other=-float("inf")).to(tl.float32)
    numerator = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + start + cols, numerator / tl.sum(numerator, axis=0), mask=mask)


@triton.jit
def layer_norm_kernel(x, weight, bias, y, mean, rstd, n_cols, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK_SIZE)
    mask = cols < n_cols
    value = tl.load(x + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    mu = tl.sum(value, axis=0) / n_cols
    centred = tl.where(mask, value - mu, 0.0)
    rs = 1.0 / tl.sqrt(tl.sum(centred * centred, axis=0) / n_cols + eps)
    tl.store(mean + row, mu)
    tl.store(rstd + row, rs)
    w = tl.load(weight + cols, mask=mask).to(tl.float32)
    b = tl.load(bias + cols, mask=mask).to(tl.float32)
    tl.store(y + row * n_cols + cols, centred * rs * w + b, mask=mask)


def row_programs(kernel, arguments, rows, cols, warps=None):
    """One program per row; its block is the smallest power of two that holds the row."""
    block = triton.next_power_of_2(cols)
    return {f"{count} warps": way(kernel, (rows,), *arguments, BLOCK_SIZE=block, num_warps=count)
            for count in warps or (WARPS if cols < 16384 else WARPS_OF_LONG_ROWS)}


def softmax(x, out):
    return row_programs(softmax_kernel, (x, out, x.shape[1]), *x.shape)


def layer_norm(x, weight, bias, y, mean, rstd, eps):
    arguments = (x, weight, bias, y, mean, rstd, x.shape[1], eps)
    return row_programs(layer_norm_kernel, arguments, *x.shape)
