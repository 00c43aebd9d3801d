// As weights_for_each_row.cpp, with the offsets in brackets.
#include "planted.hpp"

namespace {

using namespace kw;

struct Weigh {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, const float* weight,
                            matrix<float> out) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<32>);
    auto w = tl.load(weight + (cols + row * x.columns()));
    tl.store(out.row(row) + cols, w * tl.load(x.row(row) + cols));
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {3, 32}, std::vector<float>(96)), out(cpu_device, {3, 32});
  const buffer<float> weight(cpu_device, {32}, std::vector<float>(32));
  launch(cpu_device, grid(3), Weigh{}, matrix(x.cview()), weight.cview(), matrix(out.view()));
});

}  // namespace
