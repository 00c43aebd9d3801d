// An array of three gigabytes that is not zero, so that it has to be in the object file.
//
// task: lesson01.3
// earns: nothing
// says: MB
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

char large[3'000'000'000] = {1};

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  large[5] = 1;
}
