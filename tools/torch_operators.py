"""What tools/torch_check.py looks at: every operator beside PyTorch's own, and PyTorch's own checks of
operators."""
import math
import warnings

import torch

functional = torch.nn.functional
TYPES = (torch.float32, torch.float16, torch.bfloat16)
# How far an element may be off, as a part of itself and of the largest element: computed in float32 and
# rounded once to the type.
LIMITS = {torch.float32: 2e-5, torch.float16: 2e-3, torch.bfloat16: 1e-2}


def attention(q, k, v, causal):
    """PyTorch's attention, with heads that share keys, in whatever type it is given."""
    group = q.shape[1] // k.shape[1]
    k, v = (x.repeat_interleave(group, 1) if group > 1 else x for x in (k, v))
    if hasattr(functional, "scaled_dot_product_attention"):
        return functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if causal:
        n = q.shape[2]
        scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool, device=q.device).triu(1),
                                    float("-inf"))
    return torch.softmax(scores, -1) @ v


def has_half_attention(device):
    """Older PyTorch multiplies no float16 on a CPU."""
    x = torch.ones(1, 1, 2, 64, device=device, dtype=torch.float16)
    try:
        attention(x, x, x, False)
        return True
    except RuntimeError:
        return False


class Checks:
    """Counts what was looked at, and keeps what is wrong with it."""

    def __init__(self, kwt, device):
        self.kwt, self.device, self.wrong, self.count = kwt, device, [], 0

    def note(self, title, good, why=""):
        self.count += 1
        if not good:
            self.wrong.append(f"{self.device}: {title}{': ' + why if why else ''}")

    def close(self, title, got, want, limit=None):
        """`want` is in double. NaN is never close."""
        if got.shape != want.shape:
            self.note(title, False, f"its sizes are {tuple(got.shape)}, not {tuple(want.shape)}")
            return
        difference, size = (got.double() - want).abs(), float(want.abs().max())
        allowed = (limit or LIMITS[got.dtype]) * (want.abs() + size)
        self.note(title, bool((difference <= allowed).all()),
                  f"off by up to {float(difference.max()):.3g}, of values up to {size:.3g}")

    def random(self, *shape, dtype=torch.float32):
        return torch.randn(*shape, device=self.device, dtype=torch.float32).to(dtype)

    def raises(self, title, kind, word, call):
        """The call must raise this, in a message with this word."""
        try:
            call()
        except kind as problem:
            self.note(title, word in str(problem), f"the message lacks `{word}`: {problem}")
        except Exception as problem:  # another one: what it is is what we want to know
            self.note(title, False, f"{type(problem).__name__} instead of {kind.__name__}: {problem}")
        else:
            self.note(title, False, "nothing was raised")

    def both_ways(self, title, ours, theirs, inputs, limit=None):
        """Results and gradients of `ours` beside those of `theirs` in double."""
        leaves = [x.detach().requires_grad_() for x in inputs]
        doubles = [x.detach().double().requires_grad_() for x in inputs]
        out, want = ours(*leaves), theirs(*doubles)
        self.close(title, out.detach(), want.detach(), limit)
        gradient = self.random(*out.shape, dtype=out.dtype)
        got = torch.autograd.grad(out, leaves, gradient)
        expected = torch.autograd.grad(want, doubles, gradient.double())
        for number, (one, other) in enumerate(zip(got, expected)):
            # Four times as much, since terms of a sum cancel that were rounded before.
            self.close(f"{title}, gradient {number}", one, other, 4 * (limit or LIMITS[one.dtype]))


def check_softmax(c):
    for dtype in TYPES:
        for shape in ((2, 5), (37, 781), (3, 4, 1024), (1, 4096), (7,)):
            c.both_ways(f"softmax {shape} {dtype}", c.kwt.softmax, lambda x: torch.softmax(x, -1),
                        [c.random(*shape, dtype=dtype)])
    padded = c.random(6, 100)[:, 3:80]
    c.both_ways("softmax of padded rows", c.kwt.softmax, lambda x: torch.softmax(x, -1), [padded])
    long_rows = c.random(2, 20000)
    c.close("softmax of long rows", c.kwt.softmax(long_rows), torch.softmax(long_rows.double(), -1))
    c.note("softmax of nothing", c.kwt.softmax(c.random(0, 5)).shape == (0, 5))
    c.raises("softmax of float64", TypeError, "float64", lambda: c.kwt.softmax(c.random(2, 3).double()))
    c.raises("softmax of columns", ValueError, "contiguous", lambda: c.kwt.softmax(c.random(4, 3).t()))
    c.raises("softmax of a sparse tensor", ValueError, "to_dense",
             lambda: c.kwt.softmax(c.random(4, 3).to_sparse()))
    wide = c.random(2, 5000).requires_grad_()
    c.raises("the gradient of long rows", ValueError, "5000", lambda: c.kwt.softmax(wide).sum().backward())


