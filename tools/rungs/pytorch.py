#!/usr/bin/env python3
"""Measures softmax, LayerNorm and attention as PyTorch runs them: a call for each step, its own function, and torch.compile.
Their rungs of the ladders are in docs/measurements.md, with those that the target `rungs` measures."""
import statistics

import torch

FLUSHED = torch.empty(1 << 29, dtype=torch.int8, device="cuda")


def sample(call):
    """Milliseconds, with nothing of the arguments in the cache."""
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    FLUSHED.zero_()
    start.record()
    call()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop)


def measure(name, work, unit, call):
    """`work`: bytes or operations, in units of which 1000 a second are one of `unit`."""
    once = [sample(call) for _ in range(4)][-1]
    times = sorted(sample(call) for _ in range(max(7, min(60, int(60 / once)))))
    median = statistics.median(times)
    spread = 50 * (times[len(times) * 3 // 4] - times[len(times) // 4]) / median
    print(f"| {name} | {work / median / 1e6:.1f} {unit} | {median * 1e3:.1f} us | {spread:.1f} % |", flush=True)


def softmax(x):
    e = (x - x.amax(1, keepdim=True)).exp()
    return e / e.sum(1, keepdim=True)


def layer_norm(x, weight, bias):
    centred = x - x.mean(1, keepdim=True)
    variance = (centred * centred).mean(1, keepdim=True)
    return centred * torch.rsqrt(variance + 1e-5) * weight + bias


def attention(q, k, v):
    return torch.softmax((q @ k.transpose(2, 3)) * q.shape[3] ** -0.5, 3) @ v


def main():
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    functional = torch.nn.functional
    x = torch.randn(8192, 4096, device="cuda")
    affine = torch.randn(4096, device="cuda"), torch.randn(4096, device="cuda")
    q, k, v = (torch.randn(4, 16, 4096, 128, device="cuda").half() for _ in range(3))
    rows = 8.0 * x.numel(), "GB/s"
    products = 4.0 * 64 * 4096 * 4096 * 128 / 1000, "TFLOP/s"
    compiled_softmax, compiled_norm = torch.compile(softmax), torch.compile(layer_norm)
    measure("softmax, 8192 x 4096, PyTorch, a call for each step", *rows, lambda: softmax(x))
    measure("softmax, 8192 x 4096, PyTorch", *rows, lambda: torch.softmax(x, 1))
    measure("softmax, 8192 x 4096, torch.compile of the steps", *rows, lambda: compiled_softmax(x))
    measure("LayerNorm, 8192 x 4096, PyTorch, a call for each step", *rows, lambda: layer_norm(x, *affine))
    measure("LayerNorm, 8192 x 4096, PyTorch", *rows, lambda: functional.layer_norm(x, (4096,), *affine))
    measure("LayerNorm, 8192 x 4096, torch.compile of the steps", *rows, lambda: compiled_norm(x, *affine))
    measure("attention, d = 128, n = 4096, PyTorch, a call for each step", *products, lambda: attention(q, k, v))
    measure("attention, d = 128, n = 4096, PyTorch's own function", *products,
            lambda: functional.scaled_dot_product_attention(q, k, v))


if __name__ == "__main__":
    main()
