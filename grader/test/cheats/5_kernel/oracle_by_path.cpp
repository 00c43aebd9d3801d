// Calls what the tests compare with, whose header it includes by its path.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: does not compile
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <vector>

#include "../../lessons/01_vector_add/vector_add_reference.hpp"

using namespace kw;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const auto n = out.extent(0);
  const std::vector<double> sums = reference::vector_add(
      std::vector<float>(x.data(), x.data() + n), std::vector<float>(y.data(), y.data() + n));
  for (std::int64_t i = 0; i < n; ++i) {
    out.data()[i] = static_cast<float>(sums[static_cast<std::size_t>(i)]);
  }
}
