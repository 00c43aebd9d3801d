// Tests of elective 10, task 1: the predictions agree with what the checker counts.
#include <sstream>

#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

struct copy_case {
  copy_kind kind;
  const char* name;
};

bool check_prediction(const copy_case& c) {
  const kw::device device = kw::default_device();
  if (!can_count_traffic(device)) {
    [] { GTEST_SKIP() << counted_test::kNotCounted; }();
    return true;
  }
  const kw::buffer<float> x(device, {16384}, make_input<float>(16384, 1)), out(device, {4096});
  const kw::runtime::traffic moved = traffic_of([&] { copy_as(c.kind, x.cview(), out.view()); });
  const double counted = static_cast<double>(kw::runtime::traffic::kUnitBytes) *
                         static_cast<double>(moved.units_loaded) /
                         static_cast<double>(moved.bytes_loaded);
  const double answer = predicted(c.kind);
  constexpr double kRounding = 0.005;  // 1.03 for 33 / 32 is a right answer
  EXPECT_GE(counted, 1) << "the " << c.name << " copy loaded nothing";
  const bool right = std::fabs(answer - counted) <= kRounding * counted;
  if (!right) {
    std::ostringstream text;
    text << "You predict that the loads of the " << c.name << " copy move " << answer
         << " bytes for each byte that lanes ask for. The checker counts "
         << (answer < counted ? "more" : "fewer")
         << ".\nWrite down which bytes the lanes of one program touch, and count the units of 32 "
            "bytes that these are in.";
    fail_at(kw::source_place::here(), text.str());
  }
  return right;
}

const tests<copy_case, counted_test> predictions_tests = {
    "Predictions",
    {
        {"Contiguous", check_prediction, {{copy_kind::contiguous, "contiguous"}}},
        {"Misaligned", check_prediction, {{copy_kind::misaligned, "misaligned"}}},
        {"Strided", check_prediction, {{copy_kind::strided, "strided"}}},
        {"Gathered", check_prediction, {{copy_kind::gathered, "gathered"}}},
        {"Transposed", check_prediction, {{copy_kind::transposed, "transposed"}}},
    },
};

}  // namespace
}  // namespace lesson10
