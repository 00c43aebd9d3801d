"""What tools/torch_check.py looks at: every operator beside PyTorch's own, and PyTorch's own checks of operators."""
import math
import warnings
from typing import Callable, NamedTuple

import kernelwright_torch as kwt
import torch

functional = torch.nn.functional
HALF = torch.float16
TYPES = (torch.float32, torch.float16, torch.bfloat16)
# How far an element may be off, as a part of itself and of the largest element: computed in float32 and
# rounded once to the type.
LIMITS = {torch.float32: 2e-5, torch.float16: 2e-3, torch.bfloat16: 1e-2}
ATTENTION_LIMIT = 4e-3  # p, ds and results are rounded to float16


class Operator(NamedTuple):
    """An operation with its inputs, by our kernels and by PyTorch's own."""
    title: str
    ours: Callable
    theirs: Callable  # in whatever type it is given
    inputs: list


def title(name, x):
    return f"{name}, {' x '.join(map(str, x.shape))}, {str(x.dtype).removeprefix('torch.')}"


def softmax(x):
    return Operator(title("softmax", x), kwt.softmax, lambda x: torch.softmax(x, -1), [x])


def layer_norm(x, weight, bias):
    return Operator(title("LayerNorm", x), lambda *inputs: kwt.layer_norm(*inputs, 1e-5)[0],
                    lambda x, weight, bias: functional.layer_norm(x, x.shape[-1:], weight, bias, 1e-5), [x, weight, bias])


def attention(q, k, v, causal):
    return Operator(title("attention", q) + (", causal" if causal else ""), lambda *qkv: kwt.attention(*qkv, causal)[0],
                    lambda *qkv: torch_attention(*qkv, causal), [q, k, v])


def torch_attention(q, k, v, causal):
    """PyTorch's attention, with heads that share keys."""
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
    x = torch.ones(1, 1, 2, 64, device=device, dtype=HALF)
    try:
        torch_attention(x, x, x, False)
        return True
    except RuntimeError:
        return False


def leaves(tensors):
    return [x.detach().requires_grad_() for x in tensors]


class Checks:
    """Counts what was looked at, and keeps what is wrong with it."""

    def __init__(self, device):
        self.device, self.wrong, self.count = device, [], 0

    def random(self, *shape, dtype=torch.float32):
        return torch.randn(*shape, device=self.device, dtype=torch.float32).to(dtype)

    def check(self, what, call):
        """The call must neither raise nor return False."""
        self.count += 1
        try:
            assert call() is not False
        except Exception as problem:  # errors of PyTorch's own checks go on with whole tensors
            why = str(problem).strip().split("\n")[0][:400]
            self.wrong.append(f"{self.device}: {what}: {type(problem).__name__}: {why}")

    def close(self, what, got, want, limit=None):
        """`want` is in double. NaN is never close."""
        limit = limit or LIMITS[got.dtype]
        want = want.detach()
        self.check(what, lambda: torch.testing.assert_close(got.detach().double(), want, rtol=limit,
                                                            atol=limit * float(want.abs().max())))

    def raises(self, what, kind, word, call):
        """The call must raise this, in a message with this word."""
        def refused():
            try:
                call()
            except kind as problem:
                assert word in str(problem), f"the message lacks `{word}`: {problem}"
            else:
                raise AssertionError("nothing was raised")
        self.check(what, refused)

    def both_ways(self, operator, limit=None):
        """Results and gradients beside those of PyTorch's own in double."""
        ours, theirs = leaves(operator.inputs), leaves(x.double() for x in operator.inputs)
        out, want = operator.ours(*ours), operator.theirs(*theirs)
        self.close(operator.title, out, want, limit)
        gradient = self.random(*out.shape, dtype=out.dtype)
        for number, (one, other) in enumerate(zip(torch.autograd.grad(out, ours, gradient),
                                                  torch.autograd.grad(want, theirs, gradient.double()))):
            # Four times as much, since terms of a sum cancel that were rounded before.
            self.close(f"{operator.title}, gradient {number}", one, other, 4 * (limit or LIMITS[one.dtype]))


