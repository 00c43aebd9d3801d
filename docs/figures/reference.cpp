// The numbers of the figures in the reference of tl. cmake/scripts/figures/reference.py draws them.
#include <kernelwright/shapes.hpp>
#include <kernelwright/sort.hpp>

#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// Where a kernel stores its results: each a row of 16 numbers.
struct Shapes {
  KW_KERNEL void operator()(program auto tl, array<const int, 2> in, array<int, 2> out) const {
    auto four = tl.arange(size<4>), two = tl.arange(size<2>), eight = tl.arange(size<8>);
    auto x = tl.load(in.row(0) + (two(_, None) * 4 + four(None, _)));  // [2, 4]
    auto a = tl.load(in.row(0) + four), b = tl.load(in.row(0) + (4 + four));
    auto index = tl.load(in.row(1) + (two(_, None) * 4 + four(None, _)));
    tl.store(out.row(0) + (four(_, None) * 2 + two(None, _)), tl.trans(x));
    tl.store(out.row(1) + (four(_, None) * 2 + two(None, _)), tl.reshape(x, shape<4, 2>));
    tl.store(out.row(2) + (four(_, None) * 2 + two(None, _)), tl.join(a, b));
    tl.store(out.row(3) + eight, tl.interleave(a, b));
    tl.store(out.row(4) + eight, tl.cat(a, b));
    tl.store(out.row(5) + (four(_, None) * 4 + four(None, _)),
             tl.broadcast_to(a(None, _), shape<4, 4>));
    tl.store(out.row(6) + (two(_, None) * 4 + four(None, _)), tl.gather(x, index, axis<1>));
    tl.store(out.row(7) + (two(_, None) * 4 + four(None, _)), tl.flip(x));
    auto counted = tl.load(in.row(2) + eight);
    tl.store(out.row(8) + four, tl.topk(counted, size<4>));
    tl.store(out.row(9) + four, tl.histogram(counted, size<4>));
    tl.store(out.row(10) + eight, tl.cumsum(counted));
    tl.store(out.row(11) + two, tl.sum(x, axis<1>));
    tl.store(out.row(12) + four, tl.sum(x, axis<0>));
    tl.store(out.row(13) + two, tl.argmax(index, axis<1>));
    tl.store(out.row(14) + two, tl.reduce(x, axis<1>, [](auto u, auto v) { return u * v; }));
  }
};
}  // namespace

int main() {
  const std::vector<int> in{0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 0, 1, 2, 2, 1, 0, 3, 1, 0, 3, 2, 3, 1, 3};
  const buffer<int, 2> from(cpu_device, {3, 8}, in), to(cpu_device, {15, 16});
  launch(cpu_device, grid(1), Shapes{}, from.cview(), to.view());
  print("in", in);
  print("out", to);
}
