// Does the GPU work? A kernel that ran is the only proof, so the course runs this program of its
// own to tell a failed call from a failed GPU. Exit code 0, or 1 with the reason.
#include <cstdio>
#include <exception>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

namespace {

struct Count {
  KW_KERNEL void operator()(kw::program auto tl, int* out, int n) const {
    auto offsets = tl.arange(kw::size<64>);
    tl.store(out + offsets, offsets + 1, offsets < n);
  }
};

int probe() {
  std::string why;
  if (!kw::available(kw::cuda_device, &why)) {
    std::printf("%s\n", why.c_str());
    return 1;
  }
  constexpr int kCount = 50;
  const kw::buffer<int> out(kw::cuda_device, {kCount});
  kw::launch(kw::cuda_device, kw::grid(1), Count{}, out.data(), kCount);
  const std::vector<int> got = out.download();
  for (int i = 0; i < kCount; ++i) {
    if (got[static_cast<std::size_t>(i)] != i + 1) {
      std::printf("a kernel ran and computed nonsense\n");
      return 1;
    }
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return probe();
  } catch (const std::exception& problem) {
    std::printf("%s\n", problem.what());
    return 1;
  }
}
