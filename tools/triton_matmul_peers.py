"""Lesson 07 in Triton: a tiled matmul in grouped order.

`matmul` returns ways to do the same thing, {configuration: call}; the caller measures the fastest.
"""
import torch
import triton
import triton.language as tl

from measuring import way

# Rows, columns and depth of a tile, warps, stages.
CONFIGS_16 = (
    (128, 256, 64, 8, 3), (128, 256, 64, 8, 4), (256, 128, 64, 8, 3), (256, 128, 64, 8, 4),
    (128, 128, 64, 4, 3), (128, 128, 64, 4, 4), (128, 128, 64, 8, 4), (128, 128, 128, 8, 3),
    (64, 256, 64, 4, 4), (256, 64, 64, 4, 4), (128, 64, 64, 4, 4), (64, 128, 64, 4, 4),
)
CONFIGS_32 = (
    (128, 128, 16, 8, 3), (128, 128, 32, 8, 2), (128, 64, 32, 8, 3), (128, 64, 32, 4, 3),
    (64, 128, 32, 4, 3), (64, 64, 32, 4, 4),
)


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
    m, k = a.shape
    n = b.shape[1]
    return {f"{bm} x {bn} x {bk}, {warps} warps, {stages} stages":
            way(matmul_kernel, (triton.cdiv(m, bm) * triton.cdiv(n, bn),), a, b, out, m, n, k, BM=bm, BN=bn, BK=bk, GROUP=8,
                PRECISION="ieee", num_warps=warps, num_stages=stages)
            for bm, bn, bk, warps, stages in (CONFIGS_32 if a.dtype == torch.float32 else CONFIGS_16)}
