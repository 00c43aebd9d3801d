// The store is given the number of the tile where the descriptor wants its first row.
#include "planted.hpp"

namespace {

using namespace kw;

struct Fill {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<float> out) const {
    int down = tl.program_id(0);
    tl.store(out.tile(shape<8, 16>, down, 0), tl.full(shape<8, 16>, 1.0f));
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> out(cpu_device, {32, 16});
  launch(cpu_device, grid(4), Fill{}, tensor_descriptor(out.view()));
});

}  // namespace
