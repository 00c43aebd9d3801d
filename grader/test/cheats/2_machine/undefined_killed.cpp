// The linker does not find a function, and its name is what a shell prints about a program that
// ran out of memory.
//
// task: lesson01.3
// earns: nothing
// says: Killed
// hides: seconds of computing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

void Killed();

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  Killed();
}
