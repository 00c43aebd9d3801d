// Tests of elective 10, task 1: the predictions agree with what the checker counts.
#include <cmath>
#include <sstream>

#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

class Predictions : public WhySlow {
 protected:
  void check(copy_kind kind, const char* name) {
    if (!counts()) {
      GTEST_SKIP() << kNotCounted;
    }
    const kw::buffer<float> x(device(), {16384}, make_input<float>(16384, 1));
    const kw::buffer<float> out(device(), {4096});
    const kw::runtime::traffic moved =
        kw::testing::traffic_of([&] { copy_as(kind, x.cview(), out.view()); });
    const double counted = static_cast<double>(kw::runtime::traffic::kUnitBytes) *
                           static_cast<double>(moved.units_loaded) /
                           static_cast<double>(moved.bytes_loaded);
    ASSERT_GE(counted, 1) << "the " << name << " copy loaded nothing";
    const double answer = predicted(kind);
    constexpr double kRounding = 0.005;  // 1.03 for 33 / 32 is a right answer
    if (std::fabs(answer - counted) > kRounding * counted) {
      std::ostringstream text;
      text << "You predict that the loads of the " << name << " copy move " << answer
           << " bytes for each byte that lanes ask for. The checker counts "
           << (answer < counted ? "more" : "fewer")
           << ".\nWrite down which bytes the lanes of one program touch, and count the units of 32 "
              "bytes that these are in.";
      kw::testing::fail_at(kw::source_place::here(), text.str());
    }
  }
};

TEST_F(Predictions, Contiguous) {
  check(copy_kind::contiguous, "contiguous");
}

TEST_F(Predictions, Misaligned) {
  check(copy_kind::misaligned, "misaligned");
}

TEST_F(Predictions, Strided) {
  check(copy_kind::strided, "strided");
}

TEST_F(Predictions, Gathered) {
  check(copy_kind::gathered, "gathered");
}

TEST_F(Predictions, Transposed) {
  check(copy_kind::transposed, "transposed");
}

}  // namespace
}  // namespace lesson10
