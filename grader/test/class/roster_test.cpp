// Rosters as learning management systems export them.
#include "grader/class/roster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include <fmt/format.h>

#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::Pair;

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
  try {
    parse_csv("a,b\n1,\"2\n3\n");
    FAIL();
  } catch (const usage_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("line 2"));
  }
}

TEST(Csv, OfNothingHasNoRows) {
  EXPECT_TRUE(parse_csv("").empty());
  EXPECT_TRUE(parse_csv("\n\r\n").empty());
  EXPECT_THROW(roster::parse(""), usage_error);
}

TEST(Roster, FindsByAnyColumnAndByFirstPartOfMail) {
  const roster students = roster::parse(
      "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n\"Doe, Jane\",4711,jdoe@x.edu,A\n"
      "\"Łukasz, Zoë\",4712,zoe,A\n");
  ASSERT_EQ(students.size(), 2U);
  EXPECT_EQ(students.find({"4711"}), 0U);
  EXPECT_EQ(students.find({"nobody", "jdoe"}), 0U);
  EXPECT_EQ(students.find({"doejane"}), 0U);
  EXPECT_EQ(students.find({"ŁukaszZoë"}), 1U);
  EXPECT_EQ(students.find({"A"}), students.size()) << "two students have it";
  EXPECT_EQ(students.find({""}), students.size());
  submission who;
  students.describe(0, who);
  EXPECT_EQ(who.name, "Doe, Jane");
  EXPECT_THAT(who.roster, testing::Contains(Pair("ID", "4711")));
}

TEST(Roster, OfThousandsIsNotReadForEachOfThem) {
  constexpr int kStudents = 4'000;
  std::string text = "First name,Last name,ID number,Email address,GitHub\n";
  for (int i = 0; i < kStudents; ++i) {
    text += fmt::format("First{0},Last{0},{1},mail{0}@x.edu,octo-{0}\n", i, 700'000 + i);
  }
  const auto began = std::chrono::steady_clock::now();
  const roster students = roster::parse(text);
  for (int i = 0; i < kStudents; ++i) {
    const auto row = static_cast<std::size_t>(i);
    EXPECT_EQ(students.find({fmt::format("nobody{}", i), fmt::format("mail{}", i)}), row);
    EXPECT_EQ(students.find_account({fmt::format("OCTO-{}", i)}), row);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

TEST(Roster, JoinsFirstAndLastName) {
  const roster students = roster::parse(
      "First name,Last name,ID number,Email address\nJane,Doe,1,jane@x.edu\nBob,,2,\n");
  submission who;
  students.describe(0, who);
  EXPECT_EQ(who.name, "Jane Doe");
  EXPECT_EQ(who.email, "jane@x.edu");
  EXPECT_EQ(students.find({"jane doe"}), 0U);
  EXPECT_EQ(students.find({"doe_jane"}), 0U);
}

}  // namespace
}  // namespace kw::grader
