// No kernel at all: a loop on the host.
//
// task: lesson01.3
// half: before
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  for (std::int64_t i = 0; i < out.extent(0); ++i) {
    out.data()[i] = x.data()[i] + y.data()[i];
  }
}
