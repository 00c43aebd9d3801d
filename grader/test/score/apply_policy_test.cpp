#include "grader/score/apply_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/score/late_work.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

  /// The result of a submission with `earned` points, handed in at this time.
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

TEST_F(Policy, CountsWhatIsMarkedAsLateWithoutATime) {
  report result;
  result.who.marked_late = true;
  result.lessons.resize(1);
  result.lessons[0].points = 10;
  const char* const rule = "[late]\ndue = 2026-03-01T23:00:00Z\npercent_per_day = 10\n";
  apply_policy(read(rule), result);
  EXPECT_EQ(result.points, 9);
  EXPECT_THAT(result.late->note, HasSubstr("Marked as late without a time, which counts as 1 day"));
  apply_policy(read(std::string(rule) + "marked_days = 3\n"), result);
  EXPECT_EQ(result.points, 7);
  EXPECT_FALSE(lacks_time(result));
}

/// Two lessons of 10 points, of which the second was handed in separately.
report of_two_lessons() {
  report result;
  result.who.id = "lee-ann";
  result.who.email = "ann@x.edu";
  result.who.roster = {{"login", "alee"}};
  result.who.submitted = "2026-03-02T12:00:00Z";
  result.lessons.resize(2);
  for (int i = 0; i < 2; ++i) {
    lesson_result& lesson = result.lessons[static_cast<std::size_t>(i)];
    lesson.definition.number = i + 1;
    lesson.points = 10;
    lesson.checks.resize(1);
  }
  return result;
}

TEST_F(Policy, HasDueDatesByLesson) {
  report result = of_two_lessons();
  result.lessons[1].handed_in = "2026-03-11T12:00:00Z";
  const std::string rule =
      "[late]\npercent_per_day = 10\n[[late.lesson]]\nlesson = 1\ndue = 2026-03-01T12:00:00Z\n"
      "[[late.lesson]]\nlesson = \"02\"\ndue = 2026-03-08T12:00:00Z\n";
  apply_policy(read(rule), result);
  EXPECT_EQ(result.points, 16) << "1 day of lesson 01 and 3 of lesson 02, 10 % each";
  ASSERT_EQ(result.late->by_lesson.size(), 2U);
  EXPECT_EQ(result.late->by_lesson[1].days, 3);
  EXPECT_THAT(result.late->note, HasSubstr("lesson02: Handed in 3 days late"));
  result.adjustments = {{"lesson02", "", -5, "", ""}, {"", "", 1, "", ""}};
  settle(result);
  EXPECT_EQ(result.points, 20 + 1 - 5 - 1 - 1.5) << "of what a lesson is worth after adjustments";
  result.adjustments.clear();
  apply_policy(read("[late]\nfree_days = 2\n" + rule.substr(rule.find("percent"))), result);
  EXPECT_EQ(result.points, 18) << "free days are used up by lesson 01, then by lesson 02";
  result.lessons[0].checks[0].state = task_state::file_missing;
  apply_policy(read(rule), result);
  EXPECT_EQ(result.late->by_lesson.size(), 1U) << "what was not handed in is not late";
}

TEST_F(Policy, HasExtensions) {
  const std::string rule = "[late]\npercent_per_day = 10\ndue = 2026-03-01T12:00:00Z\n";
  const auto points = [&](const std::string& extension) {
    report result = of_two_lessons();
    apply_policy(read(rule + "[[late.extension]]\n" + extension), result);
    return result.points;
  };
  EXPECT_EQ(points("submission = \"bob\"\ndays = 9\n"), 18);
  EXPECT_EQ(points("submission = \"alee\"\ndays = 1\nreason = \"ill\"\n"), 20) << "a login";
  EXPECT_EQ(points("submission = \"ann@x.edu\"\ndue = 2026-03-02T12:00:00Z\n"), 20);
  EXPECT_EQ(points("submission = \"lee-ann\"\nlesson = 2\ndays = 1\n"), 19);
  EXPECT_THAT(complaint(rule + "[[late.extension]]\nsubmission = \"bob\"\n"),
              HasSubstr("policy.toml:4: extension: give either due"));
  EXPECT_THAT(complaint("[late]\n[[late.lesson]]\nlesson = 1\n"), HasSubstr("due is missing"));
  EXPECT_THAT(complaint("[late]\npercent_per_day = 1\n"), HasSubstr("due is missing"));
}

TEST_F(Policy, KnowsForWhomThereIsNoTime) {
  report result = of_two_lessons();
  EXPECT_FALSE(lacks_time(result));
  result.who.submitted.clear();
  EXPECT_TRUE(lacks_time(result));
  result.lessons[1].handed_in = "2026-03-11T12:00:00Z";
  EXPECT_FALSE(lacks_time(result));
  report nothing;
  EXPECT_FALSE(lacks_time(nothing)) << "nothing was handed in";
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

TEST_F(Policy, AdjustmentsAreFoundByACellOfTheRoster) {
  adjustment_list list(folder_.write("adjustments.toml",
                                     "[[adjustment]]\nsubmission = \"Doe, Jane\"\n"
                                     "points = 1\nreason = \"x\"\n"));
  report first = make_sample_report(), second = make_sample_report();
  first.who.roster = {{"student", "Doe, Jane"}};
  list.apply(first);
  EXPECT_EQ(first.adjustments.size(), 1U);
  EXPECT_THAT(list.unused(), IsEmpty());
  second.who.id = "another";
  second.who.roster = first.who.roster;
  EXPECT_THROW(list.apply(second), usage_error);
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
