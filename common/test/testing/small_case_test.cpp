// A failing case whole: its inputs, with the kernel's names for them, and what was got and wanted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/runtime/uploads.hpp"
#include "common/test/testing/failures.hpp"

namespace {

using namespace kw;
using kw::testing::failures_of;
using kw::testing::kLimit;

struct Scale {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* y, int n,
                            int columns) const {
    auto i = tl.arange(size<64>);
    auto mask = i < n;
    auto factor = tl.load(factors + i % columns, mask, 0.0f);
    tl.store(y + i, tl.load(x + i, mask, 0.0f) * factor + factor * factor, mask);
  }
};

// What the test says of rows that are multiplied by factors, where a kernel adds something to that.
std::string scaled(std::int64_t rows, std::int64_t columns, std::int64_t others = 3) {
  std::vector<float> x, factors;
  std::vector<double> want;
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    const std::int64_t column = i % columns;
    factors.resize(static_cast<std::size_t>(columns));
    factors[static_cast<std::size_t>(column)] = static_cast<float>(column * column % 5);
    x.push_back(static_cast<float>(i % 7 + i) / 4);
    want.push_back(x.back() * factors[static_cast<std::size_t>(column)]);
  }
  const buffer<float, 2> in(cpu_device, {rows, columns}, x), out(cpu_device, {rows, columns});
  const buffer<float> by(cpu_device, {columns}, factors), other(cpu_device, {others});
  launch(cpu_device, grid(1), Scale{}, in.cview(), by.cview(), out.view(),
         static_cast<int>(rows * columns), static_cast<int>(columns));
  const std::string text = failures_of(out, want);
  const auto begin = text.find("  The whole case");
  return begin == std::string::npos ? "" : text.substr(begin);
}

TEST(SmallCase, ShowsTheInputsByName) {
  EXPECT_EQ(scaled(2, 3),
            "  The whole case, to compute by hand (* is wrong):\n"
            "    x               0        0.5          1\n"
            "                  1.5          2        2.5\n"
            "    factors         0          1          4\n"
            "    got             0        1.5*        20*\n"
            "    want            0        0.5          4\n"
            "    got             0          3*        26*\n"
            "    want            0          2         10");
}

TEST(SmallCase, IsNotShownWhereOneIsLarge) {
  EXPECT_NE(scaled(4, 8), "");
  EXPECT_EQ(scaled(7, 9), "");  // wider than 8
  EXPECT_EQ(scaled(8, 8), "");  // too many lines
}

TEST(SmallCase, ComesOnceAfterALargerOne) {
  EXPECT_EQ(scaled(7, 9), "");
  EXPECT_NE(scaled(1, 3), "");
  EXPECT_EQ(scaled(2, 3), "");
}

TEST(SmallCase, FirstLineAfterALargerOne) {
  const std::vector<double> want = {1, 2, 3}, longer(100, 1.0);
  const auto noise = [](std::size_t i) { return static_cast<double>(i * i % 7) + 5; };
  std::vector<double> got;
  for (std::size_t i = 0; i < longer.size(); ++i) {
    got.push_back(noise(i));
  }
  (void)failures_of(kw::testing::filled(got), longer);
  const auto output = kw::testing::filled(want);
  std::copy_n(got.begin(), 3, output.data());  // as a kernel does it
  EXPECT_EQ(
      failures_of(output, want, kLimit, "n = 3")
          .rfind(
              "Failed\nWrong values in a small case: lesson library testing, common/test/testing "
              "on cpu; n = 3, output of 3 float32, seed 1\n  The whole case, ",
              0),
      0u);
}

// The factors are gone before the comparison, as they are where a test makes several calls.
std::string scaled_twice(bool again) {
  const buffer<float> x(cpu_device, {3}, std::vector<float>{1, 2, 3}), out(cpu_device, {3});
  for (int call = 0; call < (again ? 2 : 1); ++call) {
    const buffer<float> by(cpu_device, {3}, std::vector<float>{4, 5, 6});
    const buffer<float> other(cpu_device, {3}, std::vector<float>{7, 8, 9});
    launch(cpu_device, grid(1), Scale{}, x.cview(), call == 0 ? by.cview() : other.cview(),
           out.view(), 3, 3);
  }
  const std::string text = failures_of(out, {1, 2, 3});
  const auto begin = text.find("  The whole case");
  return begin == std::string::npos ? "" : text.substr(begin);
}

TEST(SmallCase, KnowsInputsThatAreGone) {
  EXPECT_EQ(scaled_twice(false), "");  // `other`, which nobody says the kernel read, is gone
  const buffer<float> x(cpu_device, {3}, std::vector<float>{1, 2, 3}), out(cpu_device, {3});
  {
    const buffer<float> by(cpu_device, {3}, std::vector<float>{4, 5, 6});
    launch(cpu_device, grid(1), Scale{}, x.cview(), by.cview(), out.view(), 3, 3);
  }
  const std::string text = failures_of(out, {1, 2, 3});
  EXPECT_NE(text.find("    factors         4          5          6\n"), std::string::npos) << text;
}

TEST(SmallCase, IsNotShownAfterInputsOfAnEarlierCall) {
  EXPECT_EQ(scaled_twice(true), "");
}

template <class T>
std::vector<double> noted(const std::vector<T>& values) {
  const buffer<T> one(cpu_device, {static_cast<std::int64_t>(values.size())}, values);
  const auto all = runtime::uploads();
  return all.size() == 1 ? all[0].values : std::vector<double>{};
}

TEST(Uploads, KnowTheType) {
  const std::vector<double> want = {1, 0, 5};
  EXPECT_EQ(noted<float>({1, 0, 5}), want);
  EXPECT_EQ(noted<double>({1, 0, 5}), want);
  EXPECT_EQ(noted<float16_t>({core::convert<float16_t>(1.0f), core::convert<float16_t>(0.0f),
                              core::convert<float16_t>(5.0f)}),
            want);
  EXPECT_EQ(noted<bfloat16_t>({core::convert<bfloat16_t>(1.0f), core::convert<bfloat16_t>(0.0f),
                               core::convert<bfloat16_t>(5.0f)}),
            want);
  EXPECT_EQ(noted<std::int8_t>({1, 0, 5}), want);
  EXPECT_EQ(noted<std::int16_t>({1, 0, 5}), want);
  EXPECT_EQ(noted<std::int32_t>({1, 0, 5}), want);
  EXPECT_EQ(noted<std::int64_t>({1, 0, 5}), want);
  EXPECT_EQ(noted<bool>({true, false, true}), (std::vector<double>{1, 0, 1}));
}

TEST(Uploads, AreThoseThatAreThere) {
  EXPECT_TRUE(runtime::uploads().empty());
  buffer<float> x(cpu_device, {3}, std::vector<float>{1, 2, 3});
  const buffer<float> empty(cpu_device, {3});
  EXPECT_EQ(runtime::uploads().size(), 1u);
  x.fill(2);
  ASSERT_EQ(runtime::uploads().size(), 1u);
  EXPECT_EQ(runtime::uploads()[0].values, (std::vector<double>{2, 2, 2}));
  buffer<float> moved = std::move(x);
  EXPECT_EQ(runtime::uploads()[0].data, moved.data());
  moved.poison();
  EXPECT_TRUE(runtime::uploads().empty());
  {
    const buffer<float, 2> large(cpu_device, {9, 9}, std::vector<float>(81, 1.0f));
    ASSERT_EQ(runtime::uploads().size(), 1u);
    EXPECT_TRUE(runtime::uploads()[0].values.empty());
  }
  EXPECT_TRUE(runtime::uploads().empty());
}

}  // namespace
