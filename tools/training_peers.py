#!/usr/bin/env python3
"""Measures the training of elective 15 beside the same model in PyTorch.

    cmake --build build/cuda --target lesson15.train.solution.cuda
    tools/training_peers.py

Both train the same transformer with the same sizes and element types: float32, products without TF32,
attention in float16. Both upload the text of each step and read its loss back. They take turns, and the
table has the medians of the rounds, in characters a second. PyTorch runs its kernels one by one and,
with --compile, as torch.compile fuses them.

Exit code: 0 all right, 1 a training failed, 2 there is nothing to measure.
"""
import argparse
import datetime
import os
import re
import statistics
import subprocess
import sys
import time

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    torch = None

LAYERS, LENGTH, HEAD, CHARACTERS = 2, 64, 64, 64
DROPOUT, DECAY, RATE = 0.05, 0.01, 0.001


def make_model(heads):
    """The model of lessons/training/model.cpp, in the words of PyTorch."""
    width = heads * HEAD

    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.norm_2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
            self.attend = torch.nn.Linear(width, 3 * width, bias=False)
            self.project = torch.nn.Linear(width, width)
            self.expand = torch.nn.Linear(width, 4 * width)
            self.shrink = torch.nn.Linear(4 * width, width)

        def forward(self, x):
            texts, length, _ = x.shape
            qkv = self.attend(self.norm(x)).half().view(texts, length, 3, heads, HEAD)
            q, k, v = qkv.permute(2, 0, 3, 1, 4)
            o = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            merged = o.transpose(1, 2).reshape(texts, length, width).float()
            x = x + F.dropout(self.project(merged), DROPOUT)
            active = F.gelu(self.expand(self.norm_2(x)), approximate="tanh")
            return x + F.dropout(self.shrink(active), DROPOUT)

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.characters = torch.nn.Embedding(CHARACTERS, width)
            self.places = torch.nn.Embedding(LENGTH, width)
            self.layers = torch.nn.Sequential(*(Layer() for _ in range(LAYERS)))
            self.norm = torch.nn.LayerNorm(width)
            self.scores = torch.nn.Linear(width, CHARACTERS, bias=False)

        def forward(self, tokens, targets):
            x = self.layers(self.characters(tokens) + self.places.weight)
            return F.cross_entropy(self.scores(self.norm(x)).flatten(0, 1), targets.flatten())

    return Model().cuda()


def torchs_speed(heads, texts, steps, compiled):
    """Characters a second, after steps in which nothing is measured."""
    torch.backends.cuda.matmul.allow_tf32 = False
    model = make_model(heads)
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = [p for p in model.parameters() if p.dim() == 1]
    optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": DECAY},
                                   {"params": vectors, "weight_decay": 0.0}], lr=RATE, fused=True)
    run = torch.compile(model) if compiled else model
    text = torch.randint(0, CHARACTERS, (texts, LENGTH + 1))

    def step():
        tokens, targets = text[:, :-1].cuda(), text[:, 1:].contiguous().cuda()
        loss = run(tokens, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    for _ in range(10):
        step()
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(steps):
        step()
    torch.cuda.synchronize()
    return steps * texts * LENGTH / (time.perf_counter() - start)


def our_speed(program, heads, texts, steps):
    """Characters a second, as the program says."""
    run = subprocess.run(
        [program, f"--steps={steps}", f"--heads={heads}", f"--texts={texts}",
         "--prompt=three plus one is "], capture_output=True, text=True, check=False)
    found = re.search(r"([0-9.]+) characters a second", run.stdout)
    if run.returncode != 0 or not found:
        print(f"{program} failed with exit code {run.returncode}:\n{run.stdout[-2000:]}{run.stderr[-500:]}")
        sys.exit(1)
    return float(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program",
                        default="build/cuda/lessons/training/lesson15.train.solution.cuda")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--sizes", default="2x16,8x256",
                        help="models to train: heads of 64 columns x texts in a step")
    parser.add_argument("--compile", action="store_true", help="torch.compile as well")
    parser.add_argument("--markdown", help="write the table here as well")
    options = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        print("PyTorch is not installed or sees no GPU, so there is nothing to compare with.")
        return 2
    if not os.access(options.program, os.X_OK):
        print(f"{options.program} is missing. Build it: "
              "cmake --build build/cuda --target lesson15.train.solution.cuda")
        return 2
    names = ["PyTorch"] + (["PyTorch, torch.compile"] if options.compile else [])
    lines = [f"{datetime.date.today()}, {torch.cuda.get_device_name()}, PyTorch {torch.__version__}: "
             f"`tools/training_peers.py`, {options.steps} steps, medians of {options.rounds} rounds in "
             "turn, characters a second.", "",
             "| model | Kernelwright | " + " | ".join(f"{n} | ours over it" for n in names) +
             " | largest spread |", "|---|---:|" + "---:|---:|" * len(names) + "---:|"]
    for size in options.sizes.split(","):
        heads, texts = map(int, size.split("x"))
        speeds = {name: [] for name in ["ours"] + names}
        for _ in range(options.rounds):
            speeds["ours"].append(our_speed(options.program, heads, texts, options.steps))
            for name in names:
                speeds[name].append(torchs_speed(heads, texts, options.steps, name != "PyTorch"))
        medians = {name: statistics.median(values) for name, values in speeds.items()}
        spread = max((max(v) - min(v)) / medians[name] for name, v in speeds.items())
        cells = [f"{heads * HEAD} columns, {texts} texts of {LENGTH} in a step",
                 f"{medians['ours']:,.0f}"]
        for name in names:
            cells += [f"{medians[name]:,.0f}", f"{medians['ours'] / medians[name]:.2f}"]
        lines.append("| " + " | ".join(cells) + f" | {100 * spread:.1f} % |")
        print(lines[-1], file=sys.stderr, flush=True)
    table = "\n".join(lines) + "\n"
    print(table)
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
