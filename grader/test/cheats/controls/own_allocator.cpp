// A class with operator new of its own, and a vector with a memory resource on the stack.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <cstdlib>
#include <kernelwright/kernelwright.hpp>
#include <memory>
#include <memory_resource>
#include <new>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct job {
  std::int64_t programs = 0;
  static void* operator new(std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    return memory;
  }
  static void operator delete(void* memory) { std::free(memory); }
};
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  char space[1024];
  std::pmr::monotonic_buffer_resource resource(space, sizeof space);
  std::pmr::vector<std::int64_t> sizes(&resource);
  sizes.push_back(out.extent(0));
  const auto one = std::make_unique<job>();
  one->programs = sizes.front() / kBlockSize;
  launch(out.device(), grid(one->programs), VectorAdd<kBlockSize>{}, x, y, out);
}
