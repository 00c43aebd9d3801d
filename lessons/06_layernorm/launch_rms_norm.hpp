/// \file
/// Lesson 06, task 7: the types that `rms_norm` is compiled for.
///
/// The file of the task includes this header after the function.
#pragma once

using namespace kw;

namespace lesson06 {

// A function template by itself makes no code that a test could be linked with.
template void rms_norm(view<const float, 2>, view<const float>, view<float, 2>, float);
template void rms_norm(view<const float16_t, 2>, view<const float16_t>, view<float16_t, 2>, float);
template void rms_norm(view<const bfloat16_t, 2>, view<const bfloat16_t>, view<bfloat16_t, 2>,
                       float);

}  // namespace lesson06
