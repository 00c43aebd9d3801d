"""Your kernels of lessons 05, 06, 08 and 11 as operators of PyTorch.

    cmake --build --preset cpu --target pytorch.exercise.cpu

    import kernelwright_torch as kwt
    kwt.load("build/cpu/pytorch/libkernelwright_exercise_cpu.so", "cpu")
    y = kwt.softmax(x)                # and y.sum().backward()
    norm = kwt.LayerNorm(512)         # a torch.nn.Module
    attention = kwt.Attention(512, heads=8, causal=True).half()

Nothing is copied: kernels read and write the memory of tensors, on PyTorch's current stream.
Tensors may have gaps between rows, and attention takes any order of axes but the last. A layout
that a kernel cannot take is an error that says so, because a copy behind your back would hide what
it costs. Only gradients are copied where they come in such a layout.

From PyTorch 2.4 on these are operators of torch.library, which torch.compile takes as they are. In
older versions they are functions of torch.autograd.
"""
import ctypes
import struct

import torch

# ---- the border to C: pytorch.hpp in Python's words ----------------------------------------------


class _Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("sizes", ctypes.c_int64 * 4),
                ("strides", ctypes.c_int64 * 4), ("rank", ctypes.c_int32), ("type", ctypes.c_int32)]


_pack = struct.Struct("P8q2i").pack


def _describe(*numbers):
    """An _Array from its eleven numbers in order, in a third of the time that ctypes takes for each field."""
    return _Array.from_buffer_copy(_pack(*numbers))


class _Place(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("index", ctypes.c_int32), ("stream", ctypes.c_void_p)]


class _Result(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char * 508)]


_CPU = _Place(0, 0, None)
_TYPES = {torch.float32: 0, torch.float16: 1, torch.bfloat16: 2}
_SPARSE_KEYS = ("SparseCPU", "SparseCUDA", "SparseCsrCPU", "SparseCsrCUDA")
_ERRORS = {1: TypeError, 2: ValueError, 3: RuntimeError}
# Each function's arguments after the place: a for an array, d for a number, i for an integer.
_FUNCTIONS = {
    "kw_softmax": "aa",
    "kw_softmax_backward": "aaa",
    "kw_layer_norm": "aaadaaa",
    "kw_layer_norm_backward": "aaaaaaaaa",
    "kw_attention": "aaaaai",
    "kw_attention_backward": "aaaaaaaaaai",
}
_KINDS = {"a": _Array, "d": ctypes.c_double, "i": ctypes.c_int32}
_libraries = {}


def load(path, device):
    """Loads a library of kernels for a device, "cpu" or "cuda". One of each can be in use."""
    library = ctypes.CDLL(str(path))
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = _Result
        function.argtypes = [_Place] + [_KINDS[kind] for kind in arguments]
    _libraries[device] = library


def _array(tensor):
    """A tensor as C sees it. Its memory stays PyTorch's, so the tensor must outlive the call."""
    if tensor.dim() > 4:
        raise ValueError(f"a tensor of {tensor.dim()} axes has more than the four that C can take")
    none = (0,) * (4 - tensor.dim())
    return _describe(tensor.data_ptr(), *tensor.shape, *none, *tensor.stride(), *none, tensor.dim(),
                     _TYPES[tensor.dtype])


def _current_stream(gpu):
    """PyTorch's current stream, as CUDA knows it."""
    quick = getattr(torch._C, "_cuda_getCurrentRawStream", None)  # makes no object of Python
    return quick(gpu) if quick else torch.cuda.current_stream(gpu).cuda_stream


def _place(device):
    """Where kernels run, and on a GPU the queue that PyTorch's own kernels are in."""
    if device.type == "cuda":
        return _Place(1, device.index, _current_stream(device.index))
    return _CPU


def _call(name, device, *arguments):
    """Calls a C function, and raises what its answer says."""
    library = _libraries.get(device.type)
    if library is None:
        raise RuntimeError(f"no kernels are loaded for the device {device}: call "
                           f"kernelwright_torch.load(path, \"{device.type}\") first")
    result = getattr(library, name)(_place(device), *arguments)
    if result.code != 0:
        message = result.message.decode(errors="replace")
        raise _ERRORS.get(result.code, RuntimeError)(f"{name}: {message}")


