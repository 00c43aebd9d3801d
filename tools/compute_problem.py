"""What tools/compute_peers.py and the modules that name its cases share."""
import dataclasses
from typing import Any, Callable

OURS, POINTERS = "Kernelwright", "Kernelwright, pointers"
POINTER_STREAM = "Kernelwright, stream of pointers"
SPLIT = "Kernelwright, split along k"
CUBLAS, CUDNN, PYTORCH, TRITON = "cuBLAS", "cuDNN", "PyTorch", "Triton"


@dataclasses.dataclass
class Problem:
    """What is to be measured. A contender writes to `out`, or returns its own result, or a tuple whose parts `out` holds."""

    title: str
    flops: float
    out: Any
    expected: Callable  # the result in float64
    contenders: dict  # name -> call; the first is ours, the others are peers
    triton: dict = dataclasses.field(default_factory=dict)  # configuration -> call
    bars: list = dataclasses.field(default_factory=list)  # (peer, least part of its speed[, whose])
    mean: str = ""  # the group of cases whose geometric mean is promised too
