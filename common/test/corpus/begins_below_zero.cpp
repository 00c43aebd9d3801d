// A loop over rows that begins where the window does: before the matrix, for the first program.
#include "planted.hpp"

namespace {

using namespace kw;

struct SumOfWindow {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, float* out, int window) const {
    int first = tl.program_id(0) * 16;
    int begin = first - window;
    auto cols = tl.arange(size<16>);
    auto acc = tl.zeros(shape<16, 16>);
    for (int start = begin; start < first + 16; start += 16) {
      auto rows = start + tl.arange(size<16>);
      acc += tl.load(x.row(rows(_, None)) + cols(None, _), rows(_, None) < x.rows(), 0.0f);
    }
    tl.store(out + tl.program_id(0), tl.sum(tl.sum(acc, axis<1>)));
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {64, 16}, std::vector<float>(64 * 16));
  const buffer<float> out(cpu_device, {4});
  launch(cpu_device, grid(4), SumOfWindow{}, matrix(x.cview()), out.view(), 8);
});

}  // namespace
