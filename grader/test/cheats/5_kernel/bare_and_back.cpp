// The same as there_and_back, with bare pointers, which do not say where their arrays end.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>

using namespace kw;

#include "carry.part"

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  std::vector<float> a(static_cast<std::size_t>(n)), b(static_cast<std::size_t>(n));
  const auto all = grid(n / kBlockSize);
  launch(out.device(), all, Carry{}, x, a.data());
  launch(out.device(), all, Carry{}, y, b.data());
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] += b[i];
  }
  launch(out.device(), all, Carry{}, static_cast<const float*>(a.data()), out);
}
