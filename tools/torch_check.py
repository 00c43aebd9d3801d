#!/usr/bin/env python3
"""Checks and measures the course's kernels as operators of PyTorch.

    cmake --build build/cpu --target pytorch.solution.cpu
    cmake --build build/cuda --target pytorch.solution.cuda
    tools/torch_check.py --cpu build/cpu/pytorch/libkernelwright_solution_cpu.so \\
                         --cuda build/cuda/pytorch/libkernelwright_solution_cuda.so

Builds nothing. Every operator is compared with PyTorch's own, forward and backward, and goes through
gradcheck, opcheck and torch.compile(fullgraph=True) where this PyTorch has them. Then a table: both in
turn, and what a call costs on arrays that are too small to take time. On a CPU the checker of memory
accesses is on during the checks, and off in the table.

Exit code: 0 all right, 1 something is wrong, 77 PyTorch is missing or there is no library to look at.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True  # nothing of ours in the source tree
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lessons" / "11_pytorch"))

try:
    import torch
    import kernelwright_torch as kwt
    import measuring
    import torch_operators
except ImportError as problem:
    debians = "/usr/bin/python3"  # which Debian's PyTorch is installed for
    if sys.executable != debians and os.path.exists(debians) and "KW_TORCH_PYTHON" not in os.environ:
        os.execve(debians, [debians, *sys.argv], {**os.environ, "KW_TORCH_PYTHON": debians})
    torch = None
    missing = problem

WAYS = ("ours", "theirs")


def in_turn(calls, device, rounds):
    """The median seconds of several calls, which take turns so that each meets the same machine: of the GPU between two
    events, or of the wall clock."""
    if device == "cuda":  # the host enqueues a call while the GPU still fills this, so its own time is not in it
        return {name: seconds for name, (seconds, _) in measuring.Clock(1 << 31).measure(calls, 5).items()}
    samples = {name: [] for name in calls}
    for _ in range(5 * rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            samples[name].append(time.perf_counter() - start)
    return {name: statistics.median(values[rounds:]) for name, values in samples.items()}


def seconds_of_a_call(call, device, times):
    """What the host spends on one call when the arrays are tiny: the mean of fifty calls in a row, where
    it was least. The batches are short, so some of them meet no other work of the machine."""
    for _ in range(times // 10 + 1):
        call()
    best = float("inf")
    for _ in range(times // 10):
        if device == "cuda":
            torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(50):
            call()
        best = min(best, (time.perf_counter() - start) / 50)  # what the queue hides is not in it
    return best


def forward(operator, way):
    return torch.no_grad()(lambda: getattr(operator, way)(*operator.inputs))


def backward(operator, way):
    """The backward pass alone: the graph of one forward pass, walked again and again."""
    leaves = torch_operators.leaves(operator.inputs)
    out = getattr(operator, way)(*leaves)
    gradient = torch.randn_like(out)
    return lambda: torch.autograd.grad(out, leaves, gradient, retain_graph=True)


def both(operator, way):
    leaves = torch_operators.leaves(operator.inputs)
    gradient = torch.randn_like(getattr(operator, way)(*leaves))
    return lambda: torch.autograd.grad(getattr(operator, way)(*leaves), leaves, gradient)


def row_operators(device, rows, columns, dtype):
    random = lambda *shape: torch.randn(*shape, device=device, dtype=dtype)
    yield torch_operators.softmax(random(rows, columns))
    yield torch_operators.layer_norm(random(rows, columns), random(columns), random(columns))


def attention(device, *shape, causal=False):
    return torch_operators.attention(*(torch.randn(shape, device=device, dtype=torch.float16) for _ in range(3)), causal)


def operators(device):
    """What is measured, one after the other, so that only one holds memory."""
    if device == "cuda":
        for dtype in (torch.float32, torch.float16):
            yield from row_operators(device, 8192, 4096, dtype)
        for causal in (False, True):
            yield attention(device, 4, 16, 4096, 128, causal=causal)
    else:
        yield from row_operators(device, 1024, 1024, torch.float32)


def small_operators(device):
    yield from row_operators(device, 1, 64, torch.float32)
    if device == "cuda" or torch_operators.has_half_attention(device):
        yield attention(device, 1, 1, 64, 64)


def microseconds(seconds):
    return f"{seconds * 1e6:.1f}"


def tables(device, rounds):
    """The rows of a device as markdown."""
    where = torch.cuda.get_device_name() if device == "cuda" else \
        f"the CPU, PyTorch with {torch.get_num_threads()} threads"
    lines = ["", f"PyTorch {torch.__version__} on {where}. Microseconds, medians, in turn; above 1, ours "
             "is faster.", "",
             "| operator | forward, ours | PyTorch's | PyTorch's / ours | backward, ours | PyTorch's "
             "| PyTorch's / ours |", "|---|---:|---:|---:|---:|---:|---:|"]
    for operator in operators(device):
        cells = []
        for direction in (forward, backward):
            seconds = in_turn({way: direction(operator, way) for way in WAYS}, device, rounds)
            cells += [*(microseconds(seconds[way]) for way in WAYS), f"{seconds['theirs'] / seconds['ours']:.2f}"]
        lines.append(f"| {operator.title} | " + " | ".join(cells) + " |")
        print(lines[-1], file=sys.stderr, flush=True)
    lines += ["", "What the host spends on a call, in microseconds, on arrays too small to take time:", "",
              "| operator | forward, ours | PyTorch's | forward and backward, ours | PyTorch's |",
              "|---|---:|---:|---:|---:|"]
    times = 200 if rounds < 10 else 2000
    for operator in small_operators(device):
        cells = [microseconds(seconds_of_a_call(direction(operator, way), device, times))
                 for direction in (forward, both) for way in WAYS]
        lines.append(f"| {operator.title} | " + " | ".join(cells) + " |")
    lines += ["", f"Of that, the C function of softmax takes {bare_call(device, times)} us when it is "
              "called past torch.library, with its structs made beforehand."]
    return lines


def bare_call(device, times):
    x = torch.randn(1, 64, device=device)
    y = torch.empty_like(x)
    place, arrays = kwt._place(x.device), (kwt._array(x), kwt._array(y))
    function = kwt._libraries[device].kw_softmax
    return microseconds(seconds_of_a_call(lambda: function(place, *arrays), device, times))


def measure():
    """Measures in a process of its own, since the checker is on in this one, and returns its exit code."""
    command = [sys.executable, __file__, "--table"] + sys.argv[1:]
    return subprocess.run(command, check=False).returncode


def skip(why):
    print(f"SKIPPED: {why}")
    return 77


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cpu", help="the library with kernels for the CPU")
    parser.add_argument("--cuda", help="the library with kernels for a GPU")
    parser.add_argument("--quick", action="store_true", help="checks alone, and no inductor")
    parser.add_argument("--table", action="store_true", help="the table alone")
    parser.add_argument("--rounds", type=int, default=20, help="samples of each time")
    parser.add_argument("--markdown", help="write the tables here as well")
    options = parser.parse_args()
    if torch is None:
        return skip(f"PyTorch is not installed ({missing}), so there is nothing to check.")
    devices = [device for device in ("cpu", "cuda") if getattr(options, device)]
    if "cuda" in devices and not torch.cuda.is_available():
        print("PyTorch sees no GPU, so the library for CUDA is left out.")
        devices.remove("cuda")
    if not devices:
        return skip("no library was given for a device that is there (--cpu, --cuda).")
    if options.table:
        os.environ["KW_CHECK"] = "off"  # which a library reads when it is loaded
    for device in devices:
        kwt.load(getattr(options, device), device)
    if options.table:
        lines = [line for device in devices for line in tables(device, options.rounds)]
        print("\n".join(lines))
        if options.markdown:
            Path(options.markdown).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    wrong = [text for device in devices for text in torch_operators.check(device, options.quick)]
    for text in wrong:
        print(f"WRONG: {text}")
    if not wrong and not options.quick:
        return measure()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
