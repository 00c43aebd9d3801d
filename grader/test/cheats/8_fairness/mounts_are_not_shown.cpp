// It opens a file through the standard library, by a class whose name no header promises, and
// prints which folders of the machine the sandbox shows it.
//
// task: lesson01.3
// half: after
// earns: any
// hides: {build}
// hides: {root}
// hides: /course/lessons
#include "vector_add.hpp"

#include <cstdio>
#include <fstream>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/error.hpp>

using namespace kw;
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  std::__basic_file<char> file;
  if (file.open("/proc/self/mountinfo", std::ios_base::in) != nullptr) {
    char text[4096];
    const auto got = file.xsgetn(text, sizeof text - 1);
    text[got > 0 ? got : 0] = 0;
    std::puts(text);
    throw kw::error(text);
  }
}
