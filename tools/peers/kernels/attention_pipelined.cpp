// Lesson 08's attention with streams, for bfloat16.
#include "../../../solutions/08_flash_attention/7_attention_pipelined.cpp"

template void lesson08::attention_pipelined(view<const bfloat16_t, 4>, view<const bfloat16_t, 4>,
                                            view<const bfloat16_t, 4>, view<bfloat16_t, 4>,
                                            view<float, 3>, bool);
