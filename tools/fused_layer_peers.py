"""The cases of elective 12 for tools/peers.py: LayerNorm, a product and GELU, beside PyTorch."""
import torch
import torch.nn.functional as F

from measuring import OURS, PYTORCH, Problem

# m, k, n, and the least of PyTorch's speed; 0 where nothing is promised
CASES = ((8192, 4096, 4096, 1.0), (2048, 1024, 4096, 0))


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


def problems(library, quick):
    """Makes one problem at a time, so only one holds memory."""
    for m, k, n, least in CASES:
        yield fused_layer(library, *((min(size, 1024) for size in (m, k, n)) if quick else (m, k, n)),
                          0 if quick else least)
