// Tests of lesson 09, task 2: lists of times, some of which are missing.
#include "autotune.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <kernelwright/runtime/buffer.hpp>
#include <kernelwright/testing/testing.hpp>

namespace {

int fastest_of(const std::vector<double>& seconds) {
  // After the end is a time that would win, for a loop that goes too far.
  std::vector<double> more = seconds;
  more.push_back(1e-12);
  const auto n = static_cast<std::int64_t>(seconds.size());
  const kw::buffer<double> buffer(kw::cpu_device, {n + 1}, more);
  return lesson09::fastest(kw::view<const double>(buffer.data(), {n}, kw::cpu_device));
}

void expect_fastest(int want, const std::vector<double>& seconds) {
  if (::testing::Test::HasFailure()) {
    return;  // one failure of a test says enough
  }
  const int got = fastest_of(seconds);
  std::string list;
  for (const double one : seconds) {
    list += (list.empty() ? "" : ", ") + std::to_string(one * 1e6) + " us";
  }
  const auto count = static_cast<int>(seconds.size());
  EXPECT_TRUE(got == want) << "Of {" << list << "} number " << want
                           << " is the fastest (-1: none), but fastest says " << got
                           << (got < count ? ""
                                           : ", which is past the end: numbers go from 0 to "
                                             "seconds.extent(0) - 1. Does the loop end with <=?");
}

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();

TEST(Fastest, AnyPlace) {
  expect_fastest(0, {1e-6, 3e-6, 2e-6});
  expect_fastest(1, {3e-6, 1e-6, 2e-6});
  expect_fastest(2, {3e-6, 2e-6, 1e-6});
  expect_fastest(0, {1e-3});
}

TEST(Fastest, FirstOfEquals) {
  expect_fastest(1, {2e-6, 1e-6, 1e-6});
}

TEST(Fastest, SomeAreLeftOut) {
  expect_fastest(2, {kLeftOut, 3e-6, 1e-6, kLeftOut});
  expect_fastest(0, {1e-6, kLeftOut, 3e-6});
}

TEST(Fastest, AllAreLeftOut) {
  expect_fastest(-1, {kLeftOut, kLeftOut});
}

}  // namespace
