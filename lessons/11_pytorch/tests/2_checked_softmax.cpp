// Tests of elective 11, task 2: every mistake of the caller as a code and a message.
#include <kernelwright/testing/inputs.hpp>

#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

class CheckedSoftmax : public operator_test {
 protected:
  void prepare() override {
    const auto values = make_input<float>(3 * columns_, 1);
    x_ = kw::buffer<float, 2>(device(), {3, columns_}, values, {.row_stride = columns_ + 8});
    y_ = kw::buffer<float, 2>(device(), {3, columns_});
    x = array_of(x_), y = array_of(y_);
  }
  /// Calls with `x` and `y` as the test has changed them; y must stay as it was.
  void refused(outcome code, std::initializer_list<std::string> words) {
    expect_done_except_nowhere(
        [&](place where) { return kw_softmax(where, array_of(x_), array_of(y_)); });
    const std::vector<float> before = y_.download();
    expect_refusal([&](place where) { return kw_softmax(where, x, y); }, code, words);
    const std::vector<float> after = y_.download();
    EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(float)), 0)
        << "the call was refused, but y was written all the same";
  }

  /// `less` elements fewer than a row of x and y has, as a message may say it.
  std::string columns(int less = 0) const { return std::to_string(columns_ - less); }

  c_array x{}, y{};

 private:
  const std::int64_t columns_ = kw::testing::drawn_size(101, 999);
  kw::buffer<float, 2> x_, y_;
};

constexpr auto kFloat = check_softmax<kw_softmax, float>;
constexpr auto kFloat16 = check_softmax<kw_softmax, float16_t>;
constexpr auto kBFloat16 = check_softmax<kw_softmax, bfloat16_t>;

const tests<matrix_case, CheckedSoftmax> checked_softmax_tests = {
    "CheckedSoftmax",
    {
        {"Shapes", kFloat, {{2, 5}, {1, 1}, {0, 7}, {37, 781}, {4, 1025}, {2, 16384}}},
        {"RowsLongerThanATile", kFloat, {{2, 16385}, {1, 40000}}},
        {"PaddedRowsAndTypes", kFloat, {{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}}},
        {"PaddedRowsAndTypes", kFloat16, {{37, 781, 800}, {2, 17000}}},
        {"PaddedRowsAndTypes", kBFloat16, {{37, 781, 0, 790}, {2, 17000}}},
        {"CopiesNothing", copies_nothing<kw_softmax>, {{512, 1024, 1100}}},
    },
};

TEST_F(CheckedSoftmax, StrideOfARowThatIsAlone) {
  x.sizes[0] = y.sizes[0] = 1;  // one row overlaps with none
  x.strides[0] = 0;
  expect_done([&] { return kw_softmax(here(), x, y); });
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
  expect_done([&] { return kw_softmax(here(), x, y); });
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
  y.strides[0] -= 1;
  refused(outcome::wrong_argument, {"y", columns(1)});
}

TEST_F(CheckedSoftmax, OtherSizes) {
  y.sizes[1] -= 1;
  refused(outcome::wrong_argument, {columns(1), columns()});
}

TEST_F(CheckedSoftmax, NoSuchPlace) {
  place nowhere = here();
  nowhere.kind = 5;
  expect_refusal([&](place) { return kw_softmax(nowhere, x, y); }, outcome::wrong_argument, {"5"});
}

TEST_F(CheckedSoftmax, NoSuchGpu) {
  place nowhere = here();
  nowhere.kind = 1;
  nowhere.index = 1000;
  expect_refusal([&](place) { return kw_softmax(nowhere, x, y); }, outcome::failed, {});
}

}  // namespace
}  // namespace lesson11
