// Tests of lesson 04, task 2: rows of every length, of three element types.
#include "row_test.hpp"

namespace lesson04 {
namespace {

class RowSum : public row_test {
 protected:
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    const function<T, float> call = row_sum;
    check_until_failure(cases, [&](const matrix_case& c) { return check_sum(call, c); });
  }
};

TEST_F(RowSum, OneBlock) {
  check_all<float>({{4, 1000}, {3, 1}});
}

TEST_F(RowSum, LongRows) {
  check_all<float>({{3, 5000}});
}

TEST_F(RowSum, Shapes) {
  check_all<float>(kShapes);
  check_all<float>({{3, 0}});
}

TEST_F(RowSum, PaddedRows) {
  check_all<float>(kPaddedRows);
}

TEST_F(RowSum, Float16) {
  check_all<kw::float16_t>(kShapes);
  check_all<kw::float16_t>(kPaddedRows);
}

TEST_F(RowSum, Bfloat16) {
  check_all<kw::bfloat16_t>(kShapes);
  check_all<kw::bfloat16_t>(kPaddedRows);
}

}  // namespace
}  // namespace lesson04
