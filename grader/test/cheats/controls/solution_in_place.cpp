// The solution with its rows in the opposite order: the last program owns the first row.
//
// task: lesson05.2
// half: after
// earns: everything
#include "softmax.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> out) const {
    auto row = tl.num_programs(0) - 1 - tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, -inf).to(float32);
    auto e = tl.exp(v - tl.max(v));
    tl.store(out.row(row) + cols, e / tl.sum(e), mask);
  }
};

#include "launch_softmax.hpp"
