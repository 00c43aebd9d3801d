// Rosters as learning management systems export them.
#include "grader/class/roster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
