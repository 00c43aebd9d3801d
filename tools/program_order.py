#!/usr/bin/env python3
"""Measures what the order of programs does to a product of matrices: row by row, and in groups (lesson 07, task 3).

    cmake --build build/cuda --target peers
    tools/program_order.py build/cuda/tools/libkernelwright_peers.so [--once N]

Both orders and cuBLAS take turns, the L2 cache is flushed before each sample, and the median of nine is printed in
TFLOP/s. With `--once 8192`, each order runs once at this size, for a profiler:

    ncu --clock-control none -k regex:run_program \\
      --metrics dram__bytes_read.sum,lts__t_sector_hit_rate.pct,gpu__time_duration.sum \\
      tools/program_order.py build/cuda/tools/libkernelwright_peers.so --once 8192
"""
import argparse
import statistics
import sys

sys.dont_write_bytecode = True  # nothing of ours in the source tree
import measuring
import torch
from compute_problem import TYPES

SHAPES = [(n, n, n) for n in (2048, 4096, 6144, 8192, 12288, 16384)] + [(32768, 32768, 512), (65536, 8192, 2048)]
SAMPLES = 9


def contenders(library, m, n, k):
    a, b = (torch.randn(*shape, device="cuda").half() for shape in ((m, k), (k, n)))
    c = torch.empty(m, n, device="cuda", dtype=torch.half)
    return {"row by row": library.function("kw_peer_matmul_row_by_row", a, b, c, m, n, k),
            "groups": library.function("kw_peer_matmul_pointers", TYPES[torch.float16], a, b, c, m, n, k),
            "cuBLAS": lambda: torch.matmul(a, b, out=c)}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("library")
    options.add_argument("--once", type=int, metavar="N")
    given = options.parse_args()
    library = measuring.Library(given.library)
    if given.once:
        calls = contenders(library, given.once, given.once, given.once)
        calls["row by row"]()
        calls["groups"]()
        torch.cuda.synchronize()
        return
    clock = measuring.Clock()
    for m, n, k in SHAPES:
        calls = contenders(library, m, n, k)
        for call in calls.values():
            call()
        torch.cuda.synchronize()
        rates = {name: 2 * m * n * k / statistics.median(times) / 1e9
                 for name, times in clock.sample(calls, SAMPLES).items()}
        print(f"{m} x {n} x {k}: " + ", ".join(f"{name} {rate:.0f}" for name, rate in rates.items()), flush=True)


if __name__ == "__main__":
    main()
