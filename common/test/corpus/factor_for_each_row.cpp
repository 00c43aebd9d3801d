// There is one factor for each matrix, and the kernel loads one for each row.
#include "planted.hpp"

namespace {

using namespace kw;

struct ScaleEach {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* out,
                            int size_of_matrix) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<16>);
    auto here = tl.program_id(2) * size_of_matrix + rows(_, None) * 16 + cols(None, _);
    auto factor = tl.load(factors + rows)(_, None);
    tl.store(out + here, factor * tl.load(x + here));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(32, 16);
  const auto factors = corpus::numbers<float>(2);
  const buffer<float, 2> out(cpu_device, {32, 16});
  launch(cpu_device, grid(1, 1, 2), ScaleEach{}, x.cview(), factors.cview(), out.view(), 256);
});

}  // namespace