def check_layer_norm(c):
    def ours(x, weight, bias):
        return c.kwt.layer_norm(x, weight, bias, 1e-5)[0]

    def theirs(x, weight, bias):
        return functional.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)

    for dtype in TYPES:
        for shape in ((2, 5), (37, 781), (3, 4, 1024), (5, 4096)):
            c.both_ways(f"layer_norm {shape} {dtype}", ours, theirs,
                        [c.random(*shape, dtype=dtype), c.random(shape[-1], dtype=dtype),
                         c.random(shape[-1], dtype=dtype)])
    weight, x = c.random(5000), c.random(2, 5000)
    c.close("layer_norm of long rows", ours(x, weight, weight), theirs(x.double(), weight.double(),
                                                                      weight.double()))
    module, reference = c.kwt.LayerNorm(64, device=c.device), torch.nn.LayerNorm(64).to(c.device)
    y = c.random(3, 7, 64)
    c.close("the module LayerNorm", module(y).detach(), reference(y).double().detach())
    c.raises("weights of another type", TypeError, "weight",
             lambda: ours(c.random(2, 8), c.random(8).half(), c.random(8)))
    c.raises("weights of another length", ValueError, "weight",
             lambda: ours(c.random(2, 8), c.random(7), c.random(8)))
    if c.device != "cpu":
        c.raises("weights on another device", ValueError, "weight is on cpu",
                 lambda: ours(c.random(2, 8), torch.ones(8), c.random(8)))


def check_attention(c):
    half = torch.float16
    limit = 4e-3  # p, ds and results are rounded to float16
    for batch, heads, kv_heads, n, d, causal in ((2, 3, 3, 40, 64, False), (1, 2, 2, 33, 128, False),
                                                 (1, 4, 2, 130, 64, True), (2, 2, 1, 65, 128, True)):
        for rows_first in (False, True):
            inputs = []
            for count in (heads, kv_heads, kv_heads):
                x = c.random(batch, n, count, d, dtype=half) if rows_first else c.random(
                    batch, count, n, d, dtype=half)
                inputs.append(x.transpose(1, 2) if rows_first else x)
            c.both_ways(f"attention {batch} x {heads}/{kv_heads} x {n} x {d}, causal {causal}, "
                        f"rows first {rows_first}", lambda *qkv: c.kwt.attention(*qkv, causal)[0],
                        lambda *qkv: attention(*qkv, causal), inputs, limit)
            o = c.kwt.attention(*inputs, causal)[0]
            c.note("attention keeps the order of q's axes", o.stride() == inputs[0].stride())
    q = c.random(1, 2, 8, 64, dtype=half)
    c.raises("attention of float32", TypeError, "float16",
             lambda: c.kwt.attention(q.float(), q.float(), q.float(), False))
    small = q[..., :32].contiguous()
    c.raises("heads of 32", ValueError, "32", lambda: c.kwt.attention(small, small, small, False))
    x = c.random(2, 9, 128, dtype=half)
    if has_half_attention(c.device):
        module = c.kwt.Attention(128, heads=2, causal=True).to(c.device, half)

        def reference(y):
            q, k, v = (layer(y).unflatten(-1, (-1, 64)).transpose(1, 2)
                       for layer in (module.q, module.k, module.v))
            return module.out(attention(q, k, v, True).transpose(1, 2).flatten(2))

        got = module(x).detach()
        module.double()  # for the comparison
        c.close("the module Attention", got, reference(x.double()).detach(), limit)


def examples(c):
    """Each operator with arguments for PyTorch's own checks."""
    x, weight, bias = c.random(4, 9), c.random(9), c.random(9)
    q, k, v = (c.random(1, heads, 12, 64, dtype=torch.float16) for heads in (2, 1, 1))
    return [(c.kwt.softmax, (x,)), (c.kwt.layer_norm, (x, weight, bias, 1e-5)),
            (c.kwt.attention, (q, k, v, True))]


def needing_gradients(arguments):
    return tuple(a.detach().clone().requires_grad_() if isinstance(a, torch.Tensor) else a
                 for a in arguments)


def first_line(problem):
    """Errors of PyTorch's own checks go on with whole tensors."""
    return str(problem).strip().split("\n")[0][:400]


