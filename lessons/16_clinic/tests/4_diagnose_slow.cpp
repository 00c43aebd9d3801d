// Tests of elective 16, task 4: what slows down eight kernels.
#include "tests/diagnoses.hpp"

namespace lesson16 {
namespace {

const std::vector<sign<slow_cause>> kSlowSigns = {
    {slow_cause::unknown, "unknown",
     "Compare what its lanes ask for with what is needed, and with what moves."},
    {slow_cause::far_apart, "far_apart",
     "lanes would ask for what is needed, and about eight times as much would move."},
    {slow_cause::small_programs, "small_programs",
     "loads and stores would both move more than lanes ask for, by the same factor, and the number "
     "of programs would be large."},
    {slow_cause::loads_twice, "loads_twice",
     "a single launch would ask for twice the input, and stores would be as they should."},
    {slow_cause::loads_in_vain, "loads_in_vain",
     "the loads would ask for all of an input of which the formula needs a part."},
    {slow_cause::extra_launch, "extra_launch",
     "stores would also be more than needed, since the intermediate result is stored."},
    {slow_cause::few_programs, "few_programs",
     "no byte would move in vain, and the number of programs would be below the multiprocessors'."},
    {slow_cause::operand_again, "operand_again",
     "loads would ask for as much again as the matrix has, one small operand per program."},
    {slow_cause::small_tiles, "small_tiles",
     "loads would ask for many times the inputs, as many times as there are tiles along an axis."},
    {slow_cause::unaligned_rows, "unaligned_rows",
     "a little more would move than lanes ask for: a unit more for each row of each tile."},
    {slow_cause::spilled_values, "spilled_values",
     "a profile would show local memory, and the count of bytes would be as it should."},
};

using slow_diagnosis = diagnosis<slow_patient, slow_cause>;

bool check_slow(const slow_diagnosis& d) {
  return check_diagnosis(what_is_slow(d.who), d, kSlowSigns);
}

const tests<slow_diagnosis> diagnose_slow_tests = {
    "DiagnoseSlow",
    {
        {"RowMinima",
         check_slow,
         {{slow_patient::row_minima, "row_minima", slow_cause::far_apart}}},
        {"Halve", check_slow, {{slow_patient::halve, "halve", slow_cause::small_programs}}},
        {"Centre", check_slow, {{slow_patient::centre, "centre", slow_cause::loads_twice}}},
        {"LowerTriangle",
         check_slow,
         {{slow_patient::lower_triangle, "lower_triangle", slow_cause::loads_in_vain}}},
        {"AddRelu", check_slow, {{slow_patient::add_relu, "add_relu", slow_cause::extra_launch}}},
        {"VectorSum",
         check_slow,
         {{slow_patient::vector_sum, "vector_sum", slow_cause::few_programs}}},
        {"AddBias", check_slow, {{slow_patient::add_bias, "add_bias", slow_cause::operand_again}}},
        {"Product", check_slow, {{slow_patient::product, "product", slow_cause::small_tiles}}},
    },
};

}  // namespace
}  // namespace lesson16
