// Tests of lesson 05, task 1: exponentials that must not overflow.
#include "softmax.hpp"

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

class Numerators : public softmax_test {
 protected:
  bool check_numerators(std::int64_t rows, std::int64_t columns, kw::testing::input_range range) {
    const auto values = make_input<float>(rows * columns, 1, range);
    const kw::buffer<float, 2> x(device(), {rows, columns}, values);
    const kw::buffer<float, 2> out(device(), {rows, columns});
    lesson05::numerators(x.cview(), out.view());
    const std::vector<double> doubles = to_doubles(values);
    const auto width = static_cast<std::size_t>(columns);
    return check_close(out, reference::numerators(doubles, width), limit<float>(),
                       shape({rows, columns}));
  }
};

TEST_F(Numerators, TwoRowsOfFive) {
  check_numerators(2, 5, {-2, 3});
}

TEST_F(Numerators, BelowZero) {
  check_numerators(3, 1000, {-9, -4});  // 0 would win the maximum
}

TEST_F(Numerators, LargeValues) {
  check_numerators(3, 100, {90, 120});  // exp overflows at 88.7
}

TEST_F(Numerators, Widths) {
  for (const std::int64_t columns : {1, 2, 31, 128, 1023, 1024}) {
    if (!check_numerators(3, columns, {-3, 3})) {
      break;  // one failure says enough
    }
  }
}

}  // namespace
