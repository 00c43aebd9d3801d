// Lesson 08's attention with pointers, for bfloat16.
#include "../../../solutions/08_flash_attention/2_attention.cpp"

template void lesson08::attention(view<const bfloat16_t, 4>, view<const bfloat16_t, 4>,
                                  view<const bfloat16_t, 4>, view<bfloat16_t, 4>);
