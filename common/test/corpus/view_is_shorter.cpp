// The view covers a part of the buffer; the kernel reads past it.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Negate {
  KW_KERNEL void operator()(program auto tl, const bfloat16_t* x, bfloat16_t* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto a = tl.load(x + offsets).to(float32);
    tl.store(out + offsets, -a);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<bfloat16_t>(512);
  const buffer<bfloat16_t> out(cpu_device, {512});
  const view<const bfloat16_t> first(x.data(), {300}, cpu_device);
  launch(cpu_device, grid(cdiv(300, 128)), Negate<128>{}, first, out.view());
});

}  // namespace
