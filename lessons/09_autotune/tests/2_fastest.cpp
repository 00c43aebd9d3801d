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
  const auto n = static_cast<std::int64_t>(seconds.size());
  const kw::buffer<double> buffer(kw::cpu_device, {n}, seconds);
  return lesson09::fastest(buffer.cview());
}

void expect_fastest(int want, const std::vector<double>& seconds) {
  const int got = fastest_of(seconds);
  std::string list;
  for (const double one : seconds) {
    list += (list.empty() ? "" : ", ") + std::to_string(one * 1e6) + " us";
  }
  EXPECT_TRUE(got == want) << "Of {" << list << "} number " << want
                           << " is the fastest (-1: none), but fastest says " << got;
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
