// The calls with which both are tested: each function does one thing right or wrong.
#pragma once

#include <kernelwright/runtime/autotune.hpp>
#include <kernelwright/tensor.hpp>

namespace lesson00 {

void add(kw::view<const float> x, kw::view<const float> y, kw::view<float> out);
void add_rows(kw::view<const float, 2> x, kw::view<const float, 2> y, kw::view<float, 2> out);
/// By bare pointers to n elements each.
void copy(const float* x, float* out, int n);
void do_nothing(kw::view<float> out);
/// Asks for this many bytes of memory, and gives them back.
void ask_for_memory(std::int64_t bytes);
/// Writes one element too many.
void fill_too_far(kw::view<float> out);
void change_input(kw::view<const float> x);
/// Touches memory that is not mapped.
void touch_nowhere(kw::view<float> out);
void throw_error(kw::view<float> out);
void never_return(kw::view<float> out);
void end_program(kw::view<float> out);
/// What it reads on the host, in words, as an error.
void tell(kw::view<const float> x, kw::view<float> out);
/// The same element, which a function may read that has nothing to write.
float first(kw::view<const float> x);

/// Each doubles x, by the faster one of two configs; a third one is left out.
kw::tuned twice(kw::view<const float> x, kw::view<float> out);
/// Searches for nothing.
kw::tuned twice_invented(kw::view<const float> x, kw::view<float> out);
/// Changes what the search found.
kw::tuned twice_improved(kw::view<const float> x, kw::view<float> out);

}  // namespace lesson00
