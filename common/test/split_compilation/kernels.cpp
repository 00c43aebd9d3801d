#include "kernels.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

static int number_of_calls = 0;

template <int BLOCK_SIZE, class T>
KW_KERNEL void add_index(auto& tl, T* out, int n) {
  auto cols = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
  auto mask = cols < n;
  tl.store(out + cols, tl.load(out + cols, mask, 0) + (cols + n), mask);
}

template <int BLOCK_SIZE>
struct AddIndex {
  template <class T>
  KW_KERNEL void operator()(program auto tl, T* out, int n) const {
    add_index<BLOCK_SIZE>(tl, out, n);
  }
};

namespace {

struct UnnamedNamespace {
  KW_KERNEL void operator()(program auto tl, float* out, int n) const { add_index<64>(tl, out, n); }
};

template <class Kernel>
void launch_on(view<float> out, int block, const Kernel& kernel) {
  ++number_of_calls;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, block)), kernel, out, n);
}

// Of no type that the other part knows; its call is compiled with either.
auto of_file = [](program auto tl, float* out, int n) { add_index<32>(tl, out, n); };

}  // namespace

void parts::template_kernels(view<float> out, int block) {
  switch (block) {
    case 16:
      return launch_on(out, block, AddIndex<16>{});
    case 32:
      return launch_on(out, block, AddIndex<32>{});
    case 64:
      return launch_on(out, block, AddIndex<64>{});
    case 128:
      return launch_on(out, block, AddIndex<128>{});
    case 256:
      return launch_on(out, block, AddIndex<256>{});
    default:
      return launch_on(out, block, AddIndex<512>{});
  }
}

void parts::kernel_of_unnamed_namespace(view<float> out) {
  launch_on(out, 64, UnnamedNamespace{});
}

void parts::lambda_in_function(view<float> out) {
  launch_on(out, 16, [](program auto tl, float* data, int n) { add_index<16>(tl, data, n); });
}

void parts::lambda_of_file(view<float> out) {
  launch_on(out, 32, of_file);
}

template <class T>
void parts::kernel_of_types(view<T> out) {
  ++number_of_calls;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 1024)), AddIndex<1024>{}, out, n);
}
template void parts::kernel_of_types(view<float>);
template void parts::kernel_of_types(view<std::int32_t>);

int parts::calls() {
  return number_of_calls;
}
