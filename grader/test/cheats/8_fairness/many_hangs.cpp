// Hangs for rows with an odd number of columns: three such tests fail in time, and the tests after
// them are still run.
//
// task: lesson05.2
// half: before
// earns: any
// hides: had crashed or hung too often
#include "softmax.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> out) const {
    for (volatile bool on = x.columns() % 2 == 1; on;) {
    }
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, -inf).to(float32);
    auto e = tl.exp(v - tl.max(v));
    tl.store(out.row(row) + cols, e * (1.0f / tl.sum(e)), mask);
  }
};

#include "launch_softmax.hpp"
