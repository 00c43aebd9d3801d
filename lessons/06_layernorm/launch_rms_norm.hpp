/// \file
/// Lesson 06, task 7: the types that `rms_norm` is compiled for.
#pragma once

namespace lesson06 {

// A function template by itself makes no code that a test could be linked with.
template void rms_norm(kw::view<const float, 2>, kw::view<const float>, kw::view<float, 2>, float);
template void rms_norm(kw::view<const kw::float16_t, 2>, kw::view<const kw::float16_t>,
                       kw::view<kw::float16_t, 2>, float);
template void rms_norm(kw::view<const kw::bfloat16_t, 2>, kw::view<const kw::bfloat16_t>,
                       kw::view<kw::bfloat16_t, 2>, float);

}  // namespace lesson06
