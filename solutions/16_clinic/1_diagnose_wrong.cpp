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
    //{ solution
    //| case wrong_patient::clamp:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::negate:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::block_sums:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::blend:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::row_ranges:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::shift_columns:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::row_log_sum_exp:
    //|   return wrong_cause::unknown;
    //| case wrong_patient::row_means:
    //|   return wrong_cause::unknown;
    case wrong_patient::clamp:  // the array's last element is far below the one written
      return wrong_cause::no_mask;
    case wrong_patient::negate:  // dense rows are right, padded rows are not
      return wrong_cause::wrong_stride;
    case wrong_patient::block_sums:  // two programs, one element
      return wrong_cause::one_place;
    case wrong_patient::blend:  // one reads what another one writes, in one array
      return wrong_cause::in_place;
    case wrong_patient::row_ranges:  // as if each row also had a 0
      return wrong_cause::masked_lanes;
    case wrong_patient::shift_columns:  // right where the row's number is the column's
      return wrong_cause::wrong_axis;
    case wrong_patient::row_log_sum_exp:  // one block is right, two are too large
      return wrong_cause::not_rescaled;
    case wrong_patient::row_means:  // all too small, by the same factor
      return wrong_cause::wrong_divisor;
      //}
  }
  return wrong_cause::unknown;
}
