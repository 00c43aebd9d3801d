// The last element is x[n - 1], not x[n].
#include "planted.hpp"

namespace {

using namespace kw;

struct Last {
  KW_KERNEL void operator()(program auto tl, const double* x, double* out, int n) const {
    tl.store(out, tl.load(x + n));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<double>(50);
  const buffer<double> out(cpu_device, {1});
  launch(cpu_device, grid(1), Last{}, x.cview(), out.view(), 50);
});

}  // namespace
