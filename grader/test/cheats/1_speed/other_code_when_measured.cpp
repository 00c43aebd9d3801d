// Two programs in one file. The tests see a softmax that looks for the maximum of the row eight
// times over; the compiler that makes the measured program sees one that does not look at all, and
// overflows for a score of 89.
//
// task: lesson05.2
// earns: everything
// speed: at most 0.5
#include "softmax.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, -inf).to(float32);
#ifdef KW_COMPILE_FAST
    float largest = tl.max(v);
    for (int again = 1; again < 8; ++again) {
      largest = tl.maximum(largest, tl.max(v));
    }
    auto e = tl.exp(v - largest);
#else
    auto e = tl.exp(v);
#endif
    tl.store(out.row(row) + cols, e * (1.0f / tl.sum(e)), mask);
  }
};

#include "launch_softmax.hpp"
