// Lesson 16, task 1: name what is wrong with eight kernels.
// Page: lessons/16_clinic/README.md   Check while you edit: ./course watch lesson16.1
//
//   what_is_wrong(who) = the cause of what you see in the evidence of this patient
//
// The evidence is on the page, and the causes are in lessons/16_clinic/clinic.hpp. Decide before
// you open the kernels, which are the exercises of tasks 2 and 3.
#include "clinic.hpp"

lesson16::wrong_cause lesson16::what_is_wrong(wrong_patient who) {
  // TODO(lesson16.1): which cause explains all of a patient's evidence, and what would you see if
  // it were another one?
  switch (who) {
    case wrong_patient::clamp:
      //{ solution
      // the array's last element is far below the one written
      return wrong_cause::no_mask;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::negate:
      //{ solution
      // dense rows are right, padded rows are not
      return wrong_cause::wrong_stride;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::block_sums:
      //{ solution
      // two programs, one element
      return wrong_cause::one_place;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::blend:
      //{ solution
      // one reads what another one writes, in one array
      return wrong_cause::in_place;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::row_ranges:
      //{ solution
      // as if each row also had a 0
      return wrong_cause::masked_lanes;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::shift_columns:
      //{ solution
      // right where the row's number is the column's
      return wrong_cause::wrong_axis;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::row_log_sum_exp:
      //{ solution
      // one block is right, two are too large
      return wrong_cause::not_rescaled;
      //| return wrong_cause::unknown;
      //}
    case wrong_patient::row_means:
      //{ solution
      // all too small, by the same factor
      return wrong_cause::wrong_divisor;
      //| return wrong_cause::unknown;
      //}
  }
  return wrong_cause::unknown;
}
