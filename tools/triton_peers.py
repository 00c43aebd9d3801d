"""Lessons 01 to 08 in Triton: the peers of tools/peers.py.

Each function returns ways to do the same thing, {configuration: call}; the caller measures the
fastest of them.
"""
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from measuring import way

BLOCKS = (1024, 2048, 4096)
WARPS = (4, 8)
ROW_WARPS = (1, 2, 4, 8, 16)
WARPS_OF_LONG_ROWS = (8, 16, 32)
FLAT_TILES = ((64, 64), (16, 128), (4, 512), (1, 2048))
# Rows, columns and depth of a tile, warps, stages.
PRODUCTS_16 = (
    (128, 256, 64, 8, 3), (128, 256, 64, 8, 4), (256, 128, 64, 8, 3), (256, 128, 64, 8, 4),
    (128, 128, 64, 4, 3), (128, 128, 64, 4, 4), (128, 128, 64, 8, 4), (128, 128, 128, 8, 3),
    (64, 256, 64, 4, 4), (256, 64, 64, 4, 4), (128, 64, 64, 4, 4), (64, 128, 64, 4, 4),
)
PRODUCTS_32 = (
    (128, 128, 16, 8, 3), (128, 128, 32, 8, 2), (128, 64, 32, 8, 3), (128, 64, 32, 4, 3),
    (64, 128, 32, 4, 3), (64, 64, 32, 4, 4),
)
LOG2_E = 1.4426950408889634
# Rows of q, columns of a step, warps, stages.
ATTENTION = (
    (128, 128, 8, 2), (128, 128, 8, 3), (128, 64, 8, 3), (128, 64, 8, 4), (128, 64, 4, 3),
    (64, 64, 4, 3), (64, 128, 4, 3),
)


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


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                  GROUP: tl.constexpr, PRECISION: tl.constexpr):
    tile_rows, tile_cols = tl.cdiv(M, BM), tl.cdiv(N, BN)
    program = tl.program_id(0)
    first_row = program // (GROUP * tile_cols) * GROUP
    height = min(tile_rows - first_row, GROUP)
    in_group = program % (GROUP * tile_cols)
    row, col = first_row + in_group % height, in_group // height
    # Rows and columns past the end wrap around to the beginning, so only k needs a mask.
    rows = (row * BM + tl.arange(0, BM)) % M
    cols = (col * BN + tl.arange(0, BN)) % N
    ks = tl.arange(0, BK)
    a_tile = a + rows[:, None] * K + ks[None, :]
    b_tile = b + ks[:, None] * N + cols[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        at = tl.load(a_tile, mask=ks[None, :] < K - start, other=0.0)
        bt = tl.load(b_tile, mask=ks[:, None] < K - start, other=0.0)
        acc = tl.dot(at, bt, acc, input_precision=PRECISION)
        a_tile += BK
        b_tile += BK * N
    rows = row * BM + tl.arange(0, BM)
    cols = col * BN + tl.arange(0, BN)
    tl.store(c + rows[:, None] * N + cols[None, :], acc.to(c.dtype.element_ty),
             mask=(rows[:, None] < M) & (cols[None, :] < N))


def matmul(a, b, out):
    """In grouped order."""
    m, k = a.shape
    n = b.shape[1]
    return {f"{bm} x {bn} x {bk}, {warps} warps, {stages} stages":
            way(matmul_kernel, (triton.cdiv(m, bm) * triton.cdiv(n, bn),), a, b, out, m, n, k, BM=bm, BN=bn, BK=bk, GROUP=8,
                PRECISION="ieee", num_warps=warps, num_stages=stages)
            for bm, bn, bk, warps, stages in (PRODUCTS_32 if a.dtype == torch.float32 else PRODUCTS_16)}


@triton.jit
def add_columns(acc, total, largest, q, k, v, base, first, last, rows, scale, BN: tl.constexpr,
                DIAGONAL: tl.constexpr):
    for start in tl.range(first, last, BN):
        scores = tl.dot(q, k.load([base + start, 0]).T)
        if DIAGONAL:
            seen = rows[:, None] >= start + tl.arange(0, BN)[None, :]
            scores = tl.where(seen, scores, -float("inf"))
        now = tl.maximum(largest, tl.max(scores, 1) * scale)
        p = tl.math.exp2(scores * scale - now[:, None])
        shrink = tl.math.exp2(largest - now)
        total = total * shrink + tl.sum(p, 1)
        acc = tl.dot(p.to(q.dtype), v.load([base + start, 0]), acc * shrink[:, None])
        largest = now
    return acc, total, largest


@triton.jit
def attention_kernel(q, k, v, out, n, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
                     CAUSAL: tl.constexpr):
    block = tl.program_id(0)
    if CAUSAL:
        block = tl.num_programs(0) - 1 - block  # the longest first
    base, first = tl.program_id(1) * n, block * BM
    rows = first + tl.arange(0, BM)
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    q_tile = q.load([base + first, 0])
    before = first if CAUSAL else n
    acc, total, largest = add_columns(acc, total, largest, q_tile, k, v, base, 0, before, rows,
                                      scale, BN, False)
    if CAUSAL:
        acc, total, largest = add_columns(acc, total, largest, q_tile, k, v, base, first,
                                          first + BM, rows, scale, BN, True)
    out.store([base + first, 0], (acc / total[:, None]).to(q_tile.dtype))


def attention(q, k, v, out, causal):
    """q, k, v, out: [batch, heads, n, d], dense, n a multiple of 128. By tensor descriptors, an online softmax in powers of two."""
    batch, heads, n, d = q.shape
    ways = {}
    for bm, bn, warps, stages in ATTENTION:
        if causal and bm % bn:
            continue  # the steps on the diagonal would begin in those before it
        if d == 128 and bm * bn * stages > 128 * 128 * 2 and warps == 4:
            continue  # more than a multiprocessor's shared memory or registers

        arrays = [TensorDescriptor(array, [batch * heads * n, d], [d, 1], [rows, d])
                  for array, rows in ((q, bm), (k, bn), (v, bn), (out, bm))]
        ways[f"{bm} x {bn}, {warps} warps, {stages} stages"] = way(
            attention_kernel, (n // bm, batch * heads), *arrays, n, LOG2_E / d**0.5, BM=bm, BN=bn, D=d, CAUSAL=causal,
            num_warps=warps, num_stages=stages)
    return ways
