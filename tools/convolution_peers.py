"""The cases of elective 13 for tools/peers.py: convolutions beside cuDNN."""
import torch

from measuring import CUDNN, OURS, Problem

# n, channels, height and width, filters, r, and the least of cuDNN's speed for the fastest kernel, that of
# task 6; 0 where nothing is promised
CASES = (
    (32, 128, 28, 128, 3, 0.6),
    (32, 64, 56, 64, 3, 0),
    (32, 256, 14, 256, 3, 0),
    (16, 512, 7, 512, 3, 0.8),
    (32, 512, 7, 512, 3, 0.8),
)


def convolution(library, n, channels, side, filters, r, task, least):
    padding, layout = r // 2, "nchw" if task == "nchw" else "nhwc"
    x = torch.randn(n, channels, side, side, device="cuda").half()
    w = (torch.randn(filters, channels, r, r, device="cuda") / (channels * r * r) ** 0.5).half()
    memory = torch.channels_last if layout == "nhwc" else torch.contiguous_format
    x, w = x.to(memory_format=memory), w.to(memory_format=memory)
    out = torch.empty(n, filters, side, side, device="cuda", dtype=x.dtype, memory_format=memory)
    arrays = [each.permute(0, 2, 3, 1) if layout == "nhwc" else each for each in (x, w, out)]
    stride = () if task == "streamed" else (1,)
    ours = library.function(f"convolve_{task}", *arrays[:2], *stride, padding, arrays[2])
    return Problem(
        title=f"convolution {layout}{', streamed' if task == 'streamed' else ''}, n {n}, c {channels}, {side} x {side}, k {filters}, r {r}",
        work=2 * n * side * side * filters * channels * r * r, out=out,
        expected=lambda: torch.nn.functional.conv2d(x.double(), w.double(), padding=padding),
        contenders={OURS: ours,
                    CUDNN: lambda: torch.nn.functional.conv2d(x, w, padding=padding)},
        bars=[(CUDNN, least)] if least else [])


def problems(library, quick):
    """Makes one problem at a time, so only one holds memory."""
    torch.backends.cudnn.benchmark = True  # cuDNN looks for its fastest algorithm
    for n, channels, side, filters, r, least in CASES:
        for task in ("streamed", "nhwc", "nchw"):
            yield convolution(library, 1 if quick else n, channels, side, filters, r, task,
                              least if task == "streamed" and not quick else 0)
