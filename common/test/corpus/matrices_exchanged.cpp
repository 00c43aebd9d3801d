// The launch passes two matrices in each other's place. The kernel is right.
#include "planted.hpp"

namespace {

using namespace kw;

struct RowTimesColumn {
  KW_KERNEL void operator()(program auto tl, matrix<const float> a, matrix<const float> b,
                            float* out) const {
    auto row = tl.program_id(0);
    auto ks = tl.arange(size<64>);
    auto mask = ks < a.columns();
    auto left = tl.load(a.row(row) + ks, mask, 0.0f);
    auto right = tl.load(b.row(0) + ks, mask, 0.0f);
    tl.store(out + row, tl.sum(left * right));
  }
};

const corpus::planted mistake([] {
  const auto a = corpus::matrix<float>(5, 50, 50), b = corpus::matrix<float>(1, 50, 50);
  const buffer<float> out(cpu_device, {5});
  launch(cpu_device, grid(5), RowTimesColumn{}, matrix(b.cview()), matrix(a.cview()), out.view());
});

}  // namespace
