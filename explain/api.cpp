#include "explain/api.hpp"

#include <algorithm>
#include <iterator>

namespace kw::explain {
namespace {

constexpr std::string_view kOffsetsFirst =
    "Pointers are a parameter plus offsets. A mask is a comparison of the offsets, and `other` is "
    "one number: the value of the lanes that the mask leaves out.";
constexpr std::string_view kOneTile = "It takes one tile or number, and works lane by lane.";
constexpr std::string_view kSeedFirst =
    "It takes a seed, which is one integer, and then a tile of integers with the offset of each "
    "lane. Each offset has its own random number.";
constexpr std::string_view kOfLoop =
    "It takes the end, the begin and the end, or the begin, the end and a step, plain integers.";
constexpr std::string_view kHint =
    "It takes a value, which it returns as it is, and a number for each axis.";
constexpr std::string_view kAlongAxis =
    "It takes one tile. Without an axis it reduces all elements to one number; axis<0> goes down "
    "each column, axis<1> along each row.";
constexpr std::string_view kAtomic =
    "It takes the address, the value, and a mask if not every lane takes part; then a memory order "
    "and a scope if they are not the usual ones. The address comes first: a tile of addresses for "
    "a tile, a plain pointer for one number.";

constexpr std::string_view kRunning =
    "It takes one tile, the axis (axis<0> if none is given), and the word reverse to begin at the "
    "end.";

constexpr std::string_view kNewShape =
    "It takes one tile, and its new shape as a type: size<N> or shape<M, N>.";
constexpr std::string_view kPacked =
    "It takes a tile of integers, each of which holds several 4-bit numbers, and an axis (the last "
    "one if none is given).";
constexpr std::string_view kTwoTiles = "It takes two tiles of one shape.";

constexpr tl_function kFunctions[] = {
    {"program_id", 1, 1, "tl.program_id(0)",
     "Its argument is the axis of the grid, a plain number: 0, 1 or 2."},
    {"num_programs", 1, 1, "tl.num_programs(0)",
     "Its argument is the axis of the grid, a plain number: 0, 1 or 2."},
    {"arange", 1, 1, "tl.arange(size<BLOCK_SIZE>)",
     "It takes its length as a type, which is known at compile time."},
    {"full", 2, 3, "tl.full(size<BLOCK_SIZE>, value)",
     "It takes its shape as a type, size<N> or shape<M, N>, and the number that every lane holds."},
    {"zeros", 1, 2, "tl.zeros(size<BLOCK_SIZE>, float32)",
     "It takes its shape as a type, size<N> or shape<M, N>, and an element type if it is not "
     "float32."},
    {"zeros_like", 1, 1, "tl.zeros_like(x)", "It takes a tile, of whose shape and type it is."},
    {"load", 1, 4, "tl.load(x + offsets, mask, 0.0f)", kOffsetsFirst},
    {"store", 2, 3, "tl.store(out + offsets, value, mask)",
     "It takes where to, what, and a mask if not every lane is stored. For a single element the "
     "mask is a condition, such as i < n."},
    {"where", 3, 3, "tl.where(condition, a, b)",
     "It takes a mask and two values, tiles or numbers, and returns a where the mask is true and b "
     "elsewhere."},
    {"maximum", 2, 2, "tl.maximum(a, b)",
     "It compares two tiles lane by lane; tl.max(a) makes one number of a tile."},
    {"minimum", 2, 2, "tl.minimum(a, b)",
     "It compares two tiles lane by lane; tl.min(a) makes one number of a tile."},
    {"exp", 1, 1, "tl.exp(x)", kOneTile},
    {"exp2", 1, 1, "tl.exp2(x)", kOneTile},
    {"log", 1, 1, "tl.log(x)", kOneTile},
    {"log2", 1, 1, "tl.log2(x)", kOneTile},
    {"sqrt", 1, 1, "tl.sqrt(x)", kOneTile},
    {"rsqrt", 1, 1, "tl.rsqrt(x)", kOneTile},
    {"abs", 1, 1, "tl.abs(x)", kOneTile},
    {"tanh", 1, 1, "tl.tanh(x)", kOneTile},
    {"sigmoid", 1, 1, "tl.sigmoid(x)", kOneTile},
    {"erf", 1, 1, "tl.erf(x)", kOneTile},
    {"sin", 1, 1, "tl.sin(x)", kOneTile},
    {"cos", 1, 1, "tl.cos(x)", kOneTile},
    {"tan", 1, 1, "tl.tan(x)", kOneTile},
    {"asin", 1, 1, "tl.asin(x)", kOneTile},
    {"log1p", 1, 1, "tl.log1p(x)", kOneTile},
    {"expm1", 1, 1, "tl.expm1(x)", kOneTile},
    {"floor", 1, 1, "tl.floor(x)", kOneTile},
    {"ceil", 1, 1, "tl.ceil(x)", kOneTile},
    {"round", 1, 1, "tl.round(x)", kOneTile},
    {"rint", 1, 1, "tl.rint(x)", kOneTile},
    {"sqrt_rn", 1, 1, "tl.sqrt_rn(x)", kOneTile},
    {"atan2", 2, 2, "tl.atan2(y, x)", "It takes two tiles or numbers; y comes first."},
    {"pow", 2, 2, "tl.pow(x, y)", "It takes two tiles or numbers, the base and the exponent."},
    {"fma", 3, 3, "tl.fma(x, y, z)", "It takes three tiles or numbers: x * y + z."},
    {"clamp", 3, 3, "tl.clamp(x, low, high)",
     "It takes a tile or a number, and then the smallest and the largest value of the result."},
    {"fdiv", 2, 3, "tl.fdiv(x, y)",
     "It takes two tiles or numbers, and true if the quotient is to be rounded to nearest."},
    {"div_rn", 2, 2, "tl.div_rn(x, y)", "It takes two tiles or numbers."},
    {"softmax", 1, 4, "tl.softmax(x, axis<1>)",
     "It takes one tile and the axis along which the results add up to 1; axis<0> if none is "
     "given."},
    {"map", 2, 9, "tl.map([](float v) { return v * v; }, x)",
     "It takes a function of single numbers first, then a tile for each of its parameters."},
    {"map_elementwise", 2, 9, "tl.map_elementwise([](float v) { return v * v; }, x)",
     "It takes a function of single numbers first, then a tile for each of its parameters."},
    {"randint", 2, 3, "tl.randint(seed, offsets)", kSeedFirst},
    {"rand", 2, 3, "tl.rand(seed, offsets)", kSeedFirst},
    {"randn", 2, 3, "tl.randn(seed, offsets)", kSeedFirst},
    {"randint4x", 2, 3, "tl.randint4x(seed, offsets)", kSeedFirst},
    {"rand4x", 2, 3, "tl.rand4x(seed, offsets)", kSeedFirst},
    {"randn4x", 2, 3, "tl.randn4x(seed, offsets)", kSeedFirst},
    {"philox", 5, 6, "tl.philox(seed, c0, c1, c2, c3)",
     "It takes a seed and the four words of a counter, integers of 32 or 64 bits."},
    {"uint_to_uniform_float", 1, 1, "tl.uint_to_uniform_float(bits)",
     "It takes random integers of 32 or 64 bits."},
    {"pair_uniform_to_normal", 2, 2, "tl.pair_uniform_to_normal(u1, u2)",
     "It takes two tiles of float32 in [0, 1)."},
    {"umulhi", 2, 2, "tl.umulhi(a, b)",
     "It multiplies two tiles of integers, or a tile and a number, lane by lane."},
    {"cast", 2, 3, "tl.cast(n, int64)",
     "It takes a tile or a number and its new type; bitcast as the third keeps the bits."},
    {"sum", 1, 3, "tl.sum(x, axis<0>)", kAlongAxis},
    {"max", 1, 3, "tl.max(x, axis<0>)", kAlongAxis},
    {"min", 1, 3, "tl.min(x, axis<0>)", kAlongAxis},
    {"mean", 1, 3, "tl.mean(x, axis<0>)", kAlongAxis},
    {"xor_sum", 1, 2, "tl.xor_sum(x, axis<0>)", kAlongAxis},
    {"reduce_or", 1, 2, "tl.reduce_or(x, axis<0>)", kAlongAxis},
    {"argmax", 2, 3, "tl.argmax(x, axis<0>)", "It takes one tile and the axis to search along."},
    {"argmin", 2, 3, "tl.argmin(x, axis<0>)", "It takes one tile and the axis to search along."},
    {"reduce", 3, 4, "tl.reduce(x, axis<0>, [](auto a, auto b) { return a * b; })",
     "It takes one tile, the axis, and the function that makes one value of two."},
    {"cumsum", 1, 3, "tl.cumsum(x, axis<0>)", kRunning},
    {"cumprod", 1, 3, "tl.cumprod(x, axis<0>)", kRunning},
    {"associative_scan", 3, 4,
     "tl.associative_scan(x, axis<0>, [](auto a, auto b) { return a * b; })",
     "It takes one tile (or a tuple of them), the axis, and the function that makes one value of "
     "two."},
    {"atomic_add", 2, 5, "tl.atomic_add(out + offsets, value, mask)", kAtomic},
    {"atomic_max", 2, 5, "tl.atomic_max(out + offsets, value, mask)", kAtomic},
    {"atomic_min", 2, 5, "tl.atomic_min(out + offsets, value, mask)", kAtomic},
    {"atomic_and", 2, 5, "tl.atomic_and(out + offsets, value, mask)", kAtomic},
    {"atomic_or", 2, 5, "tl.atomic_or(out + offsets, value, mask)", kAtomic},
    {"atomic_xor", 2, 5, "tl.atomic_xor(out + offsets, value, mask)", kAtomic},
    {"atomic_xchg", 2, 5, "tl.atomic_xchg(out + offsets, value, mask)", kAtomic},
    {"atomic_cas", 3, 6, "tl.atomic_cas(pointer, expected, desired)",
     "It takes where, what it must hold there, and what to put in its place; then a mask, a memory "
     "order and a scope if these are not the usual ones."},
    {"barrier", 0, 0, "tl.barrier()", ""},
    {"debug_barrier", 0, 0, "tl.debug_barrier()", ""},
    {"cdiv", 2, 2, "tl.cdiv(n, BLOCK_SIZE)", "It takes two integers, or tiles of them."},
    {"range", 1, 3, "for (int k : tl.range(0, n, BLOCK_SIZE))", kOfLoop},
    {"static_range", 1, 3, "for (int k : tl.static_range(4))", kOfLoop},
    {"swizzle2d", 5, 5, "tl.swizzle2d(i, j, rows, columns, group)",
     "It takes the place of a program in the grid, the extents of the grid, and how many rows a "
     "group has."},
    {"multiple_of", 2, 3, "tl.multiple_of(offsets, 16)", kHint},
    {"max_contiguous", 2, 3, "tl.max_contiguous(offsets, 16)", kHint},
    {"max_constancy", 2, 3, "tl.max_constancy(offsets, 16)", kHint},
    {"assume", 1, 1, "tl.assume(n > 0)", "It takes a condition of plain numbers."},
    {"trans", 1, 9, "tl.trans(x)", "It takes one 2-D tile, or a tile and its axes in a new order."},
    {"reshape", 2, 2, "tl.reshape(x, shape<M, N>)", kNewShape},
    {"view", 2, 2, "tl.view(x, shape<M, N>)", kNewShape},
    {"ravel", 1, 1, "tl.ravel(x)", "It takes one tile, and makes it 1-D."},
    {"expand_dims", 2, 9, "tl.expand_dims(x, axis<0>)",
     "It takes one tile, and the places of the new axes in the result."},
    {"broadcast_to", 2, 2, "tl.broadcast_to(x, shape<M, N>)", kNewShape},
    {"broadcast", 2, 2, "tl.broadcast(a, b)", "It takes two tiles, and makes a tuple of two."},
    {"permute", 2, 9, "tl.permute(x, axis<1>, axis<0>)",
     "It takes one tile, and its axes in a new order."},
    {"join", 2, 2, "tl.join(a, b)", kTwoTiles},
    {"split", 1, 1, "auto [a, b] = tl.split(x);",
     "It takes one tile whose last axis has extent 2."},
    {"interleave", 2, 2, "tl.interleave(a, b)", kTwoTiles},
    {"flip", 1, 2, "tl.flip(x)", "It takes one tile and an axis, the last if none is given."},
    {"gather", 3, 3, "tl.gather(x, index, axis<0>)",
     "It takes one tile, a tile of integers that says which of its elements, and an axis."},
    {"sort", 1, 3, "tl.sort(x, axis<0>, descending)",
     "It takes one tile, an axis (the last if none is given), and the word descending if the "
     "largest comes first."},
    {"topk", 2, 3, "tl.topk(x, size<8>)",
     "It takes one tile, how many elements as a type, and an axis, the last if none is given."},
    {"histogram", 2, 3, "tl.histogram(keys, size<256>, mask)",
     "It takes a tile of integers, the number of bins as a type, and a mask if not every lane "
     "counts."},
    {"cat", 2, 3, "tl.cat(a, b)", "It takes two tiles of one shape, and axis<0> or another axis."},
    {"device_print", 1, 9, "tl.device_print(\"x is\", x)",
     "It takes a text first, then the values to print."},
    {"device_assert", 2, 2, "tl.device_assert(x > 0, \"x is positive\")",
     "It takes a condition and a text."},
    {"accumulator", 1, 2, "tl.accumulator(shape<BM, BN>)",
     "It takes its shape as a type, shape<M, N>: what tl.dot makes is 2-D."},
    {"dot", 2, 4, "acc = tl.dot(a, b, acc);",
     "It takes two loaded tiles, an accumulator if the product is added to one, and for float32 a "
     "precision: ieee, tf32 or tf32x3, a plain name without quotes."},
    {"unpack_int4", 1, 2, "tl.unpack_int4(packed)", kPacked},
    {"unpack_uint4", 1, 2, "tl.unpack_uint4(packed)", kPacked},
    {"dot_scaled", 6, 7, "tl.dot_scaled(a, a_scale, e4m3, b, b_scale, e2m1, acc)",
     "It takes each operand with its scales, or None, and its format, e2m1, e4m3, e5m2, bf16 or "
     "fp16, and an accumulator if the product is added to one."},
    {"stream", 2, 2, "tl.stream(stages<3>, [&](int k) { return fetch(...); })",
     "It takes how many steps to fetch ahead, and what step k needs."},
    {"keep", 1, 1, "tl.keep(tile)", "It takes a tile of a stream."}};

constexpr std::string_view kPlainNames[] = {
    "size",       "shape",      "axis",     "grid",    "launch",    "view",
    "narrow",     "cdiv",       "inf",      "None",    "_",         "float32",
    "float16",    "float16_t",  "bfloat16", "dtype",   "stages",    "fetch",
    "tile_at",    "KW_KERNEL",  "kw",       "matrix",  "program",   "int32",
    "uint32",     "uint8",      "bitcast",  "reverse", "keep_dims", "return_indices",
    "descending", "float8e4nv", "float8e5"};

}  // namespace

std::span<const tl_function> tl_functions() {
  return kFunctions;
}

const tl_function* find_tl_function(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [&](const tl_function& each) { return each.name == name; });
  return found == std::end(kFunctions) ? nullptr : &*found;
}

std::vector<std::string> tl_names() {
  std::vector<std::string> names;
  for (const tl_function& each : kFunctions) {
    names.emplace_back(each.name);
  }
  return names;
}

std::span<const std::string_view> plain_names() {
  return kPlainNames;
}

}  // namespace kw::explain
