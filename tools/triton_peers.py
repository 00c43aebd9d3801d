"""Lessons 01 to 06 in Triton: the peers of tools/peers.py.

Each function returns ways to do the same thing, {configuration: call}; the caller measures the
fastest of them.
"""
import torch
import triton
import triton.language as tl

from measuring import way

BLOCKS = (1024, 2048, 4096)
WARPS = (4, 8)
ROW_WARPS = (1, 2, 4, 8, 16)
WARPS_OF_LONG_ROWS = (8, 16, 32)
FLAT_TILES = ((64, 64), (16, 128), (4, 512), (1, 2048))


@triton.jit
def vector_add_kernel(x, y, out, n, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask)
    b = tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, a + b, mask=mask)


@triton.jit
def fused_kernel(a, b, c, d, out, n, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    total = tl.load(a + offsets, mask=mask) + tl.load(b + offsets, mask=mask)
    product = total * tl.load(c + offsets, mask=mask)
    tl.store(out + offsets, product + tl.load(d + offsets, mask=mask), mask=mask)


@triton.jit
def scale_kernel(x, out, factor, n_rows, n_cols, x_stride, out_stride,
                 ROWS: tl.constexpr, COLS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    cols = tl.program_id(1) * COLS + tl.arange(0, COLS)
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    value = tl.load(x + rows[:, None] * x_stride + cols[None, :], mask=mask)
    tl.store(out + rows[:, None] * out_stride + cols[None, :], value * factor, mask=mask)


@triton.jit
def add_2d_kernel(x, y, out, n_rows, n_cols, stride, ROWS: tl.constexpr, COLS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    cols = tl.program_id(1) * COLS + tl.arange(0, COLS)
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    offsets = rows[:, None] * stride + cols[None, :]
    total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, total, mask=mask)


@triton.jit
def transpose_kernel(x, out, n_rows, n_cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    cols = tl.program_id(1) * COLS + tl.arange(0, COLS)
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    tile = tl.load(x + rows[:, None] * n_cols + cols[None, :], mask=mask)
    turned = (cols[:, None] < n_cols) & (rows[None, :] < n_rows)
    tl.store(out + cols[:, None] * n_rows + rows[None, :], tl.trans(tile), mask=turned)


@triton.jit
def sum_kernel(x, out, n, BLOCK_SIZE: tl.constexpr):
    total = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    for start in range(tl.program_id(0) * BLOCK_SIZE, n, tl.num_programs(0) * BLOCK_SIZE):
        offsets = start + tl.arange(0, BLOCK_SIZE)
        total += tl.load(x + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out, tl.sum(total, axis=0))


@triton.jit
def row_sum_kernel(x, out, n_cols, BLOCK_SIZE: tl.constexpr):
    cols = tl.arange(0, BLOCK_SIZE)
    value = tl.load(x + tl.program_id(0) * n_cols + cols, mask=cols < n_cols, other=0.0)
    tl.store(out + tl.program_id(0), tl.sum(value, axis=0))


@triton.jit
def row_max_kernel(x, out, n_cols, BLOCK_SIZE: tl.constexpr):
    cols = tl.arange(0, BLOCK_SIZE)
    value = tl.load(x + tl.program_id(0) * n_cols + cols, mask=cols < n_cols, other=-float("inf"))
    tl.store(out + tl.program_id(0), tl.max(value, axis=0))


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


def one_dimensional(kernel, *tensors):
    n = tensors[-1].numel()
    return {f"block {block}, {count} warps":
            way(kernel, (triton.cdiv(n, block),), *tensors, n, BLOCK_SIZE=block, num_warps=count)
            for block in BLOCKS for count in WARPS}


def two_dimensional(kernel, arguments, shape, tiles):
    return {f"tile {rows} x {cols}, {count} warps":
            way(kernel, (triton.cdiv(shape[0], rows), triton.cdiv(shape[1], cols)), *arguments, ROWS=rows, COLS=cols,
                num_warps=count)
            for rows, cols in tiles for count in WARPS}


def vector_add(x, y, out):
    return one_dimensional(vector_add_kernel, x, y, out)


def fused(a, b, c, d, out):
    return one_dimensional(fused_kernel, a, b, c, d, out)


def scale(x, factor, out):
    return two_dimensional(scale_kernel, (x, out, factor, *x.shape, x.stride(0), out.stride(0)), x.shape, FLAT_TILES)


def add_2d(x, y, out):
    return two_dimensional(add_2d_kernel, (x, y, out, *x.shape, x.stride(0)), x.shape, FLAT_TILES)


def transpose(x, out):
    return two_dimensional(transpose_kernel, (x, out, *x.shape), x.shape,
                           ((32, 32), (32, 64), (64, 32), (64, 64), (128, 32)))


def row_programs(kernel, arguments, rows, cols, warps=None):
    """One program per row; its block is the smallest power of two that holds the row."""
    block = triton.next_power_of_2(cols)
    return {f"{count} warps": way(kernel, (rows,), *arguments, BLOCK_SIZE=block, num_warps=count)
            for count in warps or (ROW_WARPS if cols < 16384 else WARPS_OF_LONG_ROWS)}


def vector_sum(x, out):
    """Few programs, each with a loop; out is set to 0 within the call, as ours does."""
    ways = {}
    processors = torch.cuda.get_device_properties(x.device).multi_processor_count
    for programs in (4 * processors, 8 * processors):
        for block in (4096, 8192):
            for count in (4, 8, 16):
                def call(programs=programs, block=block, count=count):
                    out.zero_()
                    sum_kernel[(programs,)](x, out, x.numel(), BLOCK_SIZE=block, num_warps=count)
                ways[f"{programs} programs, block {block}, {count} warps"] = call
    return ways


def row_sum(x, out):
    return row_programs(row_sum_kernel, (x, out, x.shape[1]), *x.shape, (1, 2, 4, 8))


def row_max(x, out):
    return row_programs(row_max_kernel, (x, out, x.shape[1]), *x.shape, (1, 2, 4, 8))


def softmax(x, out):
    return row_programs(softmax_kernel, (x, out, x.shape[1]), *x.shape)


def layer_norm(x, weight, bias, y, mean, rstd, eps):
    arguments = (x, weight, bias, y, mean, rstd, x.shape[1], eps)
    return row_programs(layer_norm_kernel, arguments, *x.shape)
