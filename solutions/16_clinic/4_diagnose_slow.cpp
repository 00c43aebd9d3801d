// Lesson 16, task 4: name what slows down eight kernels.
// Page: lessons/16_clinic/README.md   Check while you edit: ./course watch lesson16.4
//
//   what_is_slow(who) = the cause of what you see in the evidence of this patient
//
// The evidence is on the page, and the causes are in lessons/16_clinic/clinic.hpp. Decide before
// you open the kernels, which are the exercises of tasks 5 and 6.
#include "clinic.hpp"

lesson16::slow_cause lesson16::what_is_slow(slow_patient who) {
  // TODO(lesson16.4): do its lanes ask for too much, or does more move than they ask for? And is
  // there enough work for the whole machine?
  switch (who) {
    //{ solution
    //| case slow_patient::row_minima:
    //|   return slow_cause::unknown;
    //| case slow_patient::halve:
    //|   return slow_cause::unknown;
    //| case slow_patient::centre:
    //|   return slow_cause::unknown;
    //| case slow_patient::lower_triangle:
    //|   return slow_cause::unknown;
    //| case slow_patient::add_relu:
    //|   return slow_cause::unknown;
    //| case slow_patient::vector_sum:
    //|   return slow_cause::unknown;
    //| case slow_patient::add_bias:
    //|   return slow_cause::unknown;
    //| case slow_patient::product:
    //|   return slow_cause::unknown;
    case slow_patient::row_minima:  // what lanes ask for is needed, and eight times as much moves
      return slow_cause::far_apart;
    case slow_patient::halve:  // half a unit for each program
      return slow_cause::small_programs;
    case slow_patient::centre:  // one launch, whole units, twice the input
      return slow_cause::loads_twice;
    case slow_patient::lower_triangle:  // all of x is loaded, and half of it is needed
      return slow_cause::loads_in_vain;
    case slow_patient::add_relu:  // what is stored is loaded again, and stored again
      return slow_cause::extra_launch;
    case slow_patient::vector_sum:  // no byte moves in vain
      return slow_cause::few_programs;
    case slow_patient::add_bias:  // a vector costs as much as a matrix
      return slow_cause::operand_again;
    case slow_patient::product:  // each element is loaded 16 times
      return slow_cause::small_tiles;
      //}
  }
  return slow_cause::unknown;
}
