// Tests of elective 16, task 1: the causes of eight wrong results.
#include "tests/diagnoses.hpp"

namespace lesson16 {
namespace {

const std::vector<sign<wrong_cause>> kWrongSigns = {
    {wrong_cause::unknown, "unknown",
     "Its evidence is on the page: which elements are affected, and which are not?"},
    {wrong_cause::no_mask, "no_mask", "a finding would name elements past the end of an array."},
    {wrong_cause::wrong_stride, "wrong_stride",
     "dense matrices would be right, and in a padded one each row would begin too early."},
    {wrong_cause::one_place, "one_place", "two programs would write the same element."},
    {wrong_cause::in_place, "in_place",
     "a finding would name two programs, of which one reads what the other one writes."},
    {wrong_cause::masked_lanes, "masked_lanes",
     "each result would be as if its row also held the value that masked lanes have."},
    {wrong_cause::wrong_axis, "wrong_axis",
     "results would be right where the row's number is the column's."},
    {wrong_cause::not_rescaled, "not_rescaled",
     "rows that fit a block would be right, and longer ones too large, since a sum counts old "
     "terms with too large a factor."},
    {wrong_cause::wrong_divisor, "wrong_divisor",
     "all results would be wrong by one factor, which the number of columns explains."},
    {wrong_cause::grid_too_small, "grid_too_small",
     "the last elements would have no value, and all others would be right."},
    {wrong_cause::missing_barrier, "missing_barrier",
     "a finding would name two lanes of one program, one of which stores what the other one "
     "loads."},
};

using wrong_diagnosis = diagnosis<wrong_patient, wrong_cause>;

bool check_wrong(const wrong_diagnosis& d) {
  return check_diagnosis(what_is_wrong(d.who), d, kWrongSigns);
}

const tests<wrong_diagnosis> diagnose_wrong_tests = {
    "DiagnoseWrong",
    {
        {"Clamp", check_wrong, {{wrong_patient::clamp, "clamp", wrong_cause::no_mask}}},
        {"Negate", check_wrong, {{wrong_patient::negate, "negate", wrong_cause::wrong_stride}}},
        {"BlockSums",
         check_wrong,
         {{wrong_patient::block_sums, "block_sums", wrong_cause::one_place}}},
        {"Blend", check_wrong, {{wrong_patient::blend, "blend", wrong_cause::in_place}}},
        {"RowRanges",
         check_wrong,
         {{wrong_patient::row_ranges, "row_ranges", wrong_cause::masked_lanes}}},
        {"ShiftColumns",
         check_wrong,
         {{wrong_patient::shift_columns, "shift_columns", wrong_cause::wrong_axis}}},
        {"RowLogSumExp",
         check_wrong,
         {{wrong_patient::row_log_sum_exp, "row_log_sum_exp", wrong_cause::not_rescaled}}},
        {"RowMeans",
         check_wrong,
         {{wrong_patient::row_means, "row_means", wrong_cause::wrong_divisor}}},
    },
};

}  // namespace
}  // namespace lesson16
