// The host adds into its own memory, and a function of the library copies it to the result.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "vector_add.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/device.hpp>

using namespace kw;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  std::vector<float> sums(static_cast<std::size_t>(out.extent(0)));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = x.data()[i] + y.data()[i];
  }
  memory::copy(out.device(), out.data(), cpu_device, sums.data(), 4 * out.extent(0));
}
