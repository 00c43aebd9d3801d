"""What tools/peers.py, tools/torch_check.py and tools/rungs/pytorch.py share: the problems, the solutions, the clock."""
import ctypes
import dataclasses
import datetime
import importlib
import random
import statistics
import subprocess
from typing import Any, Callable

try:
    import torch
except ImportError:
    torch = None

try:
    import triton
except ImportError:
    triton = None


OURS, POINTERS = "Kernelwright", "Kernelwright, pointers"
SPLIT = "Kernelwright, split along k"
CUBLAS, CUDNN, PYTORCH, TRITON = "cuBLAS", "cuDNN", "PyTorch", "Triton"
BETTER = f"{TRITON} or {PYTORCH}, whichever is faster"


@dataclasses.dataclass
class Problem:
    """What tools/peers.py measures. A contender writes to `out`, or returns its own result, or a tuple whose parts `out`
    holds."""

    title: str
    work: float  # bytes, or operations
    out: Any
    expected: Callable  # the result, in float64 where there is no tolerance
    contenders: dict  # name -> call; the first is ours, the others are peers
    triton: dict = dataclasses.field(default_factory=dict)  # configuration -> call
    bars: list = dataclasses.field(default_factory=list)  # (peer, least part of its speed[, whose])
    mean: str = ""  # the group of cases whose geometric mean is promised too
    tolerance: tuple = None  # relative and absolute; without one, errors are compared with those of peers
    as_fast_as: tuple = None  # (another case, what it is called, the least part of our speed there)


def tritons(name, *arguments):
    """What a function of triton_peers.py returns, or nothing where Triton is not installed."""
    return getattr(importlib.import_module("triton_peers"), name)(*arguments) if triton else {}


class Argument(ctypes.Structure):
    """A tensor or a number, as tools/peers/peers.cpp takes it."""
    _fields_ = [("data", ctypes.c_void_p), ("number", ctypes.c_double), ("type", ctypes.c_int64),
                ("rank", ctypes.c_int64), ("extents", ctypes.c_int64 * 4), ("strides", ctypes.c_int64 * 4)]

    def __init__(self, value):
        if isinstance(value, torch.Tensor):
            types = (torch.float32, torch.float16, torch.bfloat16)
            super().__init__(value.data_ptr(), 0, types.index(value.dtype), value.dim(),
                             tuple(value.shape), tuple(value.stride()))
        else:
            super().__init__(number=value)


class Library:
    """The solutions, called by their names."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.kw_peer_find.restype = ctypes.c_void_p
        self.library.kw_peer_call.restype = ctypes.c_char_p

    def function(self, name, *arguments):
        """A call of `name` with these arguments, tensors and numbers."""
        given = (Argument * len(arguments))(*map(Argument, arguments))
        row = self.library.kw_peer_find(name.encode(), given, ctypes.c_size_t(len(arguments)))
        if not row:
            raise RuntimeError(f"tools/peers/peers.cpp has no {name} that takes these arguments")
        row = ctypes.c_void_p(row)

        def call(keep=arguments):  # the tensors must outlive the pointers
            problem = self.library.kw_peer_call(row, given)
            if problem:
                raise RuntimeError(f"{name}: {problem.decode()}")

        return call


def way(kernel, grid, *arguments, **options):
    """A call of a kernel of Triton's, which compiles it at first."""
    def call():
        kernel[grid](*arguments, **options)
    return call


class Clock:
    """Takes samples of several calls in turn."""

    def __init__(self, flushed=1 << 29):
        # Larger than any L2 cache, and slow enough to fill to hide the launch of the next call.
        self.flush = torch.empty(flushed, dtype=torch.int8, device="cuda")
        self.random = random.Random(1)

    def turns(self, names):
        """The names in a new random order, so no call always follows the same one on a hot card."""
        return self.random.sample(list(names), len(names))

    def sample(self, calls, times):
        """Milliseconds of each call, `times` times, in turn."""
        events = []
        for _ in range(times):
            for name in self.turns(calls):
                start = torch.cuda.Event(enable_timing=True)
                stop = torch.cuda.Event(enable_timing=True)
                self.flush.zero_()
                start.record()
                calls[name]()
                stop.record()
                events.append((name, start, stop))
        torch.cuda.synchronize()
        result = {name: [] for name in calls}
        for name, start, stop in events:
            result[name].append(start.elapsed_time(stop))
        return result

    def measure(self, calls, rounds):
        """name -> (median seconds, spread of the rounds' medians as a part of it)."""
        warm = self.sample(calls, 5)
        longest = max(statistics.median(values) for values in warm.values())
        times = max(10, min(100, int(20 / longest)))
        medians = {name: [] for name in calls}
        everything = {name: [] for name in calls}
        for _ in range(rounds):
            for name, values in self.sample(calls, times).items():
                medians[name].append(statistics.median(values))
                everything[name] += values
        return {
            name: (
                statistics.median(everything[name]) * 1e-3,
                (max(medians[name]) - min(medians[name])) / statistics.median(everything[name]),
            )
            for name in calls
        }

    def fastest(self, calls):
        """The fastest of several ways to do the same, and its key."""
        if len(calls) == 1:
            return next(iter(calls.items()))
        for call in calls.values():
            call()  # compiles
        best = {name: statistics.median(v) for name, v in self.sample(calls, 10).items()}
        key = min(best, key=best.get)
        return key, calls[key]


def nvidia_smi(field):
    try:
        return subprocess.run(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"],
                              capture_output=True, text=True, check=True).stdout.split("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def circumstances():
    return {
        "date": datetime.date.today().isoformat(),
        "gpu": torch.cuda.get_device_name(),
        "driver": nvidia_smi("driver_version"),
        "cuda_of_pytorch": torch.version.cuda,
        "pytorch": torch.__version__,
        "triton": triton.__version__ if triton else None,
    }
