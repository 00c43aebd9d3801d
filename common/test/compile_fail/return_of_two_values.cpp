// Two values are returned as in Python.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct place {
  int row, col;
};

place place_of(int program, int columns) {
  return program / columns, program % columns;
}

/* The message:
common/test/compile_fail/return_of_two_values.cpp:11:10: error: a comma does not make one result of two values in C++
  11 | return program / columns, program % columns;
     |        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  The function returns one object, and braces make it of its parts, in their order.
  Try: return {program / columns, program % columns};
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