def _check(**tensors):
    """What C cannot see: all tensors are ordinary ones, of a known type, on one device."""
    first = next(iter(tensors.values()))
    device = first.device
    for tensor in tensors.values():
        if (tensor.dtype not in _TYPES or tensor.layout is not torch.strided
                or tensor.device != device):
            _refuse(tensors)


def _refuse(tensors):
    """Raises the error about the first tensor that kernels do not take."""
    first_name, first = next(iter(tensors.items()))
    for name, tensor in tensors.items():
        if tensor.dtype not in _TYPES:
            raise TypeError(f"{name} is {tensor.dtype}, but kernels take torch.float32, "
                            "torch.float16 and torch.bfloat16")
        if tensor.layout != torch.strided:
            raise ValueError(f"{name} has the layout {tensor.layout}, but kernels take "
                             "torch.strided; call .to_dense() first")
        if tensor.device != first.device:
            raise ValueError(f"{name} is on {tensor.device}, but {first_name} is on "
                             f"{first.device}: move one of them with .to()")


def _vector(tensor):
    """The elements of a contiguous tensor as an array of one axis."""
    return _describe(tensor.data_ptr(), tensor.numel(), 0, 0, 0, 1, 0, 0, 0, 1, _TYPES[tensor.dtype])


def _rows(name, tensor):
    """A tensor of any rank as the matrix of its last axis, without a copy."""
    if tensor.dim() == 0:
        raise ValueError(f"{name} has no axis; at least one is needed")
    columns = tensor.shape[-1]
    if tensor.is_contiguous():
        return _describe(tensor.data_ptr(), tensor.numel() // max(1, columns), columns, 0, 0,
                         columns, 1, 0, 0, 2, _TYPES[tensor.dtype])
    try:
        matrix = tensor.view(-1, columns)
    except RuntimeError:
        matrix = None
    if matrix is None or (columns > 1 and matrix.stride(1) != 1):
        raise ValueError(f"{name} has the strides {tensor.stride()} for the sizes "
                         f"{tuple(tensor.shape)}, which are not rows of adjacent elements: call "
                         f"{name}.contiguous() first, which copies it")
    return _array(matrix)


# ---- what each operator computes -----------------------------------------------------------------


def _like(x):
    """A new tensor of the sizes and the type of x. It is dense, also where x has gaps."""
    return torch.empty_like(x, memory_format=torch.contiguous_format)


def _softmax(x):
    _check(x=x)
    y = _like(x)
    if x.numel() > 0:
        _call("kw_softmax", x.device, _rows("x", x), _rows("y", y))
    return y


def _softmax_backward(dy, y):
    _check(y=y, dy=dy)
    dy = dy.contiguous()  # a gradient may come expanded; it must live until the call is over
    dx = _like(y)
    if y.numel() > 0:
        _call("kw_softmax_backward", y.device, _rows("y", y), _rows("dy", dy), _rows("dx", dx))
    return dx


def _statistics_like(x):
    rows = x.shape[:-1]
    return (torch.empty(rows, dtype=torch.float32, device=x.device),
            torch.empty(rows, dtype=torch.float32, device=x.device))


def _layer_norm(x, weight, bias, eps):
    _check(x=x, weight=weight, bias=bias)
    y = _like(x)
    mean, rstd = _statistics_like(x)
    if x.numel() > 0:
        _call("kw_layer_norm", x.device, _rows("x", x), _array(weight), _array(bias), eps,
              _rows("y", y), _vector(mean), _vector(rstd))
    return y, mean, rstd


def _layer_norm_backward(dy, x, weight, mean, rstd):
    _check(x=x, dy=dy, weight=weight, mean=mean, rstd=rstd)
    dy = dy.contiguous()
    dx = _like(x)
    rows, columns = x.numel() // max(1, x.shape[-1]), x.shape[-1]
    # As many programs as suit the kernel: eight or two for each multiprocessor of an H200. A CPU has
    # fewer to keep busy, and each costs a row of the workspace.
    suits = 32 if x.device.type == "cpu" else 1056 if columns <= 1024 else 264
    programs = max(1, min(rows, suits))
    workspace, dw, db = (torch.empty(shape, dtype=torch.float32, device=x.device)
                         for shape in ((2 * programs, columns), columns, columns))
    _call("kw_layer_norm_backward", x.device, _rows("dy", dy), _rows("x", x),
          _array(weight), _vector(mean), _vector(rstd), _rows("dx", dx),
          _vector(dw), _vector(db), _rows("workspace", workspace))
    return dx, dw.to(weight.dtype), db.to(weight.dtype)


