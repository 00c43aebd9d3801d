/// \file
/// The part of the tile language for numbers of 4 and 8 bits that share a scale.
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/dot.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

namespace core {
/// A format of tl.dot_scaled, as a value: the type of its elements, and the number of bits that one
/// of them needs in a wider type, including the leading 1.
template <class T, int Significand>
struct scaled_format {
  using type = T;
  static constexpr int significand = Significand;
};
/// 4 bits: 1 sign, 2 exponent, 1 fraction. No element type stores a single one.
struct float4_e2m1 {};

template <class Format>
inline constexpr bool is_scaled_format = false;
template <class T, int Significand>
inline constexpr bool is_scaled_format<scaled_format<T, Significand>> = true;

/// 4 bits of an integer, starting at bit First.
template <class Result, bool Signed, int First>
struct four_bits_of {
  template <class T>
  KW_HD constexpr Result operator()(T packed) const {
    const auto bits = static_cast<std::uint64_t>(packed) >> First & 15u;
    return static_cast<Result>(Signed ? static_cast<int>(bits ^ 8u) - 8 : static_cast<int>(bits));
  }
};

struct value_of_e2m1 {
  KW_HD constexpr float operator()(std::uint8_t bits) const {
    const float magnitude = narrow_float<1, 1, 7>::widened(bits & 7u);
    return (bits & 8u) != 0 ? -magnitude : magnitude;
  }
};

/// 2^(s - 127), where s = 0 gives a subnormal float32; 255 is NaN.
struct value_of_scale {
  KW_HD constexpr float operator()(std::uint8_t s) const {
    const std::uint32_t bits = static_cast<std::uint32_t>(s) << 23;
    return float_of(s == 0 ? 0x00400000u : s == 255 ? 0x7fc00000u : bits);
  }
  KW_HD float operator()(float8_e4m3_t s) const { return to_float(s); }
};
struct scaled_value {
  template <class S>
  KW_HD float operator()(float x, S scale) const {
    return x * value_of_scale{}(scale);
  }
};
/// Which of the scales, (rows, Groups) in row-major order, applies to element (i, j).
template <int InGroup, int Groups>
struct scale_of_element {
  KW_HD constexpr int operator()(int, int, int i, int j) const { return i * Groups + j / InGroup; }
};

}  // namespace core

/// \brief The functions of `tl` for packed and scaled numbers, for a Context that derives from
/// `language`. The formats of dot_scaled are in <kernelwright/quantised.hpp>.
template <class Context, class Backend>
class quantised_language {
 public:
  /// \brief The 4-bit integers of a tile whose elements hold several each, the first in the lowest
  /// bits: -8 to 7 as int8. An int8 or uint8 holds two, an int32 eight.
  ///
  /// They follow each other along the last axis, or the one named: `tl.unpack_int4(w)` turns (K, N)
  /// bytes into (K, 2 N), and `tl.unpack_int4(w, axis<0>)` into (2 K, N). Cost: a shift and a mask
  /// per element; nothing moves between threads.
  template <class X, int Axis = -1>
  KW_TILE_OP auto unpack_int4(const X& packed, core::axis_constant<Axis> = {}) const {
    return unpack<true, Axis>(packed);
  }
  /// The same for 4-bit integers without a sign: 0 to 15 as uint8.
  template <class X, int Axis = -1>
  KW_TILE_OP auto unpack_uint4(const X& packed, core::axis_constant<Axis> = {}) const {
    return unpack<false, Axis>(packed);
  }

  /// \brief The product of (M, K) and (K, N) whose elements share a scale in groups along K, plus
  /// `acc` if given: float32 (M, N).
  ///
  /// - formats: `e2m1`, `e4m3`, `e5m2`, `bf16` or `fp16`. e2m1 has 4 bits: a uint8 tile (M, K / 2),
  ///   or (K / 2, N), holds two of them per byte, the first in the lower half. A tile of e4m3 or
  ///   e5m2 has that type, or is uint8 with its bits.
  /// - lhs_scale: (M, K / G) and rhs_scale: (N, K / G), one for each group of G elements along K;
  ///   G is 32 in the MX formats. A uint8 scale is e8m0: the power of two 2^(s - 127), and 255 is
  ///   NaN. A float8e4nv scale is
  ///   the number itself. `None` is 1.
  ///
  /// Operands are scaled before they are multiplied: as bfloat16, or as float32 with a precision
  /// that keeps every bit if bfloat16 would not. Cost: that of tl.dot, plus one operation per
  /// element; the scales move through shared memory.
  // (Scales are passed by value because None is an object on the host.)
  template <class A, class ScaleA, class FormatA, class B, class ScaleB, class FormatB>
  [[nodiscard]] KW_TILE_OP auto dot_scaled(const A& lhs, ScaleA lhs_scale, FormatA lhs_format,
                                           const B& rhs, ScaleB rhs_scale, FormatB rhs_format,
                                           source_place at = source_place::here()) const {
    return scaled_product(at, lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format);
  }
  template <class A, class ScaleA, class FormatA, class B, class ScaleB, class FormatB, class Acc>
  requires(!std::is_same_v<Acc, source_place>) [[nodiscard]] KW_TILE_OP decltype(auto)
      dot_scaled(const A& lhs, ScaleA lhs_scale, FormatA lhs_format, const B& rhs, ScaleB rhs_scale,
                 FormatB rhs_format, Acc& acc, source_place at = source_place::here()) const {
    return scaled_product(at, lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc);
  }