def check_softmax(c):
    for dtype in TYPES:
        for shape in ((2, 5), (37, 781), (3, 4, 1024), (1, 4096), (7,)):
            c.both_ways(softmax(c.random(*shape, dtype=dtype)))
    c.both_ways(softmax(c.random(6, 100)[:, 3:80]))
    long_rows = c.random(2, 20000)
    c.close("softmax of long rows", kwt.softmax(long_rows), torch.softmax(long_rows.double(), -1))
    c.check("softmax of nothing", lambda: kwt.softmax(c.random(0, 5)).shape == (0, 5))
    for what, kind, word, x in (("softmax of float64", TypeError, "float64", c.random(2, 3).double()),
                                ("softmax of columns", ValueError, "contiguous", c.random(4, 3).t()),
                                ("softmax of a sparse tensor", ValueError, "to_dense", c.random(4, 3).to_sparse())):
        c.raises(what, kind, word, lambda x=x: kwt.softmax(x))
    wide = c.random(2, 5000).requires_grad_()
    c.raises("the gradient of long rows", ValueError, "5000", lambda: kwt.softmax(wide).sum().backward())


def check_layer_norm(c):
    for dtype in TYPES:
        for shape in ((2, 5), (37, 781), (3, 4, 1024), (5, 4096)):
            c.both_ways(layer_norm(*(c.random(*each, dtype=dtype) for each in (shape, shape[-1:], shape[-1:]))))
    long_rows = layer_norm(c.random(2, 5000), *[c.random(5000)] * 2)
    c.close("LayerNorm of long rows", long_rows.ours(*long_rows.inputs), long_rows.theirs(*(x.double() for x in long_rows.inputs)))
    module, reference = kwt.LayerNorm(64, device=c.device), torch.nn.LayerNorm(64).to(c.device)
    y = c.random(3, 7, 64)
    c.close("the module LayerNorm", module(y), reference(y).double())
    for what, kind, word, weight in (("weights of another type", TypeError, "weight", c.random(8).half()),
                                     ("weights of another length", ValueError, "weight", c.random(7)),
                                     ("weights on another device", ValueError, "weight is on cpu", torch.ones(8))):
        if word == "weight" or c.device != "cpu":
            c.raises(what, kind, word, lambda weight=weight: kwt.layer_norm(c.random(2, 8), weight, c.random(8), 1e-5))


def check_attention(c):
    for batch, heads, kv_heads, n, d, causal in ((2, 3, 3, 40, 64, False), (1, 2, 2, 33, 128, False),
                                                 (1, 4, 2, 130, 64, True), (2, 2, 1, 65, 128, True)):
        for rows_first in (False, True):
            inputs = [c.random(batch, n, count, d, dtype=HALF).transpose(1, 2) if rows_first else
                      c.random(batch, count, n, d, dtype=HALF) for count in (heads, kv_heads, kv_heads)]
            c.both_ways(attention(*inputs, causal), ATTENTION_LIMIT)
            c.check("attention keeps the order of q's axes",
                    lambda q=inputs[0]: kwt.attention(*inputs, causal)[0].stride() == q.stride())
    q = c.random(1, 2, 8, 64, dtype=HALF)
    for what, kind, word, x in (("attention of float32", TypeError, "float16", q.float()),
                                ("heads of 32", ValueError, "32", q[..., :32].contiguous())):
        c.raises(what, kind, word, lambda x=x: kwt.attention(x, x, x, False))
    x = c.random(2, 9, 128, dtype=HALF)
    if has_half_attention(c.device):
        module = kwt.Attention(128, heads=2, causal=True).to(c.device, HALF)

        def reference(y):
            q, k, v = (layer(y).unflatten(-1, (-1, 64)).transpose(1, 2)
                       for layer in (module.q, module.k, module.v))
            return module.out(torch_attention(q, k, v, True).transpose(1, 2).flatten(2))

        got = module(x).detach()
        module.double()  # for the comparison
        c.close("the module Attention", got, reference(x.double()), ATTENTION_LIMIT)


def examples(c):
    """Each operator with arguments for PyTorch's own checks."""
    x, weight, bias = leaves((c.random(4, 9), c.random(9), c.random(9)))
    q, k, v = leaves(c.random(1, heads, 12, 64, dtype=HALF) for heads in (2, 1, 1))
    return [(kwt.softmax, (x,)), (kwt.layer_norm, (x, weight, bias, 1e-5)),
            (kwt.attention, (q, k, v, True))]