def _attention(q, k, v, causal):
    _check(q=q, k=k, v=v)
    o = torch.empty_like(q)  # in q's order of axes
    lse = torch.empty(q.shape[:-1], dtype=torch.float32, device=q.device)
    _call("kw_attention", q.device, _array(q), _array(k), _array(v), _array(o), _array(lse), causal)
    return o, lse


def _attention_backward(dout, q, k, v, o, lse, causal):
    _check(q=q, k=k, v=v, o=o, dout=dout, lse=lse)
    # Lesson 08's gradients take dense arrays alone: the one place where copies may be made.
    q, k, v, o, dout = (tensor.contiguous() for tensor in (q, k, v, o, dout))
    dq, dk, dv = torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
    sums = torch.empty((*q.shape[:2], 2, q.shape[2]), dtype=torch.float32, device=q.device)
    arrays = map(_array, (q, k, v, o, lse, dout, sums, dq, dk, dv))
    _call("kw_attention_backward", q.device, *arrays, causal)
    return dq, dk, dv


# ---- their shapes, and their gradients -----------------------------------------------------------


def _softmax_setup(ctx, inputs, output):
    ctx.save_for_backward(output)


def _softmax_gradient(ctx, dy):
    return softmax_backward(dy, *ctx.saved_tensors)


def _layer_norm_setup(ctx, inputs, output):
    x, weight, _, _ = inputs
    ctx.save_for_backward(x, weight, *output[1:])
    ctx.mark_non_differentiable(*output[1:])


def _layer_norm_gradient(ctx, dy, *_):
    return (*layer_norm_backward(dy, *ctx.saved_tensors), None)


def _attention_setup(ctx, inputs, output):
    q, k, v, ctx.causal = inputs
    ctx.save_for_backward(q, k, v, *output)
    ctx.mark_non_differentiable(output[1])


def _attention_gradient(ctx, dout, _):
    return (*attention_backward(dout, *ctx.saved_tensors, ctx.causal), None)


def _fake_attention_backward(dout, q, k, v, o, lse, causal):
    return _like(q), _like(k), _like(v)


def _no_second_derivative(ctx, *_):
    raise NotImplementedError("kernelwright has no second derivatives")


# ---- registration --------------------------------------------------------------------------------


def _register(schema, compute, fake, setup=None, gradient=_no_second_derivative):
    """Makes an operator of torch.library, such as torch.ops.kernelwright.softmax."""
    name = "kernelwright::" + schema[:schema.index("(")]
    # torch.compile must hand tensors over in the layout that eager mode would.
    tags = (torch.Tag.needs_fixed_stride_order, torch.Tag.pt2_compliant_tag)
    torch.library.define(name, schema[schema.index("("):], tags=tags)
    # A sparse tensor goes to the same function, which says in its own words what to do instead.
    torch.library.impl(name, ("cpu", "cuda", *_SPARSE_KEYS))(compute)
    torch.library.register_fake(name)(fake)
    torch.library.register_autograd(name, gradient, setup_context=setup)
    return getattr(torch.ops.kernelwright, name.split("::")[1]).default


def _make_function(schema, compute, fake, setup=None, gradient=_no_second_derivative):
    """The same for a PyTorch without register_autograd: a function of torch.autograd."""

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            output = compute(*inputs)
            ctx.set_materialize_grads(False)  # no zeros for the gradients of statistics
            if setup is not None:
                setup(ctx, inputs, output)
            return output

        @staticmethod
        def backward(ctx, *gradients):
            if gradients[0] is None:  # nothing depends on the result
                return (None,) * len(ctx.needs_input_grad)
            return gradient(ctx, *gradients)

    return Function.apply


def _is_plain(inputs):
    """Whether nothing but this call is to happen: nobody traces, transforms or fakes it."""
    return not (torch.compiler.is_compiling() or torch._C._len_torch_dispatch_stack() > 0
                or torch._C._are_functorch_transforms_active() or torch.jit.is_tracing()
                ) and all(type(x) in _PLAIN_TYPES for x in inputs)


