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
    case slow_patient::row_minima:
      return slow_cause::unknown;
    case slow_patient::halve:
      return slow_cause::unknown;
    case slow_patient::centre:
      return slow_cause::unknown;
    case slow_patient::lower_triangle:
      return slow_cause::unknown;
    case slow_patient::add_relu:
      return slow_cause::unknown;
    case slow_patient::vector_sum:
      return slow_cause::unknown;
    case slow_patient::add_bias:
      return slow_cause::unknown;
    case slow_patient::product:
      return slow_cause::unknown;
  }
  return slow_cause::unknown;
}
