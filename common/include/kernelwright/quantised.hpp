/// \file
/// The formats of `tl.dot_scaled(a, a_scale, e4m3, b, b_scale, e2m1)`. Their names are short, so
/// only files that ask for them have them.
#pragma once
#include "kernelwright/language/quantised.hpp"

namespace kw {

/// The formats of tl.dot_scaled.
inline constexpr core::scaled_format<core::float4_e2m1, 2> e2m1{};
inline constexpr core::scaled_format<float8_e4m3_t, 4> e4m3{};
inline constexpr core::scaled_format<float8_e5m2_t, 3> e5m2{};
inline constexpr core::scaled_format<bfloat16_t, 8> bf16{};
inline constexpr core::scaled_format<float16_t, 11> fp16{};

}  // namespace kw
