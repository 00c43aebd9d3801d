/// \file
/// What tl.dot and streams take, and the rules that both backends check.
#pragma once
#include "kernelwright/compiler/trap.hpp"
#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/operators.hpp"

namespace kw {
namespace core {

/// How the operands of a float32 product are rounded.
template <int Precision>
struct input_precision {
  static constexpr int value = Precision;
};
inline constexpr int kIeee = 0, kTf32 = 1, kTf32x3 = 2;

template <int Count>
struct stage_count {
  static_assert(Count >= 1 && Count <= 8, "kernelwright: a stream has 1 to 8 stages");
  static constexpr int value = Count;
};

/// The last of begin, begin + step, ... below end, where begin < end. Loops end there, because one
/// step more could pass the largest int.
KW_HD constexpr int last_step(int begin, int end, int step) {
  const unsigned first = static_cast<unsigned>(begin), by = static_cast<unsigned>(step);
  return static_cast<int>(first + (static_cast<unsigned>(end) - first - 1) / by * by);
}

/// The type of a product's sum.
template <class T>
using dot_result_t =
    std::conditional_t<std::is_integral_v<T>, std::int32_t,
                       std::conditional_t<std::is_same_v<T, double>, double, float>>;

/// Constants have the layout of loaded tiles; a single column has that of an accumulator's rows, so
/// a running maximum or sum per row needs no conversion to meet its matrix.
template <class Backend, class Shape>
constexpr auto pick_layout_of_constant() {
  if constexpr (Shape::rank == 2 && Shape::d1 == 1 && Shape::d0 >= 16) {
    return std::type_identity<typename Backend::template accumulator_layout<Shape>>{};
  } else {
    return std::type_identity<typename Backend::template default_layout<Shape>>{};
  }
}
template <class Backend, class Shape>
using layout_of_constant = typename decltype(pick_layout_of_constant<Backend, Shape>())::type;

/// A tile that tl.dot may add to.
template <class T>
concept accumulator_type = register_tile<std::remove_const_t<T>>;

/// What tl.dot is called with. The compiler prints these names, so the shapes are in the message.
template <class A, class B>
struct these_two_tiles_are_multiplied {
  static_assert(A::d1 == B::d0,
                "kernelwright: tl.dot multiplies (M, K) by (K, N). The columns of the first tile "
                "must be as many as the rows of the second; tl.trans(b) exchanges them.");
};
template <class Product, class Accumulator>
struct this_product_and_its_accumulator_have_shapes {
  static_assert(
      Product::d0 == Accumulator::d0 && Product::d1 == Accumulator::d1,
      "kernelwright: the accumulator of tl.dot has another shape than the product. (M, K) "
      "by (K, N) adds to (M, N).");
};

/// The two kinds of float8 may be multiplied with each other.
template <class A, class B>
inline constexpr bool both_float8 = float8_type<value_of<A>>&& float8_type<value_of<B>>;

template <class A, class B>
constexpr void check_dot() {
  using SA = shape_of<A>;
  using SB = shape_of<B>;
  using T = value_of<A>;
  static_assert(SA::rank == 2 && SB::rank == 2,
                "kernelwright: tl.dot multiplies two 2-D tiles, (M, K) by (K, N)");
  (void)these_two_tiles_are_multiplied<SA, SB>{};
  static_assert(std::is_same_v<T, value_of<B>> || both_float8<A, B>,
                "kernelwright: the operands of tl.dot must have one element type. Convert one, "
                "such as p.to(float16).");
  static_assert(floating_type<T> || std::is_same_v<T, std::int8_t>,
                "kernelwright: tl.dot takes float16, bfloat16, float32, float64, int8, float8e4nv "
                "or float8e5");
}

template <class A, class B, class Acc>
constexpr void check_accumulator() {
  static_assert(
      !std::is_const_v<Acc>,
      "kernelwright: tl.dot adds to its accumulator, so it must be a variable. Write auto "
      "acc = tl.accumulator(shape<M, N>), then acc = tl.dot(a, b, acc).");
  using R = dot_result_t<value_of<A>>;
  static_assert(std::is_same_v<value_of<Acc>, R>,
                "kernelwright: the accumulator of tl.dot is float32 (int32 for int8 operands, "
                "float64 for float64)");
  (void)this_product_and_its_accumulator_have_shapes<tile_shape<shape_of<A>::d0, shape_of<B>::d1>,
                                                     shape_of<Acc>>{};
}

}  // namespace core

/// float32 products computed as float32: the default of tl.dot.
inline constexpr core::input_precision<core::kIeee> ieee{};
/// float32 operands rounded to tf32 (10 bits of mantissa), on the tensor cores.
inline constexpr core::input_precision<core::kTf32> tf32{};
/// Three tf32 products for nearly float32 accuracy, on the tensor cores.
inline constexpr core::input_precision<core::kTf32x3> tf32x3{};

}  // namespace kw
