// A constructor prints without end.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: printed more than
#include "vector_add.hpp"

#include <cstdio>
#include <kernelwright/kernelwright.hpp>
#include <string>

using namespace kw;

namespace {
const bool printed = [] {
  const std::string line(1 << 16, 'x');
  while (true) {
    std::puts(line.c_str());
  }
  return true;
}();
}  // namespace

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  (void)printed;
}
