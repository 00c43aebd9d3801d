// The entry function does nothing at all, and some tests pass: those earn nothing.
//
// task: lesson08.4
// half: before
// earns: nothing
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

void lesson08::causal_attention(view<const float16_t, 4>, view<const float16_t, 4>,
                                view<const float16_t, 4>, view<float16_t, 4>) {}
