// The block size is multiplied by the lane, and not by the program.
#include "planted.hpp"

namespace {

using namespace kw;

struct Numbers {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto lane = tl.arange(size<64>);
    auto offsets = lane * 64 + tl.program_id(0);
    tl.store(out + offsets, offsets);
  }
};

const corpus::planted mistake([] {
  const buffer<int> out(cpu_device, {256});
  launch(cpu_device, grid(4), Numbers{}, out.view());
});

}  // namespace
