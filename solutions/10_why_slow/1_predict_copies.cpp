// Lesson 10, task 1: predict what copies move.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.1
//
//   predicted(kind) = bytes that the copy's loads move / bytes that their lanes ask for
//
// The kernels are in lessons/10_why_slow/copies.hpp: read them, take one program, and count which
// aligned units of 32 bytes its lanes touch. Then let the checker count.
#include "why_slow.hpp"

double lesson10::predicted(copy_kind kind) {
  // TODO(lesson10.1): the first answer is given. What are the others? An expression such as
  // 5.0 / 4 says more than its value.
  switch (kind) {
    case copy_kind::contiguous:
      return 1;  // 256 lanes ask for 1024 bytes, which are 32 whole units
    //{ solution
    //| case copy_kind::misaligned:
    //|   return 0;
    //| case copy_kind::strided:
    //|   return 0;
    //| case copy_kind::gathered:
    //|   return 0;
    //| case copy_kind::transposed:
    //|   return 0;
    case copy_kind::misaligned:  // 1024 bytes that begin 4 bytes into a unit touch 33 units
      return 33.0 / 32;
    case copy_kind::strided:  // every unit within the 256 * 12 bytes is touched
      return 3;
    case copy_kind::gathered:  // a record is half of a unit
      return 2;
    case copy_kind::transposed:  // each lane has a different unit
      return 8;
      //}
  }
  return 0;
}

#include "copies.hpp"  // the kernels that you predict: do read them
