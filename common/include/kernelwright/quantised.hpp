/// \file
/// Packed 4-bit integers and products with shared scales: `tl.unpack_int4(w)`,
/// `tl.dot_scaled(a, a_scale, e4m3, b, b_scale, e2m1)`.
///
/// language/quantised.hpp documents the functions of `tl`. This file defines them.
#pragma once
#include "kernelwright/float8.hpp"
#include "kernelwright/language/quantised.hpp"
#include "kernelwright/shapes.hpp"

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

/// The functions of language/quantised.hpp.
template <class Context, class Backend>
struct quantised_functions<Context, Backend> {
  template <bool Signed, class X>
  KW_TILE_OP static auto unpack(const X& packed) {
    return unpack<Signed>(packed, axis_constant<shape_of<X>::rank - 1>{});
  }
  template <bool Signed, class X, int Axis>
  KW_TILE_OP static auto unpack(const X& packed, axis_constant<Axis>) {
    static_assert(any_tile<X> && integer_scalar<value_of<X>>,
                  "kernelwright: tl.unpack_int4 takes a tile of integers whose bits hold integers "
                  "of 4 bits, such as uint8 or int32.");
    constexpr int along = place_of_axis<Axis, shape_of<X>>;
    static_assert(along >= 0 && along < shape_of<X>::rank,
                  "kernelwright: this tile has no such axis. A 1-D tile has axis<0>; a 2-D tile "
                  "has axis<0> (down each column) and axis<1> (along each row).");
    using Result = std::conditional_t<Signed, std::int8_t, std::uint8_t>;
    return moved_from_the_end<along>(
        every<Result, Signed, 0, 1>(moved_to_the_end<along>(materialised<Backend>(packed))));
  }

  template <class A, class ScaleA, class FormatA, class B, class ScaleB, class FormatB,
            class... Acc>
  [[nodiscard]] KW_TILE_OP static decltype(auto) dot_scaled(const Context& tl, source_place at,
                                                            const A& lhs, const ScaleA& lhs_scale,
                                                            FormatA, const B& rhs,
                                                            const ScaleB& rhs_scale, FormatB,
                                                            Acc&... acc) {
    constexpr int bits_of_a = FormatA::significand + significand_of_scale<ScaleA>();
    constexpr int bits_of_b = FormatB::significand + significand_of_scale<ScaleB>();
    constexpr int bits = bits_of_a > bits_of_b ? bits_of_a : bits_of_b;
    using T = std::conditional_t<bits <= 8, bfloat16_t, float>;
    constexpr input_precision<(bits <= 11 ? kTf32 : kIeee)> precision;
    const auto a = scaled(operand<FormatA>(lhs), lhs_scale).to(dtype<T>{});
    const auto b = scaled(operand<FormatB>(tl.trans(rhs)), rhs_scale).to(dtype<T>{});
    return tl.dot(a, tl.trans(b), acc..., precision, at);
  }

 private:
  /// The integers number First, First + Step, ... of each element, side by side along the last
  /// axis.
  template <class Result, bool Signed, int First, int Step, class X>
  KW_TILE_OP static auto every(const X& x) {
    if constexpr (4 * Step == 8 * static_cast<int>(sizeof(value_of<X>))) {
      return map_tiles<Backend, Result>(four_bits_of<Result, Signed, 4 * First>{}, x);
    } else {
      return shape_functions<Context, Backend>::interleave(
          every<Result, Signed, First, 2 * Step>(x),
          every<Result, Signed, First + Step, 2 * Step>(x));
    }
  }

  /// How many more bits an element has after it is multiplied by its scale.
  template <class Scale>
  static constexpr int significand_of_scale() {
    if constexpr (any_tile<Scale>) {
      constexpr bool is_float8 = std::is_same_v<value_of<Scale>, float8_e4m3_t>;
      static_assert(is_float8 || std::is_same_v<value_of<Scale>, std::uint8_t>,
                    "kernelwright: a scale of tl.dot_scaled is uint8, the exponent of a power of "
                    "two (e8m0), or float8e4nv. Multiply by scales of float32 yourself: each group "
                    "of K is a tl.dot, and its sum is multiplied.");
      return is_float8 ? 4 : 0;
    } else {
      static_assert(std::is_same_v<Scale, none_type>,
                    "kernelwright: a scale of tl.dot_scaled is a tile, one number for each row and "
                    "group, or None.");
      return 0;
    }
  }

  /// The elements of a (rows, K) operand in float32.
  template <class Format, class X>
  KW_TILE_OP static auto operand(const X& x) {
    static_assert(is_scaled_format<Format>,
                  "kernelwright: the formats of tl.dot_scaled are e2m1, e4m3, e5m2, bf16 and fp16, "
                  "as plain names.");
    using T = typename Format::type;
    using V = value_of<X>;
    constexpr bool is_byte = std::is_same_v<V, std::uint8_t> || std::is_same_v<V, std::int8_t>;
    static_assert(shape_of<X>::rank == 2,
                  "kernelwright: tl.dot_scaled multiplies two 2-D tiles, (M, K) by (K, N)");
    static_assert(
        std::is_same_v<V, T> || (is_byte && !float16_type<T>),
        "kernelwright: this operand of tl.dot_scaled is not of its format. A tile of e4m3 "
        "is float8e4nv or uint8, of e5m2 float8e5 or uint8, of e2m1 uint8 with two in a "
        "byte, of bf16 bfloat16, of fp16 float16.");
    if constexpr (std::is_same_v<T, float4_e2m1>) {
      return map_tiles<Backend, float>(value_of_e2m1{}, unpack<false>(x));
    } else if constexpr (is_byte) {
      return x.to(dtype<T>{}, bitcast).to(float32);
    } else {
      return x.to(float32);
    }
  }

  /// Each row of (rows, K), scaled in groups.
  template <class X, class Scale>
  KW_TILE_OP static auto scaled(const X& x, const Scale& scale) {
    if constexpr (any_tile<Scale>) {
      using Shape = shape_of<X>;
      using Groups = shape_of<Scale>;
      static_assert(Groups::rank == 2 && Groups::d0 == Shape::d0 && Shape::d1 % Groups::d1 == 0,
                    "kernelwright: the scales of tl.dot_scaled have a row for each row of the left "
                    "operand, or for each column of the right one, and a column for each group "
                    "along K: (M, K / 32) and (N, K / 32).");
      constexpr int in_group = Shape::d1 % Groups::d1 == 0 ? Shape::d1 / Groups::d1 : 1;
      const auto factors = rearrange<Shape, typename X::layout_type>(
          materialised<Backend>(scale), scale_of_element<in_group, Groups::d1>{});
      return map_tiles<Backend, float>(scaled_value{}, x, factors);
    } else {
      return x;
    }
  }
};

}  // namespace core

/// The formats of tl.dot_scaled.
inline constexpr core::scaled_format<core::float4_e2m1, 2> e2m1{};
inline constexpr core::scaled_format<float8_e4m3_t, 4> e4m3{};
inline constexpr core::scaled_format<float8_e5m2_t, 3> e5m2{};
inline constexpr core::scaled_format<bfloat16_t, 8> bf16{};
inline constexpr core::scaled_format<float16_t, 11> fp16{};

}  // namespace kw
