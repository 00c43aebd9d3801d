// Each of its faulty lines says by #line that it is in the list of what the sandbox has mounted
// from where. The compiler looks there for the line, to show it with the error, and the report of a
// student shows folders of the machine that grades.
//
// task: lesson01.3
// earns: nothing
// says: does not compile
// hides: {build}
// hides: {root}
// hides: /course/lessons
// hides: kernelwright-judging
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

void lesson01::vector_add(kw::view<const float>, kw::view<const float>, kw::view<float>) {}

#line 24 "/proc/self/mountinfo"
int a24 = b;
#line 23 "/proc/self/mountinfo"
int a23 = b;
#line 22 "/proc/self/mountinfo"
int a22 = b;
#line 21 "/proc/self/mountinfo"
int a21 = b;
#line 20 "/proc/self/mountinfo"
int a20 = b;
#line 19 "/proc/self/mountinfo"
int a19 = b;
#line 18 "/proc/self/mountinfo"
int a18 = b;
#line 17 "/proc/self/mountinfo"
int a17 = b;
#line 16 "/proc/self/mountinfo"
int a16 = b;
#line 15 "/proc/self/mountinfo"
int a15 = b;
#line 14 "/proc/self/mountinfo"
int a14 = b;
#line 13 "/proc/self/mountinfo"
int a13 = b;
#line 12 "/proc/self/mountinfo"
int a12 = b;
#line 11 "/proc/self/mountinfo"
int a11 = b;
#line 10 "/proc/self/mountinfo"
int a10 = b;
#line 9 "/proc/self/mountinfo"
int a9 = b;
#line 8 "/proc/self/mountinfo"
int a8 = b;
#line 7 "/proc/self/mountinfo"
int a7 = b;
