// Entry functions that are called with buffers made from their signatures, and tests that are rows
// of a table.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "kernelwright/testing/testing.hpp"

namespace kw::testing {
namespace {

// What entries saw and did: they compute on the host, so no kernel is needed.
int calls = 0;
std::int64_t stride_of_x = 0;

void scale(view<const float, 2> x, float factor, view<float, 2> out) {
  ++calls;
  stride_of_x = x.stride(0);
  for (std::int64_t r = 0; r < x.extent(0); ++r) {
    for (std::int64_t c = 0; c < x.extent(1); ++c) {
      out.data()[r * out.stride(0) + c] = factor * x.data()[r * x.stride(0) + c];
    }
  }
}

void add_number_of_calls(view<float> sums) {
  for (std::int64_t i = 0; i < sums.extent(0); ++i) {
    sums.data()[i] += static_cast<float>(calls);
  }
  ++calls;
}

class CheckEntry : public lesson_test {
 protected:
  void prepare() override { calls = 0; }
};

bool check_scale(const matrix_case& c, double factor = 2) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  std::vector<double> want;
  for (const float value : x) {
    want.push_back(factor * double{value});
  }
  return check_entry(shape(c), scale, in(c, x), 2.0f, out(c, want, kExact));
}

TEST_F(CheckEntry, CallsOnceWithTheLayoutOfTheCase) {
  EXPECT_TRUE(check_scale({3, 5, 8, 7}));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(stride_of_x, 8);
}

TEST_F(CheckEntry, FailsWhereOneOutputIsWrong) {
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(check_scale({3, 5}, 3)), "3 x 5");
}

TEST_F(CheckEntry, GivesAnEntryWhatItsBufferHeldBefore) {
  calls = 4;
  EXPECT_TRUE(check_entry("", add_number_of_calls,
                          changed({2}, {1.0, 5.0}, std::vector<double>{5, 9}, kExact)));
}

TEST_F(CheckEntry, ExpectsTheSameBitsOfEachRun) {
  const auto check = [] {
    calls = 1;
    return check_entry({"two sums", 3}, add_number_of_calls,
                       changed({2}, {1.0, 5.0}, std::vector<double>{2, 6}, kExact));
  };
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(check()), "run 1 differs from the first (two sums)");
}

TEST_F(CheckEntry, ComparesNothingOfAScratchArgument) {
  const auto fill = +[](view<float> memory) { memory.data()[0] = 1; };
  EXPECT_TRUE(check_entry("", fill, scratch({4})));
}

TEST(OfEachRow, IsAsLongAsThereAreRows) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const auto last = [](const std::vector<double>& row) { return row.empty() ? 0 : row.back(); };
  EXPECT_EQ(of_each_row(matrix_case{2, 3}, values, last), (std::vector<double>{3, 6}));
  EXPECT_TRUE(of_each_row(matrix_case{0, 3}, std::vector<float>(), last).empty());
}

TEST(SizeDraw, IsTheSameForTheSameSeedAndWithinItsLimits) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    size_draw one(1, number), other(1, number);
    const matrix_case c = one.rows(9, 40, 2), same = other.rows(9, 40, 2);
    EXPECT_EQ(c.rows, same.rows);
    EXPECT_EQ(c.out_stride, same.out_stride);
    EXPECT_TRUE(c.rows >= 0 && c.rows <= 9 && c.columns >= 2 && c.columns <= 40) << shape(c);
    EXPECT_TRUE(c.in_stride == 0 || c.in_stride >= c.columns) << c.in_stride;
  }
}

// The tests of a table: each case is checked, and rows of a name are one test.
std::vector<std::int64_t> seen;

bool see(const vector_case& c) {
  seen.push_back(c.n);
  return true;
}

const tests<vector_case> table = {
    "Table",
    {
        {"Listed", see, {{1}, {2}}},
        {"Listed", see, [] { return std::vector<vector_case>{{3}}; }},
        {"AnyShape", see, lengths_up_to(10)},
    },
};

using Table = lesson_test;

TEST_F(Table, HasSeenItsCases) {
  EXPECT_EQ(seen, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(TableOfTests, HasOneTestPerNameAndNoneWithRandomCases) {
  const auto& all = *::testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const auto& suite = *all.GetTestSuite(s);
    if (suite.name() == std::string("Table")) {
      ASSERT_EQ(suite.total_test_count(), 2);
      EXPECT_EQ(suite.GetTestInfo(0)->name(), std::string("Listed"));
      EXPECT_TRUE(std::string(suite.GetTestInfo(0)->file()).ends_with("entry_test.cpp"));
      return;
    }
  }
  FAIL() << "the table has made no test known";
}

TEST(TableOfTests, DrawsRandomCasesWhereThatIsAsked) {
  ASSERT_EQ(random_cases(), 0u);
  ::setenv("KW_FUZZ", "1", 1);
  EXPECT_EQ(random_cases(), 50u);
  ::setenv("KW_FUZZ_SHAPES", "7", 1);
  int drawn = 0;
  check_random_cases([&](size_draw&) { return ++drawn < 5; });
  EXPECT_EQ(drawn, 5) << "the first failure ends it";
  check_random_cases([&](size_draw&) { return ++drawn < 50; });
  EXPECT_EQ(drawn, 12);
  ::unsetenv("KW_FUZZ");
  ::unsetenv("KW_FUZZ_SHAPES");
}

}  // namespace
}  // namespace kw::testing
