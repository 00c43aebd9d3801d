"""The cases of lesson 08 for tools/peers.py: attention beside cuDNN and Triton."""
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from measuring import CUDNN, OURS, POINTERS, TRITON, Problem, tritons

LONG = "attention, d = 128, n = 4096 and 16384"
MEANS = {LONG: (4, CUDNN, 1.02)}  # group: (its cases, peer, least)
# Head size, length, and the least of cuDNN's speed; 16,384 rows and 2,048 columns of q in all.
CASES = ((128, 512, 1.0), (128, 1024, 1.0), (128, 4096, 0.98), (128, 16384, 0.98), (64, 512, 1.0),
         (64, 1024, 1.0), (64, 4096, 1.02))
# The same for the gradients.
GRADIENTS = ((128, 2048, 0.70), (128, 4096, 0.70), (128, 16384, 0.70), (64, 2048, 0.80),
             (64, 4096, 0.80))


def reference(q, k, v, causal):
    """Attention in float64, one head at a time so that its scores fit in memory."""
    out = torch.empty(q.shape, device="cuda", dtype=torch.float64)
    n, d = q.shape[2:]
    after = torch.ones(n, n, device="cuda", dtype=torch.bool).triu(1) if causal else None
    for batch in range(q.shape[0]):
        for head in range(q.shape[1]):
            scores = q[batch, head].double() @ k[batch, head].double().T / d**0.5
            if causal:
                scores.masked_fill_(after, -float("inf"))
            out[batch, head] = torch.softmax(scores, 1) @ v[batch, head].double()
    return out


def attention(library, dtype, d, n, causal, least):
    heads, batch = 2048 // d, max(1, 16384 // n)
    q, k, v = (torch.randn(batch, heads, n, d, device="cuda").to(dtype) for _ in range(3))
    out = torch.empty_like(q)
    lse = torch.empty(batch, heads, n, device="cuda")

    def cudnn():
        with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    pointers = "causal_attention_pointers" if causal else "attention_pointers"
    contenders = {OURS: library.function("attention", q, k, v, out, lse, causal),
                  POINTERS: library.function(pointers, q, k, v, out), CUDNN: cudnn}
    way = "causal" if causal else "full"
    return Problem(
        title=f"attention {str(dtype).removeprefix('torch.')}, d = {d}, n = {n}, {way}",
        work=(2 if causal else 4) * batch * heads * n * n * d, out=out,
        expected=lambda: reference(q, k, v, causal),
        contenders=contenders,
        triton=tritons("attention", q, k, v, out, causal),
        bars=[(CUDNN, least), (TRITON, 1.0)] if least else [],
        mean=LONG if d == 128 and n >= 4096 and least else "")


def gradient_reference(q, k, v, dout, causal):
    """dq, dk and dv in float64, one head at a time."""
    gradients = torch.empty(3, *q.shape, device="cuda", dtype=torch.float64)
    n, d = q.shape[2:]
    after = torch.ones(n, n, device="cuda", dtype=torch.bool).triu(1) if causal else None
    for batch in range(q.shape[0]):
        for head in range(q.shape[1]):
            qh, kh, vh, gh = (array[batch, head].double() for array in (q, k, v, dout))
            scores = qh @ kh.T / d**0.5
            if causal:
                scores.masked_fill_(after, -float("inf"))
            p = torch.softmax(scores, 1)
            ds = gh @ vh.T
            ds = p * (ds - (p * ds).sum(1, keepdim=True))
            gradients[0, batch, head] = ds @ kh / d**0.5
            gradients[1, batch, head] = ds.T @ qh / d**0.5
            gradients[2, batch, head] = p.T @ gh
    return gradients


def gradients(library, d, n, causal, least):
    """Five products instead of two, of which deterministic kernels for q and for k and v do seven."""
    heads, batch = 2048 // d, max(1, 16384 // n)
    q, k, v, dout = (torch.randn(batch, heads, n, d, device="cuda").half() for _ in range(4))
    out, grads = torch.empty_like(q), torch.empty(3, *q.shape, device="cuda", dtype=torch.float16)
    lse = torch.empty(batch, heads, n, device="cuda")
    sums = torch.empty(batch, heads, 2, n, device="cuda")
    library.function("attention", q, k, v, out, lse, causal)()
    given = (q, k, v, out, lse, dout, sums)
    of_queries = library.function("query_gradients", *given, grads[0], causal)
    of_keys = library.function("key_gradients", *given, grads[1], grads[2], causal)

    def ours():
        of_queries()
        of_keys()

    inputs = [x.detach().requires_grad_() for x in (q, k, v)]
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        result = torch.nn.functional.scaled_dot_product_attention(*inputs, is_causal=causal)

    def cudnn():
        return torch.autograd.grad(result, inputs, dout, retain_graph=True)

    way = "causal" if causal else "full"
    return Problem(
        title=f"attention's gradients, d = {d}, n = {n}, {way}",
        work=(5 if causal else 10) * batch * heads * n * n * d, out=grads,
        expected=lambda: gradient_reference(q, k, v, dout, causal),
        contenders={OURS: ours, CUDNN: cudnn},
        bars=[(CUDNN, least)])


def problems(library):
    """Makes one problem at a time, so only one holds memory."""
    for d, n, least in CASES:
        for causal in (False, True):
            yield attention(library, torch.float16, d, n, causal, least)
    yield attention(library, torch.bfloat16, 128, 4096, False, 0)
    for d, n, least in GRADIENTS:
        for causal in (False, True):
            yield gradients(library, d, n, causal, least)
