"""Lesson 08 in Triton: attention by tensor descriptors, an online softmax in powers of two.

`attention` returns ways to do the same thing, {configuration: call}; the caller measures the fastest.
"""
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from measuring import way

LOG2_E = 1.4426950408889634
# Rows of q, columns of a step, warps, stages.
CONFIGS = (
    (128, 128, 8, 2), (128, 128, 8, 3), (128, 64, 8, 3), (128, 64, 8, 4), (128, 64, 4, 3),
    (64, 64, 4, 3), (64, 128, 4, 3),
)


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
    """q, k, v, out: [batch, heads, n, d], dense, n a multiple of 128."""
    batch, heads, n, d = q.shape
    ways = {}
    for bm, bn, warps, stages in CONFIGS:
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
