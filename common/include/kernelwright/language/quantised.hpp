/// \file
/// The part of the tile language for numbers of 4 and 8 bits that share a scale. These are only the
/// declarations; <kernelwright/quantised.hpp>, which few kernels need, has the definitions.
#pragma once
#include "kernelwright/core/shape.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

namespace core {
template <class... Key>
struct quantised_functions {
  static_assert(never<Key...>,
                "kernelwright: this function is in a header of its own. Write #include "
                "<kernelwright/quantised.hpp> above the kernel.");
};
}  // namespace core

/// \brief The functions of `tl` for packed and scaled numbers, for a Context that derives from
/// `language`. A kernel that calls them includes <kernelwright/quantised.hpp>.
template <class Context, class Backend>
class quantised_language {
  using quantised = core::quantised_functions<Context, Backend>;

 public:
  /// \brief The 4-bit integers of a tile whose elements hold several each, the first in the lowest
  /// bits: -8 to 7 as int8. An int8 or uint8 holds two, an int32 eight.
  ///
  /// They follow each other along the last axis, or the one named: `tl.unpack_int4(w)` turns (K, N)
  /// bytes into (K, 2 N), and `tl.unpack_int4(w, axis<0>)` into (2 K, N). Cost: a shift and a mask
  /// per element; nothing moves between threads.
  template <class X, class... Axis>
  KW_TILE_OP auto unpack_int4(const X& packed, Axis... along) const {
    return quantised::template unpack<true>(packed, along...);
  }
  /// The same for 4-bit integers without a sign: 0 to 15 as uint8.
  template <class X, class... Axis>
  KW_TILE_OP auto unpack_uint4(const X& packed, Axis... along) const {
    return quantised::template unpack<false>(packed, along...);
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
    return quantised::dot_scaled(self(), at, lhs, lhs_scale, lhs_format, rhs, rhs_scale,
                                 rhs_format);
  }
  template <class A, class ScaleA, class FormatA, class B, class ScaleB, class FormatB, class Acc>
  requires(!std::is_same_v<Acc, source_place>) [[nodiscard]] KW_TILE_OP decltype(auto)
      dot_scaled(const A& lhs, ScaleA lhs_scale, FormatA lhs_format, const B& rhs, ScaleB rhs_scale,
                 FormatB rhs_format, Acc& acc, source_place at = source_place::here()) const {
    return quantised::dot_scaled(self(), at, lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format,
                                 acc);
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }
};

}  // namespace kw
