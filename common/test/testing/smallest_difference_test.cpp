// Which sizes make a case wrong.
#include <gtest/gtest.h>

#include "common/testing/experiments.hpp"
#include "kernelwright/testing/testing.hpp"

namespace kw::testing {
namespace {

std::string difference(std::vector<std::int64_t> right, std::vector<std::int64_t> wrong,
                       bool (*is_right)(const std::vector<std::int64_t>&)) {
  return smallest_difference({std::move(right), std::move(wrong), is_right,
                              [](const std::vector<std::int64_t>& n) {
                                std::string text;
                                for (const std::int64_t one : n) {
                                  text += (text.empty() ? "" : " x ") + std::to_string(one);
                                }
                                return text;
                              }},
                             30);
}

TEST(SmallestCase, OneStepMore) {
  // Nothing is launched beyond 1,024 columns.
  EXPECT_EQ(difference({1, 1}, {37, 12288}, [](const auto& n) { return n[1] <= 1024; }),
            "37 x 1024 is right, 37 x 1025 is not");
  // Something is wrong in the second step along k, of 32.
  EXPECT_EQ(difference({2, 3, 4}, {130, 70, 500}, [](const auto& n) { return n[2] <= 32; }),
            "130 x 70 x 32 is right, 130 x 70 x 33 is not");
  EXPECT_EQ(difference({2, 3, 4}, {2, 70, 500}, [](const auto& n) { return n[1] * n[2] < 100; }),
            "2 x 24 x 4 is right, 2 x 25 x 4 is not");
  EXPECT_EQ(difference({}, {7, 9}, [](const auto& n) { return n[1] < 5; }),
            "7 x 4 is right, 7 x 5 is not");
}

TEST(SmallestCase, SaysNothingWhereItKnowsNothing) {
  EXPECT_EQ(difference({}, {3}, [](const auto&) { return false; }), "");
  EXPECT_EQ(difference({8}, {3}, [](const auto&) { return false; }), "")
      << "nothing smaller is right";
  EXPECT_EQ(difference({1}, {9}, [](const auto&) { return false; }), "") << "another mistake";
  EXPECT_EQ(difference({1}, {9},
                       [](const auto& n) -> bool {
                         if (n[0] > 4 && n[0] < 9) {
                           throw std::invalid_argument("a multiple of 4");
                         }
                         return n[0] < 9;
                       }),
            "");
}

TEST(SmallestCase, SizesAreTheFirstMembersOfACase) {
  EXPECT_EQ(sizes_of(matrix_case{3, 1024, 1030}), (std::vector<std::int64_t>{3, 1024, 1030}));
  EXPECT_EQ(shape(with_sizes(matrix_case{3, 1024, 1030}, {3, 7, 1030})), "3 x 7");
  EXPECT_EQ(sizes_of(vector_case{5, 1, 2}), (std::vector<std::int64_t>{5}));
  EXPECT_EQ(sizes_in<std::string>(), 0);
}

}  // namespace
}  // namespace kw::testing
