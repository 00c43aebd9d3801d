// Macros put together a name of half a million letters, which nothing declares: the compiler's
// message is one line as long as that.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: does not compile
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

#define PASTE(a, b) a##b
#define BOTH(a, b) PASTE(a, b)
#define N0 abcdefgh
#define N1 BOTH(N0, N0)
#define N2 BOTH(N1, N1)
#define N3 BOTH(N2, N2)
#define N4 BOTH(N3, N3)
#define N5 BOTH(N4, N4)
#define N6 BOTH(N5, N5)
#define N7 BOTH(N6, N6)
#define N8 BOTH(N7, N7)
#define N9 BOTH(N8, N8)
#define N10 BOTH(N9, N9)
#define N11 BOTH(N10, N10)
#define N12 BOTH(N11, N11)
#define N13 BOTH(N12, N12)
#define N14 BOTH(N13, N13)
#define N15 BOTH(N14, N14)
#define N16 BOTH(N15, N15)

void lesson01::vector_add(view<const float>, view<const float>, view<float> out) {
  out.data()[0] = N16;
}