_PLAIN_TYPES = {torch.Tensor, torch.nn.Parameter, float, int, bool}


def _operator(schema, compute, fake, setup=None, gradient=_no_second_derivative):
    """What `kwt.softmax` and the others are. An operator of torch.library costs the host four times as
    much as the kernel's C function, so an ordinary call does without it: it computes, or is a function
    of torch.autograd if a gradient will be asked for."""
    function = _make_function(schema, compute, fake, setup, gradient)
    if not hasattr(torch.library, "register_autograd"):
        return function
    registered = _register(schema, compute, fake, setup, gradient)

    def call(*inputs, **named):
        if named or not _is_plain(inputs):
            return registered(*inputs, **named)
        if torch.is_grad_enabled() and any(getattr(x, "requires_grad", False) for x in inputs):
            return function(*inputs)
        return compute(*inputs)

    call.__name__ = call.__qualname__ = schema[:schema.index("(")]
    call.registered = registered
    return call


softmax = _operator("softmax(Tensor x) -> Tensor", _softmax, _like, _softmax_setup,
                    _softmax_gradient)
softmax_backward = _operator("softmax_backward(Tensor dy, Tensor y) -> Tensor", _softmax_backward,
                             lambda dy, y: _like(y))
layer_norm = _operator(
    "layer_norm(Tensor x, Tensor weight, Tensor bias, float eps) -> (Tensor, Tensor, Tensor)",
    _layer_norm, lambda x, weight, bias, eps: (_like(x), *_statistics_like(x)), _layer_norm_setup,
    _layer_norm_gradient)
layer_norm_backward = _operator(
    "layer_norm_backward(Tensor dy, Tensor x, Tensor weight, Tensor mean, Tensor rstd) -> "
    "(Tensor, Tensor, Tensor)", _layer_norm_backward,
    lambda dy, x, weight, mean, rstd: (_like(x), _like(weight), _like(weight)))
attention = _operator(
    "attention(Tensor q, Tensor k, Tensor v, bool causal) -> (Tensor, Tensor)", _attention,
    lambda q, k, v, causal: (torch.empty_like(q), q.new_empty(q.shape[:-1], dtype=torch.float32)),
    _attention_setup, _attention_gradient)
attention_backward = _operator(
    "attention_backward(Tensor dout, Tensor q, Tensor k, Tensor v, Tensor o, Tensor lse, "
    "bool causal) -> (Tensor, Tensor, Tensor)", _attention_backward, _fake_attention_backward)


# ---- modules -------------------------------------------------------------------------------------


class LayerNorm(torch.nn.Module):
    """LayerNorm over the last axis, as torch.nn.LayerNorm."""

    def __init__(self, size, eps=1e-5, device=None, dtype=None):
        super().__init__()
        self.eps = eps
        self.weight = torch.nn.Parameter(torch.ones(size, device=device, dtype=dtype))
        self.bias = torch.nn.Parameter(torch.zeros(size, device=device, dtype=dtype))

    def forward(self, x):
        return layer_norm(x, self.weight, self.bias, self.eps)[0]


class Attention(torch.nn.Module):
    """Self-attention of [batch, n, size]: projections to heads, attention, and one projection back.
    Heads have size / heads elements, 64 or 128; float16, since lesson 08's kernels are."""

    def __init__(self, size, heads, kv_heads=None, causal=False, device=None, dtype=None):
        super().__init__()
        self.head_size, self.causal = size // heads, causal
        wide = self.head_size * (kv_heads or heads)
        self.q = torch.nn.Linear(size, size, device=device, dtype=dtype)
        self.k = torch.nn.Linear(size, wide, device=device, dtype=dtype)
        self.v = torch.nn.Linear(size, wide, device=device, dtype=dtype)
        self.out = torch.nn.Linear(size, size, device=device, dtype=dtype)

    def forward(self, x):
        def heads(y):  # [batch, n, heads * d] as [batch, heads, n, d]: strides alone change
            return y.unflatten(-1, (-1, self.head_size)).transpose(1, 2)

        o = attention(heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), self.causal)[0]
        return self.out(o.transpose(1, 2).flatten(2))
