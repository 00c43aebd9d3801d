// Tests of elective 11, task 2: every mistake of the caller as a code and a message.
#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

class CheckedSoftmax : public softmax_rows {
 protected:
  static bool run(place where, array x, array y) {
    return expect_done([&] { return kw_softmax(where, x, y); }, "softmax");
  }
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(run, c); });
  }

  void prepare() override {
    x_ = kw::buffer<float, 2>(device(), {3, 40}, make_input<float>(120, 1), {.row_stride = 48});
    y_ = kw::buffer<float, 2>(device(), {3, 40});
    x = array_of(x_), y = array_of(y_);
  }
  /// Calls with `x` and `y` as the test has changed them; y must stay as it was.
  void refused(outcome code, std::initializer_list<const char*> words) {
    refused_at(here(), code, words);
  }
  void refused_at(place where, outcome code, std::initializer_list<const char*> words) {
    const std::vector<float> before = y_.download();
    expect_refusal([&] { return kw_softmax(where, x, y); }, code, words);
    const std::vector<float> after = y_.download();
    EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(float)), 0)
        << "the call was refused, but y was written all the same";
  }

  array x{}, y{};

 private:
  kw::buffer<float, 2> x_, y_;
};

TEST_F(CheckedSoftmax, Shapes) {
  check_all<float>({{2, 5}, {1, 1}, {0, 7}, {37, 781}, {4, 1025}, {2, 16384}});
}

TEST_F(CheckedSoftmax, RowsLongerThanATile) {
  check_all<float>({{2, 16385}, {1, 40000}});
}

TEST_F(CheckedSoftmax, PaddedRowsAndTypes) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}});
  check_all<float16_t>({{37, 781, 800}, {2, 17000}});
  check_all<bfloat16_t>({{37, 781, 0, 790}, {2, 17000}});
}

TEST_F(CheckedSoftmax, StrideOfARowThatIsAlone) {
  x.sizes[0] = y.sizes[0] = 1;  // one row overlaps with none
  x.strides[0] = 0;
  run(here(), x, y);
}

TEST_F(CheckedSoftmax, CopiesNothing) {
  check_memory(run);
}

TEST_F(CheckedSoftmax, UnknownType) {
  x.type = y.type = static_cast<element>(7);
  refused(outcome::wrong_type, {"x", "7"});
}

TEST_F(CheckedSoftmax, TwoTypes) {
  y.type = element::bfloat16;
  refused(outcome::wrong_type, {"y"});
}

TEST_F(CheckedSoftmax, NullPointer) {
  x.data = nullptr;
  refused(outcome::wrong_argument, {"x", "null"});
}

TEST_F(CheckedSoftmax, NullPointerOfNothing) {
  x.data = y.data = nullptr;
  x.sizes[0] = y.sizes[0] = 0;
  run(here(), x, y);
}

TEST_F(CheckedSoftmax, ThreeAxes) {
  x.rank = 3;
  x.sizes[2] = x.strides[2] = 1;
  refused(outcome::wrong_argument, {"x", "3"});
}

TEST_F(CheckedSoftmax, TransposedRows) {
  y.strides[1] = 3;
  refused(outcome::wrong_argument, {"y", "3"});
}

TEST_F(CheckedSoftmax, RowsThatOverlap) {
  y.strides[0] = 39;
  refused(outcome::wrong_argument, {"y", "39"});
}

TEST_F(CheckedSoftmax, OtherSizes) {
  y.sizes[1] = 39;
  refused(outcome::wrong_argument, {"39", "40"});
}

TEST_F(CheckedSoftmax, NoSuchPlace) {
  place where = here();
  where.kind = 5;
  refused_at(where, outcome::wrong_argument, {"5"});
}

TEST_F(CheckedSoftmax, NoSuchGpu) {
  place where = here();
  where.kind = 1;
  where.index = 1000;
  refused_at(where, outcome::failed, {});
}

}  // namespace
}  // namespace lesson11