 private:
  template <bool Signed, int Axis, class X>
  KW_TILE_OP auto unpack(const X& packed) const {
    static_assert(core::any_tile<X> && core::integer_scalar<core::value_of<X>>,
                  "kernelwright: tl.unpack_int4 takes a tile of integers whose bits hold integers "
                  "of 4 bits, such as uint8 or int32.");
    core::check_axis<Axis, X>();
    constexpr int along = core::place_of_axis<Axis, core::shape_of<X>>;
    using Result = std::conditional_t<Signed, std::int8_t, std::uint8_t>;
    return core::moved_from_the_end<along>(every<Result, Signed, 0, 1>(
        core::moved_to_the_end<along>(core::materialised<Backend>(packed))));
  }

  template <class A, class ScaleA, class FormatA, class B, class ScaleB, class FormatB,
            class... Acc>
  KW_TILE_OP decltype(auto) scaled_product(source_place at, const A& lhs, const ScaleA& lhs_scale,
                                           FormatA, const B& rhs, const ScaleB& rhs_scale, FormatB,
                                           Acc&... acc) const {
    const Context& tl = self();
    constexpr int bits_of_a = FormatA::significand + significand_of_scale<ScaleA>();
    constexpr int bits_of_b = FormatB::significand + significand_of_scale<ScaleB>();
    constexpr int bits = bits_of_a > bits_of_b ? bits_of_a : bits_of_b;
    using T = std::conditional_t<bits <= 8, bfloat16_t, float>;
    constexpr core::input_precision<(bits <= 11 ? core::kTf32 : core::kIeee)> precision;
    const auto a = scaled(operand<FormatA>(lhs), lhs_scale).to(dtype<T>{});
    const auto b = scaled(operand<FormatB>(tl.trans(rhs)), rhs_scale).to(dtype<T>{});
    return tl.dot(a, tl.trans(b), acc..., precision, at);
  }

  /// The integers number First, First + Step, ... of each element, side by side along the last
  /// axis.
  template <class Result, bool Signed, int First, int Step, class X>
  KW_TILE_OP auto every(const X& x) const {
    if constexpr (4 * Step == 8 * static_cast<int>(sizeof(core::value_of<X>))) {
      return core::map_tiles<Backend, Result>(core::four_bits_of<Result, Signed, 4 * First>{}, x);
    } else {
      return self().interleave(every<Result, Signed, First, 2 * Step>(x),
                               every<Result, Signed, First + Step, 2 * Step>(x));
    }
  }

  /// How many more bits an element has after it is multiplied by its scale.
  template <class Scale>
  static constexpr int significand_of_scale() {
    if constexpr (core::any_tile<Scale>) {
      constexpr bool is_float8 = std::is_same_v<core::value_of<Scale>, float8_e4m3_t>;
      static_assert(is_float8 || std::is_same_v<core::value_of<Scale>, std::uint8_t>,
                    "kernelwright: a scale of tl.dot_scaled is uint8, the exponent of a power of "
                    "two (e8m0), or float8e4nv. Multiply by scales of float32 yourself: each group "
                    "of K is a tl.dot, and its sum is multiplied.");
      return is_float8 ? 4 : 0;
    } else {
      static_assert(std::is_same_v<Scale, core::none_type>,
                    "kernelwright: a scale of tl.dot_scaled is a tile, one number for each row and "
                    "group, or None.");
      return 0;
    }
  }

  /// The elements of a (rows, K) operand in float32.
  template <class Format, class X>
  KW_TILE_OP auto operand(const X& x) const {
    static_assert(core::is_scaled_format<Format>,
                  "kernelwright: the formats of tl.dot_scaled are e2m1, e4m3, e5m2, bf16 and fp16, "
                  "as plain names.");
    using T = typename Format::type;
    using V = core::value_of<X>;
    constexpr bool is_byte = std::is_same_v<V, std::uint8_t> || std::is_same_v<V, std::int8_t>;
    static_assert(core::shape_of<X>::rank == 2,
                  "kernelwright: tl.dot_scaled multiplies two 2-D tiles, (M, K) by (K, N)");
    static_assert(
        std::is_same_v<V, T> || (is_byte && !core::float16_type<T>),
        "kernelwright: this operand of tl.dot_scaled is not of its format. A tile of e4m3 "
        "is float8e4nv or uint8, of e5m2 float8e5 or uint8, of e2m1 uint8 with two in a "
        "byte, of bf16 bfloat16, of fp16 float16.");
    if constexpr (std::is_same_v<T, core::float4_e2m1>) {
      return core::map_tiles<Backend, float>(core::value_of_e2m1{}, unpack<false, -1>(x));
    } else if constexpr (is_byte) {
      return x.to(dtype<T>{}, bitcast).to(float32);
    } else {
      return x.to(float32);
    }
  }

  /// Each row of (rows, K), scaled in groups.
  template <class X, class Scale>
  KW_TILE_OP static auto scaled(const X& x, const Scale& scale) {
    if constexpr (core::any_tile<Scale>) {
      using Shape = core::shape_of<X>;
      using Groups = core::shape_of<Scale>;
      static_assert(Groups::rank == 2 && Groups::d0 == Shape::d0 && Shape::d1 % Groups::d1 == 0,
                    "kernelwright: the scales of tl.dot_scaled have a row for each row of the left "
                    "operand, or for each column of the right one, and a column for each group "
                    "along K: (M, K / 32) and (N, K / 32).");
      constexpr int in_group = Shape::d1 % Groups::d1 == 0 ? Shape::d1 / Groups::d1 : 1;
      const auto factors = core::rearrange<Shape, typename X::layout_type>(
          core::materialised<Backend>(scale), core::scale_of_element<in_group, Groups::d1>{});
      return core::map_tiles<Backend, float>(core::scaled_value{}, x, factors);
    } else {
      return x;
    }
  }
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }
};

}  // namespace kw
