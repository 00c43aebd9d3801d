// Fills memory before the first call, in a constructor, while the judge waits for the program to
// report.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: memory
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <vector>

namespace {
struct filled {
  std::vector<std::vector<char>> all;
  filled() {
    for (int i = 0; i < 4096; ++i) {
      all.emplace_back(1 << 20, 'x');
    }
  }
} before_main;
}  // namespace

void lesson01::vector_add(kw::view<const float>, kw::view<const float>, kw::view<float>) {}
