// An empty body: the poison in the output is a NaN, which one test expects.
//
// task: lesson05.2
// earns: nothing
#include "softmax.hpp"

using namespace kw;

template <class T>
void lesson05::softmax(view<const T, 2>, view<T, 2>) {}
template void lesson05::softmax(view<const float, 2>, view<float, 2>);
template void lesson05::softmax(view<const float16_t, 2>, view<float16_t, 2>);
template void lesson05::softmax(view<const bfloat16_t, 2>, view<bfloat16_t, 2>);
