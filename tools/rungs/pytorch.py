#!/usr/bin/env python3
"""Measures softmax, LayerNorm and attention as PyTorch runs them: a call for each step, its own function, and torch.compile.
Their rungs of the ladders are in docs/measurements.md, with those that the target `rungs` measures."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measuring
from measuring import torch

ROUNDS = 5


def measure(calls, work, unit):
    """Calls by their names. `work`: bytes or operations, in units of which 10^9 a second are one of `unit`."""
    for name, (seconds, spread) in measuring.Clock().measure(calls, ROUNDS).items():
        print(f"| {name} | {work / seconds / 1e9:.1f} {unit} | {seconds * 1e6:.1f} us | {100 * spread:.1f} % |", flush=True)


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
    steps_of_softmax, steps_of_norm = torch.compile(softmax), torch.compile(layer_norm)
    measure({"softmax, 8192 x 4096, PyTorch, a call for each step": lambda: softmax(x),
             "softmax, 8192 x 4096, PyTorch": lambda: torch.softmax(x, 1),
             "softmax, 8192 x 4096, torch.compile of the steps": lambda: steps_of_softmax(x),
             "LayerNorm, 8192 x 4096, PyTorch, a call for each step": lambda: layer_norm(x, *affine),
             "LayerNorm, 8192 x 4096, PyTorch": lambda: functional.layer_norm(x, (4096,), *affine),
             "LayerNorm, 8192 x 4096, torch.compile of the steps": lambda: steps_of_norm(x, *affine)}, 8.0 * x.numel(), "GB/s")
    measure({"attention, d = 128, n = 4096, PyTorch, a call for each step": lambda: attention(q, k, v),
             "attention, d = 128, n = 4096, PyTorch's own function":
                 lambda: functional.scaled_dot_product_attention(q, k, v)}, 4.0 * 64 * 4096 * 4096 * 128 / 1000, "TFLOP/s")


if __name__ == "__main__":
    main()
