// The least int divided by -1: no division by 0, though the processor stops at both.
#include "planted.hpp"

namespace {

using namespace kw;

struct Quotient {
  KW_KERNEL void operator()(program auto tl, const int* x, int* out) const {
    auto p = tl.program_id(0);
    int top = tl.load(x + p);
    tl.store(out + p, top / tl.load(x + 2));
  }
};

const corpus::planted mistake([] {
  const buffer<int> x(cpu_device, {3}, std::vector<int>{7, -2147483647 - 1, -1});
  const buffer<int> out(cpu_device, {2});
  launch(cpu_device, grid(2), Quotient{}, x.cview(), out.view());
});

}  // namespace
