// Ten macros, each of which is ten times the one before it: the compiler would have to read ten
// billion tokens, and keeps them all.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

#define M0 1 +
#define M1 M0 M0 M0 M0 M0 M0 M0 M0 M0 M0
#define M2 M1 M1 M1 M1 M1 M1 M1 M1 M1 M1
#define M3 M2 M2 M2 M2 M2 M2 M2 M2 M2 M2
#define M4 M3 M3 M3 M3 M3 M3 M3 M3 M3 M3
#define M5 M4 M4 M4 M4 M4 M4 M4 M4 M4 M4
#define M6 M5 M5 M5 M5 M5 M5 M5 M5 M5 M5
#define M7 M6 M6 M6 M6 M6 M6 M6 M6 M6 M6
#define M8 M7 M7 M7 M7 M7 M7 M7 M7 M7 M7
#define M9 M8 M8 M8 M8 M8 M8 M8 M8 M8 M8

void lesson01::vector_add(view<const float>, view<const float>, view<float> out) {
  out.data()[0] = M9 0;
}
