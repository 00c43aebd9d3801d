"""The lessons' kernels in Triton: the peers of tools/peers.py.

Each function returns ways to do the same thing, {configuration: call}; the caller measures the
fastest of them.
"""
import torch
import triton
import triton.language as tl

from measuring import way
from triton_row_peers import row_programs


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


def one_dimensional(kernel, tensors, n, blocks, warps):
    return {f"block {block}, {count} warps":
            way(kernel, (triton.cdiv(n, block),), *tensors, n, BLOCK_SIZE=block, num_warps=count)
            for block in blocks for count in warps}


def two_dimensional(kernel, arguments, shape, tiles, warps):
    return {f"tile {rows} x {cols}, {count} warps":
            way(kernel, (triton.cdiv(shape[0], rows), triton.cdiv(shape[1], cols)), *arguments, ROWS=rows, COLS=cols,
                num_warps=count)
            for rows, cols in tiles for count in warps}


def vector_add(x, y, out, blocks, warps):
    return one_dimensional(vector_add_kernel, (x, y, out), out.numel(), blocks, warps)


def fused(a, b, c, d, out, blocks, warps):
    return one_dimensional(fused_kernel, (a, b, c, d, out), out.numel(), blocks, warps)


def scale(x, factor, out, warps):
    arguments = (x, out, factor, *x.shape, x.stride(0), out.stride(0))
    return two_dimensional(scale_kernel, arguments, x.shape,
                           ((64, 64), (16, 128), (4, 512), (1, 2048)), warps)


def add_2d(x, y, out, warps):
    arguments = (x, y, out, *x.shape, x.stride(0))
    return two_dimensional(add_2d_kernel, arguments, x.shape,
                           ((64, 64), (16, 128), (4, 512), (1, 2048)), warps)


def transpose(x, out, warps):
    arguments = (x, out, *x.shape)
    return two_dimensional(transpose_kernel, arguments, x.shape,
                           ((32, 32), (32, 64), (64, 32), (64, 64), (128, 32)), warps)


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