def check_with_gradcheck(c):
    """Finite differences, in float32: steps of 1e-2, whose error and rounding are below 1e-3.
    Attention is float16, which is too coarse for differences; it was compared with PyTorch's."""
    for operator, arguments in examples(c)[:2]:
        def first(*inputs, operator=operator):
            out = operator(*inputs)
            return out[0] if isinstance(out, tuple) else out

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that inputs are not double is meant
            c.check("gradcheck", lambda: torch.autograd.gradcheck(first, arguments, eps=1e-2, atol=5e-3, rtol=5e-3,
                                                                  nondet_tol=0.0))


def check_compiled(c, backend):
    """The operators between others in one graph, compiled as a whole, forward and backward."""
    def model(x, weight, bias):
        return (kwt.softmax(kwt.layer_norm(x * 2, weight, bias, 1e-5)[0]) ** 2).sum()

    def heads(q, k, v):
        return kwt.attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), True)[0].sin()

    def results(function, inputs):
        inputs = leaves(inputs)
        out = function(*inputs)
        return [out, *torch.autograd.grad(out.sum(), inputs)]

    half = [c.random(1, 12, 2, 64, dtype=HALF) for _ in range(3)]
    for function, inputs in ((model, (c.random(4, 9), c.random(9), c.random(9))), (heads, half)):
        def compare(function=function, inputs=inputs):
            compiled = torch.compile(function, fullgraph=True, backend=backend)
            for number, (want, got) in enumerate(zip(results(function, inputs), results(compiled, inputs))):
                c.close(f"{what}, result {number}", got, want.double())
        what = f"torch.compile(fullgraph=True, backend=\"{backend}\") of {function.__name__}"
        c.check(what, compare)


def check_streams(c):
    """On a GPU: kernels run on PyTorch's current stream, in its graphs, and copy nothing."""
    x = torch.zeros(64, 1024, device=c.device)
    want = torch.softmax(torch.arange(1024.0, device=c.device) / 1024, -1).expand(64, 1024)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(100_000_000)  # long enough that a launch on another stream comes too early
        x.copy_(torch.arange(1024.0, device=c.device).expand(64, 1024) / 1024)
        y = kwt.softmax(x)
    stream.synchronize()
    c.close("softmax on a side stream", y, want.double())

    q = c.random(1, 2, 300, 64, dtype=HALF)
    kwt.attention(q, q, q, True)  # what is made once is made before the graph
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = kwt.softmax(x)
        o = kwt.attention(q, q, q, True)[0]
    x.normal_()
    q.normal_()
    graph.replay()
    torch.cuda.synchronize()
    c.close("softmax in a CUDA graph", y, torch.softmax(x.double(), -1))
    c.close("attention in a CUDA graph", o, torch_attention(*[q.double()] * 3, True), ATTENTION_LIMIT)

    x = c.random(4096, 2000)[:, :1900]
    kwt.softmax(x)
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    y = kwt.softmax(x)
    used = torch.cuda.max_memory_allocated() - before
    c.check(f"softmax copies nothing ({used} bytes for {y.numel()})", lambda: used <= 1.1 * y.numel() * 4 + 4096)
    c.raises("a GPU's kernels for tensors of two devices", ValueError, "cpu",
             lambda: kwt.attention(q, q.cpu(), q, False))


def check(device, quick):
    """Looks at everything on a device. Returns what is wrong, as sentences."""
    torch.manual_seed(1)
    c = Checks(device)
    check_softmax(c)
    check_layer_norm(c)
    check_attention(c)
    check_with_gradcheck(c)
    left_out = ""
    if hasattr(torch.library, "opcheck"):
        for operator, arguments in examples(c):
            c.check(f"opcheck of {operator.__name__}", lambda: torch.library.opcheck(operator.registered, arguments))
        for backend in ("aot_eager",) if quick else ("aot_eager", "inductor"):
            check_compiled(c, backend)
    else:
        left_out = "; left out: opcheck and torch.compile, which need PyTorch 2.4"
    if device == "cuda":
        check_streams(c)
    print(f"{device}: {c.count} checks with PyTorch {torch.__version__}, {len(c.wrong)} of them wrong{left_out}")
    return c.wrong
