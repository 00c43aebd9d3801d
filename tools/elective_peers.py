"""The cases of electives 12 and 13 for tools/peers.py: LayerNorm, a product and GELU beside PyTorch, and convolutions beside
cuDNN."""
import torch
import torch.nn.functional as F

from measuring import CUDNN, OURS, PYTORCH, Problem

# m, k, n, and the least of PyTorch's speed; 0 where nothing is promised
LAYERS = ((8192, 4096, 4096, 1.0), (2048, 1024, 4096, 0))
# n, channels, height and width, filters, r, and the least of cuDNN's speed for the fastest kernel, that of
# task 6; 0 where nothing is promised
CONVOLUTIONS = (
    (32, 128, 28, 128, 3, 0.6),
    (32, 64, 56, 64, 3, 0),
    (32, 256, 14, 256, 3, 0),
    (16, 512, 7, 512, 3, 0.8),
    (32, 512, 7, 512, 3, 0.8),
)


def fused_layer(library, m, k, n, least):
    x, w, bias, beta = (torch.randn(*shape, device="cuda").half()
                        for shape in ((m, k), (k, n), (n,), (k,)))
    w = (w.float() / k ** 0.5).half()
    gamma = (1 + 0.1 * torch.randn(k, device="cuda")).half()
    out, folded = torch.empty(m, n, device="cuda").half(), torch.empty_like(w)
    shift, rstd = torch.empty(n, device="cuda"), torch.empty(m, device="cuda")
    library.function("fold_weights", gamma, beta, w, bias, folded, shift)()

    def layer(x, w, bias, gamma, beta):
        product = torch.addmm(bias, F.layer_norm(x, (k,), gamma, beta, 1e-5), w)
        return F.gelu(product, approximate="tanh")

    return Problem(
        title=f"LayerNorm, product and GELU, {m} x {k} by {k} x {n}", work=2 * m * n * k, out=out,
        expected=lambda: layer(*(v.double() for v in (x, w, bias, gamma, beta))),
        contenders={OURS: library.function("fused_layer", x, folded, shift, 1e-5, rstd, out),
                    PYTORCH: lambda: layer(x, w, bias, gamma, beta)},
        bars=[(PYTORCH, least)] if least else [])


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
        expected=lambda: F.conv2d(x.double(), w.double(), padding=padding),
        contenders={OURS: ours,
                    CUDNN: lambda: F.conv2d(x, w, padding=padding)},
        bars=[(CUDNN, least)] if least else [])


def problems(library):
    """Makes one problem at a time, so only one holds memory."""
    for m, k, n, least in LAYERS:
        yield fused_layer(library, m, k, n, least)
    torch.backends.cudnn.benchmark = True  # cuDNN looks for its fastest algorithm
    for n, channels, side, filters, r, least in CONVOLUTIONS:
        for task in ("streamed", "nhwc", "nchw"):
            yield convolution(library, n, channels, side, filters, r, task, least if task == "streamed" else 0)
