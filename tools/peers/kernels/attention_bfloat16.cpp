// Lesson 08's attention for bfloat16. The exercises compile it for float16 alone, because a learner
// waits for the compiler; the kernels serve both.
#include "solutions/08_flash_attention/2_attention.cpp"
#include "solutions/08_flash_attention/7_attention_pipelined.cpp"

template void lesson08::attention(view<const bfloat16_t, 4>, view<const bfloat16_t, 4>,
                                  view<const bfloat16_t, 4>, view<bfloat16_t, 4>);
template void lesson08::attention_pipelined(view<const bfloat16_t, 4>, view<const bfloat16_t, 4>,
                                            view<const bfloat16_t, 4>, view<bfloat16_t, 4>,
                                            view<float, 3>, bool);
