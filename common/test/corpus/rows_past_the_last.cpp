// Each program takes 8 rows, and the last one has fewer. The row is computed a line above the load.
#include "planted.hpp"

namespace {

using namespace kw;

struct SumOfRows {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < x.columns();
    auto totals = tl.zeros(size<64>);
    int first = tl.program_id(0) * 8;
    for (int i = 0; i < 8; ++i) {
      auto next = x.row(first + i) + cols;
      totals += tl.load(next, mask, 0.0f);
    }
    tl.atomic_add(out + cols, totals, mask);
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {12, 5}, std::vector<float>(60));
  const buffer<float> out(cpu_device, {5}, std::vector<float>(5));
  launch(cpu_device, grid(2), SumOfRows{}, matrix(x.cview()), out.view());
});

}  // namespace