def check_with_gradcheck(c):
    """Finite differences, in float32: steps of 1e-2, whose error and rounding are below 1e-3.
    Attention is float16, which is too coarse for differences; it was compared with PyTorch's."""
    for operator, arguments in examples(c)[:2]:
        def first(*inputs, operator=operator):
            out = operator(*inputs)
            return out[0] if isinstance(out, tuple) else out

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that inputs are not double is meant
            try:
                good = torch.autograd.gradcheck(first, needing_gradients(arguments), eps=1e-2,
                                                atol=5e-3, rtol=5e-3, nondet_tol=0.0)
                c.note("gradcheck", good)
            except Exception as problem:  # it raises what it found
                c.note("gradcheck", False, first_line(problem))


def check_with_opcheck(c):
    for operator, arguments in examples(c):
        try:
            torch.library.opcheck(operator.registered, needing_gradients(arguments))
            c.note("opcheck", True)
        except Exception as problem:  # it raises what it found
            c.note(f"opcheck of {operator}", False, first_line(problem))


def check_compiled(c, backend):
    """The operators between others in one graph, compiled as a whole, forward and backward."""
    def model(x, weight, bias):
        return (c.kwt.softmax(c.kwt.layer_norm(x * 2, weight, bias, 1e-5)[0]) ** 2).sum()

    def heads(q, k, v):
        return c.kwt.attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), True)[0].sin()

    half = [c.random(1, 12, 2, 64, dtype=torch.float16) for _ in range(3)]
    for function, arguments in ((model, (c.random(4, 9), c.random(9), c.random(9))), (heads, half)):
        title = f"torch.compile(fullgraph=True, backend=\"{backend}\") of {function.__name__}"
        try:
            compiled = torch.compile(function, fullgraph=True, backend=backend)
            results = []
            for run in (function, compiled):
                leaves = needing_gradients(arguments)
                out = run(*leaves)
                results.append([out.detach(), *torch.autograd.grad(out.sum(), leaves)])
            for number, (want, got) in enumerate(zip(*results)):
                c.close(f"{title}, result {number}", got, want.double())
        except Exception as problem:  # a break of the graph, or what a backend lacks
            c.note(title, False, f"{type(problem).__name__}: {first_line(problem)}")


def check_streams(c):
    """On a GPU: kernels run on PyTorch's current stream, in its graphs, and copy nothing."""
    x = torch.zeros(64, 1024, device=c.device)
    want = torch.softmax(torch.arange(1024.0, device=c.device) / 1024, -1).expand(64, 1024)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(100_000_000)  # long enough that a launch on another stream comes too early
        x.copy_(torch.arange(1024.0, device=c.device).expand(64, 1024) / 1024)
        y = c.kwt.softmax(x)
    stream.synchronize()
    c.close("softmax on a side stream", y, want.double())

    q = c.random(1, 2, 300, 64, dtype=torch.float16)
    c.kwt.attention(q, q, q, True)  # what is made once is made before the graph
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = c.kwt.softmax(x)
        o = c.kwt.attention(q, q, q, True)[0]
    x.normal_()
    q.normal_()
    graph.replay()
    torch.cuda.synchronize()
    c.close("softmax in a CUDA graph", y, torch.softmax(x.double(), -1))
    c.close("attention in a CUDA graph", o, attention(*[q.double()] * 3, True), 4e-3)

    x = c.random(4096, 2000)[:, :1900]
    c.kwt.softmax(x)
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    y = c.kwt.softmax(x)
    used = torch.cuda.max_memory_allocated() - before
    c.note("softmax copies nothing", used <= 1.1 * y.numel() * 4 + 4096, f"{used} bytes for {y.numel()}")
    c.raises("a GPU's kernels for tensors of two devices", ValueError, "cpu",
             lambda: c.kwt.attention(q, q.cpu(), q, False))


def check(kwt, device, quick):
    """Looks at everything on a device. Returns what is wrong, as sentences."""
    torch.manual_seed(1)
    c = Checks(kwt, device)
    check_softmax(c)
    check_layer_norm(c)
    check_attention(c)
    check_with_gradcheck(c)
    left_out = []
    if hasattr(torch.library, "opcheck"):
        check_with_opcheck(c)
        for backend in ("aot_eager",) if quick else ("aot_eager", "inductor"):
            check_compiled(c, backend)
    else:
        left_out.append("opcheck and torch.compile, which need PyTorch 2.4")
    if device == "cuda":
        check_streams(c)
    print(f"{device}: {c.count} checks with PyTorch {torch.__version__}, {len(c.wrong)} of them wrong" +
          (f"; left out: {', '.join(left_out)}" if left_out else ""))
    return c.wrong
