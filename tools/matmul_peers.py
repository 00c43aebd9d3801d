"""The cases of lesson 07 for tools/peers.py: products of matrices beside cuBLAS and Triton."""
import torch

from measuring import CUBLAS, OURS, POINTERS, SPLIT, TRITON, Problem, tritons

# m, n, k, and the least of cuBLAS's speed
CASES = (
    (torch.float16, 2048, 2048, 2048, 1.0),
    (torch.float16, 4096, 4096, 4096, 1.0),
    (torch.float16, 8192, 8192, 8192, 1.0),
    (torch.bfloat16, 2048, 2048, 2048, 0.93),
    (torch.bfloat16, 8192, 8192, 512, 0.93),
    (torch.float32, 4096, 4096, 4096, 0.97),
    (torch.float16, 1024, 1024, 1024, 0.95),
    (torch.float16, 512, 512, 512, 1.0),
    (torch.float16, 128, 4096, 4096, 0.90),
    (torch.float16, 256, 256, 16384, 0.80),
    (torch.float16, 4088, 4088, 4088, 0.75),
)
# Rows that a descriptor cannot take: they do not begin at multiples of 16 bytes.
UNALIGNED = ((4095, 4095, 4096), (4097, 4097, 4097), (4098, 4098, 4098))
LEAST_OF_POINTERS = 0.60  # of cuBLAS's speed: task 4's loop, where all sides are large and rows are aligned


def matmul(library, dtype, m, n, k, least):
    torch.backends.cuda.matmul.allow_tf32 = False  # strict, as lesson 07 is
    a, b = (torch.randn(*shape, device="cuda", dtype=torch.float32).to(dtype)
            for shape in ((m, k), (k, n)))
    out = torch.empty(m, n, device="cuda", dtype=dtype)
    contenders = {OURS: library.function("matmul", a, b, out)}
    bars = [(CUBLAS, least)]
    if min(m, n, k) >= 512:
        bars.append((TRITON, 1.0))
    if dtype != torch.float32:
        contenders[POINTERS] = library.function("matmul_pointers", a, b, out)
    if dtype == torch.float16 and min(m, n, k) >= 2048:
        bars.append((CUBLAS, LEAST_OF_POINTERS, POINTERS))
    if k >= 16 * max(m, n):
        parts = 128 // (-(-m // 128) * -(-n // 128))  # for 128 programs, with tiles of 128 x 128
        sums = torch.empty(parts, m, n, device="cuda")
        contenders[SPLIT] = library.function("matmul_split", a, b, sums, out)
        bars = [(CUBLAS, least, SPLIT)]
    contenders[CUBLAS] = lambda: torch.matmul(a, b, out=out)
    return Problem(
        title=f"matmul {str(dtype).removeprefix('torch.')}, {m} x {n} x {k}",
        work=2 * m * n * k, out=out, expected=lambda: a.double() @ b.double(),
        contenders=contenders, triton=tritons("matmul", a, b, out),
        bars=bars)


def unaligned(library, m, n, k):
    """By task 4's loop, whose rows begin anywhere. For Triton these sizes would be compiled once more."""
    a, b = (torch.randn(*shape, device="cuda").half() for shape in ((m, k), (k, n)))
    out = torch.empty(m, n, device="cuda", dtype=torch.float16)
    return Problem(
        title=f"matmul float16, rows that are not aligned, {m} x {n} x {k}", work=2 * m * n * k,
        out=out, expected=lambda: a.double() @ b.double(),
        contenders={
            OURS: library.function("matmul_pointers", a, b, out),
            CUBLAS: lambda: torch.matmul(a, b, out=out)})


def problems(library):
    """Makes one problem at a time, so only one holds memory."""
    for case in CASES:
        yield matmul(library, *case)
    for case in UNALIGNED:
        yield unaligned(library, *case)
