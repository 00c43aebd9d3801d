// No kernel and no launch: the host writes the result byte by byte with the function that fills
// memory with one value.
//
// task: lesson01.2
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/device.hpp>

using namespace kw;

void lesson01::offsets(view<int> out) {
  for (std::int64_t i = 0; i < out.extent(0); ++i) {
    char* const to = reinterpret_cast<char*>(out.data() + i);
    for (int byte = 0; byte < 4; ++byte) {
      memory::fill(out.device(), to + byte, static_cast<int>((i >> (8 * byte)) & 255), 1);
    }
  }
}
