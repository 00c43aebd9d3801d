#include "grader/class/csv_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;

TEST(Csv, ReadsQuotesAndLineEnds) {
  EXPECT_THAT(
      parse_csv("a,b\r\n\"x, \"\"y\"\"\",\"1\n2\"\n\n,\n"),
      ElementsAre(ElementsAre("a", "b"), ElementsAre("x, \"y\"", "1\n2"), ElementsAre("", "")));
}

TEST(Csv, SkipsAByteOrderMarkAndTakesOtherSeparators) {
  EXPECT_THAT(parse_csv("\xEF\xBB\xBF"
                        "a;b;c, d\n1;2;3"),
              ElementsAre(ElementsAre("a", "b", "c, d"), ElementsAre("1", "2", "3")));
  EXPECT_THAT(parse_csv("a\tb\n1\t2\n"), ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "2")));
}

TEST(Csv, SaysWhereAQuotationMarkIsOpen) {
  EXPECT_THAT([&] { parse_csv("a,b\n1,\"2\n3\n"); },
              testing::ThrowsMessage<usage_error>(testing::HasSubstr("line 2")));
}

TEST(Csv, OfNothingHasNoRows) {
  EXPECT_TRUE(parse_csv("").empty());
  EXPECT_TRUE(parse_csv("\n\r\n").empty());
}

TEST(Csv, SaysInWhichLineThereAreZeroBytes) {
  using namespace std::string_view_literals;
  EXPECT_THAT([&] { parse_csv("a,b\nx\0y,z\n"sv); },
              testing::ThrowsMessage<usage_error>(testing::HasSubstr("line 2")));
}

}  // namespace
}  // namespace kw::grader
