// Tests of lesson 06, task 5: workspaces with few rows and many, narrow and wide.
#include "tests/layer_norm_cases.hpp"

namespace lesson06 {
namespace {

template <int RUNS = 1>
bool check_column_sums(const matrix_case& c) {
  const auto dw = make_input<float>(c.rows * c.columns, 1);
  const auto db = make_input<float>(c.rows * c.columns, 2, {-2, 1});
  const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                       "float32 sums over the rows: each adds some 2^-24 of a value up to 4"};
  return check_entry(
      {"workspace " + shape(c), RUNS}, column_sums, in(c, dw), in(c, db),
      out({c.columns}, reference::column_sums(to_doubles(dw), c.columns), sums, {}, "dw, "),
      out({c.columns}, reference::column_sums(to_doubles(db), c.columns), sums, {}, "db, "));
}

const std::vector<matrix_case> kPrograms = {{1, 70},   {2, 70},   {255, 70}, {256, 70},
                                            {257, 70}, {600, 70}, {1056, 64}};
const std::vector<matrix_case> kColumns = {{300, 1},   {300, 15},   {300, 16}, {300, 17},
                                           {300, 781}, {264, 4096}, {3, 65536}};

const tests<matrix_case> column_sums_tests = {
    "ColumnSums",
    {
        {"TwoRowsOfFive", check_column_sums<>, {{2, 5}}},
        {"AnyNumberOfPrograms", check_column_sums<>, kPrograms},
        {"Widths", check_column_sums<>, kColumns},
        {"PaddedAndUnalignedRows",
         check_column_sums<>,
         {{300, 781, 1024}, {300, 100, 101}, {300, 64, 0, 0, 1}}},
        {"EqualBitsInTwentyRuns", check_column_sums<20>, {{600, 300}}},
        {"AnyShape", check_column_sums<>, rows_up_to(300, 4096)},
    },
};

}  // namespace
}  // namespace lesson06
