#include "grader/score/apply_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Policy : public testing::Test {
 protected:
  policy read(const std::string& text) { return read_policy(folder_.write("policy.toml", text)); }

  std::string complaint(const std::string& text) {
    try {
      read(text);
    } catch (const usage_error& error) {
      return error.what();
    }
    return "nothing";
  }

  /// The result of a submission of `earned` points, handed in then.
  report late(const std::string& submitted, double earned = 10) {
    report result;
    result.who.submitted = submitted;
    result.lessons.resize(1);
    result.lessons[0].points = earned;
    result.lessons[0].max_points = 20;
    apply_policy(read(kLate), result);
    return result;
  }

  static constexpr const char* kLate =
      "[late]\ndue = 2026-03-01T23:00:00+01:00\ngrace_minutes = 30\nfree_days = 1\n"
      "percent_per_day = 10\nlast_day = 5\n";

  temporary_folder folder_;
};

TEST_F(Policy, TakesDaysOffWhatWasEarned) {
  EXPECT_FALSE(late("2026-03-01T22:00:00Z").late);
  EXPECT_FALSE(late("2026-03-01T22:30:00Z").late) << "the grace";
  EXPECT_EQ(late("2026-03-01T22:31:00Z").points, 10) << "the first day is free";
  EXPECT_EQ(late("2026-03-02T22:31:00Z").points, 9);
  const report third = late("2026-03-03T22:31:00Z");
  EXPECT_EQ(third.points, 8);
  EXPECT_EQ(third.earned, 10);
  EXPECT_EQ(third.late->points, -2);
  EXPECT_EQ(third.late->days, 3);
  EXPECT_EQ(late("2026-03-08T22:31:00Z").points, 0) << "after the last day";
}

TEST_F(Policy, ChargesNothingForATimeItDoesNotKnow) {
  EXPECT_EQ(late("").points, 10);
  EXPECT_EQ(late("yesterday").points, 10);
}

TEST_F(Policy, IsAppliedOnceHoweverOftenItIs) {
  report result = late("2026-03-03T22:31:00Z");
  apply_policy(read(kLate), result);
  EXPECT_EQ(result.points, 8);
  apply_policy(read(""), result);
  EXPECT_EQ(result.points, 10);
}

TEST_F(Policy, ChangesChecksOfTheCourse) {
  course course;
  course.lessons.resize(1);
  course.lessons[0].number = 3;
  course.lessons[0].checks = {{"edge", "Edge", check_kind::core, 4, 1}};
  apply_policy(read("[[check]]\nlesson = \"03\"\ncheck = \"edge\"\npoints = 6\n"
                    "visibility = \"after_published\"\nbonus = true\n"),
               course);
  EXPECT_EQ(course.lessons[0].checks[0].points, 6);
  EXPECT_EQ(course.lessons[0].checks[0].shown, visibility::after_published);
  EXPECT_TRUE(course.lessons[0].checks[0].bonus);
  EXPECT_EQ(course.lessons[0].points(), 0) << "bonus is not part of what a lesson is worth";
  EXPECT_THROW(apply_policy(read("[[check]]\nlesson = 3\ncheck = \"egde\"\n"), course),
               usage_error);
}

TEST_F(Policy, ChangesChecksOfStoredResults) {
  report result = make_sample_report();
  result.adjustments.clear();
  const std::string text =
      "[[check]]\nlesson = 1\ncheck = \"main\"\npoints = 12\nvisibility = \"hidden\"\n"
      "[[check]]\nlesson = 7\ncheck = \"not-graded\"\npoints = 12\n";
  const double before = result.earned;
  apply_policy(read(text), result);
  apply_policy(read(text), result);
  EXPECT_EQ(result.earned, before + 3) << "1 of 2 tests, of 12 points instead of 6";
  EXPECT_EQ(result.lessons[0].checks[1].definition.shown, visibility::hidden);
  EXPECT_THROW(apply_policy(read("[[check]]\nlesson = 1\ncheck = \"mian\"\n"), result),
               usage_error);
}

TEST_F(Policy, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(complaint("[late]\ndue = \"tomorrow\"\n"),
              HasSubstr("policy.toml:2: due must be a date and time"));
  EXPECT_THAT(complaint("[late]\ndue = 2026-03-01T23:00:00\n"), HasSubstr("with its offset"));
  EXPECT_THAT(complaint("[late]\ndue = 2026-03-01T23:00:00Z\npercent_per_dya = 3\n"),
              HasSubstr("unknown key percent_per_dya (did you mean \"percent_per_day\"?)"));
  EXPECT_THAT(complaint("[late]\ndue = 2026-03-01T23:00:00Z\npercent_per_day = 300\n"),
              HasSubstr("from 0 to 100"));
  EXPECT_THAT(complaint("[[check]]\nlesson = 3\ncheck = \"a\"\nvisibility = \"secret\"\n"),
              HasSubstr("must be one of visible, after_due_date, after_published, hidden"));
  EXPECT_THAT(complaint("late = 3\n"), HasSubstr("[late] table"));
  EXPECT_THAT(complaint("check = 3\n"), HasSubstr("[[check]] tables"));
  EXPECT_THAT(complaint("late = \n"), HasSubstr("not valid TOML"));
}

TEST_F(Policy, AdjustmentsAreAppliedAndKept) {
  adjustment_list list(folder_.write(
      "adjustments.toml",
      "[[adjustment]]\nsubmission = \"lee-ann\"\nlesson = 1\ncheck = \"main\"\npoints = -1.5\n"
      "reason = \"copied\"\nby = \"TA\"\n"
      "[[adjustment]]\nsubmission = \"nobody\"\npoints = 2\nreason = \"kind\"\n"));
  report result = make_sample_report();
  const double earned = result.earned;
  result.late.reset();
  list.apply(result);
  list.apply(result);
  ASSERT_EQ(result.adjustments.size(), 1U);
  EXPECT_EQ(result.adjustments[0].reason, "copied");
  EXPECT_EQ(result.earned, earned);
  EXPECT_EQ(result.points, earned - 1.5);
  EXPECT_THAT(list.unused(), ElementsAre(HasSubstr("there is no submission \"nobody\"")));
}

TEST_F(Policy, AdjustmentsOfUnknownPartsAreErrors) {
  adjustment_list list(folder_.write("adjustments.toml",
                                     "[[adjustment]]\nsubmission = \"lee-ann\"\nlesson = 1\n"
                                     "check = \"mian\"\npoints = 1\nreason = \"x\"\n"));
  report result = make_sample_report();
  EXPECT_THROW(list.apply(result), usage_error);
  EXPECT_THROW(adjustment_list(folder_.write("b.toml", "[[adjustment]]\npoints = 1\n")),
               usage_error);
}

}  // namespace
}  // namespace kw::grader
