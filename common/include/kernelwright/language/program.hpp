/// \file
/// The concept of `tl`, which tells an editor what a kernel can call on it.
#pragma once

namespace kw {

/// \brief The program that a kernel's call operator takes first: `program auto tl`.
///
/// Which type `tl` has depends on where the program runs, so the parameter is `auto`. An editor
/// then has nothing to offer after `tl.`, unless a concept says what every such type can do. This
/// one names each call of the language once, with all its parameters. A function that a kernel
/// calls takes the program by reference, as `program auto& tl`.
///
/// A compiler looks no further than the first line, which keeps the concept cheap. The rest is for
/// editors. They show the types of the arguments, so the names of these types are what a reader
/// needs to see: `load(pointers, mask, other)`. The language's classes document the calls.
template <class Tl, class axis_of_grid = int, class axis = int, class size = int, class shape = int,
          class dtype = int, class pointers = int, class mask = int, class other = int,
          class value = int, class tile = int, class a = int, class b = int, class acc = int,
          class precision = int, class function = int, class expected = int, class desired = int,
          class text = int, class values = int, class condition = int, class stages = int,
          class fetch_at = int, class order = int, class scope = int, class low = int,
          class high = int, class tiles = int, class seed = int, class offsets = int,
          class rounds = int, class begin = int, class end = int, class step = int,
          class count = int, class reverse = int, class index = int, class descending = int,
          class packed = int, class lhs = int, class lhs_scale = int, class lhs_format = int,
          class rhs = int, class rhs_scale = int, class rhs_format = int>
concept program = requires {
  typename Tl::is_program;
}
|| requires(const Tl& tl, axis_of_grid grid_axis, size n, shape extents, dtype type, value v,
            text message, values shown, condition holds, a left, b right, begin first, end last,
            step by, count times, count rows, count columns, count group) {
  tl.program_id(grid_axis);
  tl.num_programs(grid_axis);

  tl.arange(n);
  tl.full(extents, v, type);
  tl.zeros(extents, type);
  tl.zeros_like(v);

  tl.cdiv(left, right);
  tl.range(first, last, by);
  tl.static_range(first, last, by);
  tl.swizzle2d(first, last, rows, columns, group);
  tl.multiple_of(v, times);
  tl.max_contiguous(v, times);
  tl.max_constancy(v, times);
  tl.assume(holds);

  tl.device_print(message, shown);
  tl.device_assert(holds, message);
}
|| requires(const Tl& tl, pointers x, mask active, other elsewhere, value v, expected before,
            desired after, order memory, scope among) {
  tl.load(x, active, elsewhere);
  tl.store(x, v, active);
  tl.atomic_add(x, v, active, memory, among);
  tl.atomic_max(x, v, active, memory, among);
  tl.atomic_min(x, v, active, memory, among);
  tl.atomic_and(x, v, active, memory, among);
  tl.atomic_or(x, v, active, memory, among);
  tl.atomic_xor(x, v, active, memory, among);
  tl.atomic_xchg(x, v, active, memory, among);
  tl.atomic_cas(x, before, after, active, memory, among);
  tl.barrier();
  tl.debug_barrier();
}
|| requires(const Tl& tl, tile t, a left, b right, mask active, dtype type) {
  tl.where(active, left, right);
  tl.maximum(left, right);
  tl.minimum(left, right);
  tl.exp(t);
  tl.exp2(t);
  tl.log(t);
  tl.log2(t);
  tl.sqrt(t);
  tl.rsqrt(t);
  tl.abs(t);
  tl.umulhi(left, right);
  tl.cast(t, type);
}
|| requires(const Tl& tl, tile t, a left, b right, value v, low lowest, high highest, axis along,
            function combine, tiles all) {
  tl.tanh(t);
  tl.sigmoid(t);
  tl.erf(t);
  tl.sin(t);
  tl.cos(t);
  tl.tan(t);
  tl.asin(t);
  tl.log1p(t);
  tl.expm1(t);
  tl.floor(t);
  tl.ceil(t);
  tl.round(t);
  tl.rint(t);
  tl.atan2(left, right);
  tl.pow(left, right);
  tl.fma(left, right, v);
  tl.clamp(t, lowest, highest);
  tl.fdiv(left, right);
  tl.div_rn(left, right);
  tl.sqrt_rn(t);
  tl.softmax(t, along);
  tl.map(combine, all);
  tl.map_elementwise(combine, all);
}
|| requires(const Tl& tl, seed key, offsets counters, rounds steps, tile t, a left, b right) {
  tl.randint(key, counters, steps);
  tl.rand(key, counters, steps);
  tl.randn(key, counters, steps);
  tl.randint4x(key, counters, steps);
  tl.rand4x(key, counters, steps);
  tl.randn4x(key, counters, steps);
  tl.philox(key, counters, counters, counters, counters, steps);
  tl.uint_to_uniform_float(t);
  tl.pair_uniform_to_normal(left, right);
}
|| requires(const Tl& tl, tile t, axis along, function combine, reverse from_end) {
  tl.sum(t, along);
  tl.max(t, along);
  tl.min(t, along);
  tl.mean(t, along);
  tl.argmax(t, along);
  tl.argmin(t, along);
  tl.reduce(t, along, combine);
  tl.cumsum(t, along, from_end);
  tl.cumprod(t, along, from_end);
  tl.associative_scan(t, along, combine, from_end);
}
|| requires(const Tl& tl, tile t, a left, b right, acc sum, precision digits, shape extents,
            dtype type, stages ahead, fetch_at fetch) {
  tl.trans(t);
  tl.accumulator(extents, type);
  tl.dot(left, right, sum, digits);
  tl.stream(ahead, fetch);
  tl.keep(t);
}
|| requires(const Tl& tl, tile t, a left, b right, axis along, size n, shape extents, mask active,
            index indices, descending from_largest) {
  tl.xor_sum(t, along);
  tl.reduce_or(t, along);
  tl.reshape(t, extents);
  tl.view(t, extents);
  tl.ravel(t);
  tl.expand_dims(t, along);
  tl.broadcast_to(t, extents);
  tl.broadcast(left, right);
  tl.permute(t, along, along, along);
  tl.join(left, right);
  tl.split(t);
  tl.interleave(left, right);
  tl.cat(left, right, along);
  tl.flip(t, along);
  tl.gather(t, indices, along);
  tl.sort(t, along, from_largest);
  tl.topk(t, n, along);
  tl.histogram(t, n, active);
}
|| requires(const Tl& tl, packed words, axis along, lhs left, lhs_scale of_left,
            lhs_format left_type, rhs right, rhs_scale of_right, rhs_format right_type, acc sum) {
  tl.unpack_int4(words, along);
  tl.unpack_uint4(words, along);
  tl.dot_scaled(left, of_left, left_type, right, of_right, right_type, sum);
};

}  // namespace kw
