// Tests of lesson 06, task 5: workspaces with few rows and many, narrow and wide.
#include "layernorm.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "layernorm_reference.hpp"
#include "tests/tolerances.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
using kw::testing::to_doubles;
using kw::testing::tolerance;
namespace reference = lesson06::reference;

class ColumnSums : public kw::testing::lesson_test {
 protected:
  struct results {
    kw::buffer<float> dw, db;
  };

  results run(const matrix_case& c, const std::vector<float>& dw, const std::vector<float>& db) {
    const kw::buffer<float, 2> dw_partial(device(), {c.rows, c.columns}, dw, c.in());
    const kw::buffer<float, 2> db_partial(device(), {c.rows, c.columns}, db, c.in());
    results out{{device(), {c.columns}}, {device(), {c.columns}}};
    lesson06::column_sums(dw_partial.cview(), db_partial.cview(), out.dw.view(), out.db.view());
    return out;
  }

  bool check(const matrix_case& c) {
    const auto dw = make_input<float>(c.rows * c.columns, 1);
    const auto db = make_input<float>(c.rows * c.columns, 2, {-2, 1});
    const results got = run(c, dw, db);
    const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                         "float32 sums over the rows: each adds some 2^-24 of a value up to 4"};
    return check_close(got.dw, reference::column_sums(to_doubles(dw), c.columns), sums,
                       "dw, workspace " + shape(c)) &&
           check_close(got.db, reference::column_sums(to_doubles(db), c.columns), sums,
                       "db, workspace " + shape(c));
  }

  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check(c); });
  }
};

TEST_F(ColumnSums, TwoRowsOfFive) {
  check({2, 5});
}

TEST_F(ColumnSums, AnyNumberOfPrograms) {
  check_all({{1, 70}, {2, 70}, {255, 70}, {256, 70}, {257, 70}, {600, 70}, {1056, 64}});
}

TEST_F(ColumnSums, Widths) {
  check_all({{300, 1}, {300, 15}, {300, 16}, {300, 17}, {300, 781}, {264, 4096}, {3, 65536}});
}

TEST_F(ColumnSums, PaddedAndUnalignedRows) {
  check_all({{300, 781, 1024}, {300, 100, 101}, {300, 64, 0, 0, 1}});
}

TEST_F(ColumnSums, EqualBitsInTwentyRuns) {
  const matrix_case c{600, 300};
  const auto dw = make_input<float>(c.rows * c.columns, 1);
  const auto db = make_input<float>(c.rows * c.columns, 2, {-2, 1});
  if (!check(c)) {
    return;  // it has said what is wrong
  }
  const results first = run(c, dw, db);
  const auto dw_sums = first.dw.download(), db_sums = first.db.download();
  for (int i = 1; i < 20; ++i) {
    const results again = run(c, dw, db);
    ASSERT_TRUE(again.dw.download() == dw_sums && again.db.download() == db_sums)
        << "run " << i << " differs from the first";
  }
}

}  // namespace
