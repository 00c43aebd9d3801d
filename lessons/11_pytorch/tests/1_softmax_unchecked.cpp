// Tests of elective 11, task 1: views over the caller's memory.
#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

class SoftmaxUnchecked : public softmax_rows {
 protected:
  static bool run(place where, array x, array y) {
    kw_softmax_unchecked(where, x, y);
    return true;
  }
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(run, c); });
  }
};

TEST_F(SoftmaxUnchecked, TwoRowsOfFive) {
  check<float>(run, {2, 5});
}

TEST_F(SoftmaxUnchecked, NoRows) {
  check<float>(run, {0, 7});
}

TEST_F(SoftmaxUnchecked, Shapes) {
  check_all<float>({{1, 1}, {37, 781}, {4, 1023}, {4, 1024}, {4, 1025}, {2, 16384}, {300, 5}});
}

TEST_F(SoftmaxUnchecked, PaddedRows) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}, {3, 100, 128, 0, 3}});
}

TEST_F(SoftmaxUnchecked, SixteenBits) {
  check_all<float16_t>({{2, 5}, {37, 781, 800}, {4, 1024}});
  check_all<bfloat16_t>({{2, 5}, {37, 781, 0, 790}, {4, 1024}});
}

TEST_F(SoftmaxUnchecked, CopiesNothing) {
  check_memory(run);
}

}  // namespace
}  // namespace lesson11
