// A constructor prints what the program prints that sets up the filter of system calls, and ends
// with its exit code, as if the machine's kernel took no filter.
//
// task: lesson01.3
// earns: nothing
// says: before its first call
#include "vector_add.hpp"

#include <cstdio>
#include <cstdlib>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace {
const bool said = [] {
  std::fputs("confine: the kernel takes no filter of system calls: Operation not permitted\n",
             stderr);
  std::fflush(stderr);
  std::_Exit(125);
  return true;
}();
}  // namespace

void lesson01::vector_add(view<const float>, view<const float>, view<float> out) {
  if (!said) {
    out.data()[0] = 0;
  }
}
