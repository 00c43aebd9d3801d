// What an instructor sees first about a class.
#include "grader/class/triage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "grader/class/likeness.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string kUntouched =
    "struct K {\n  void operator()(auto tl, const float* x, int n) {\n"
    "    // TODO(lesson01.1): which elements?\n  }\n};\n";

/// A kernel with a body and a comment.
std::string with_body(const std::string& body) {
  std::string text = kUntouched;
  return text.replace(text.find("    // TODO"), text.find("  }\n") - text.find("    // TODO"),
                      body);
}

const std::string kOwnWay = with_body(
    "    // every program walks over its own rows from the last to the first\n"
    "    for (int row = n - 1; row >= 0; row -= tl.num_programs(0)) {\n"
    "      auto lanes = row * 128 + tl.arange(size<128>);\n"
    "      auto value = tl.load(x + lanes, lanes < n * 128, 7.0f);\n"
    "      total = total * 0.5f + tl.max(value) - tl.min(value);\n    }\n");

TEST(Likeness, SeesThroughNamesAndSpaces) {
  std::string renamed = kOwnWay;
  for (const auto& [from, to] : {std::pair("lanes", "offs"), {"row", "r"}, {"total", "acc"}}) {
    for (std::size_t at = renamed.find(from); at != std::string::npos; at = renamed.find(from)) {
      renamed.replace(at, std::string(from).size(), to);
    }
  }
  for (std::size_t at = renamed.find("    "); at != std::string::npos; at = renamed.find("    ")) {
    renamed.replace(at, 4, "\t");
  }
  const std::string other = with_body(
      "    auto at = tl.program_id(0) * 64 + tl.arange(size<64>);\n"
      "    if (n > 3) {\n      tl.store(y + at, tl.exp(tl.load(x + at)) / 3.0f, at < n);\n    }\n");
  const auto file = [](const std::string& text) {
    return marked_file{file_hash_of(text, kUntouched), marks_of(text, kUntouched)};
  };
  EXPECT_THAT(marks_of(kUntouched, kUntouched), IsEmpty());
  EXPECT_EQ(file_hash_of("  " + kUntouched, kUntouched), "");
  const auto found = find_likenesses({file(kOwnWay), file(other), file(renamed)}, 3);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].first, 0U);
  EXPECT_EQ(found[0].second, 2U);
  EXPECT_FALSE(found[0].identical);
  EXPECT_GE(found[0].shared, 10U);
  EXPECT_TRUE(find_likenesses({file(kOwnWay), file(kOwnWay)}, 2).at(0).identical);
}

TEST(Likeness, ReadsOnAfterADigitSeparator) {
  EXPECT_THAT(marks_of("int n = 1'000; for (int i = 0; i < n; ++i) { x[i] = 0; }", ""),
              Not(IsEmpty()));
}

TEST(Likeness, TakesWhatManyWroteForTheAnswer) {
  const marked_file same{file_hash_of(kOwnWay, kUntouched), marks_of(kOwnWay, kUntouched)};
  EXPECT_THAT(find_likenesses(std::vector<marked_file>(20, same), 40), IsEmpty());
  EXPECT_THAT(find_likenesses(std::vector<marked_file>(3, same), 40), SizeIs(3));
}

TEST(Likeness, IsOfNearlyAllMarks) {
  EXPECT_THAT(nearly_all_shared({1, 2, 3, 4, 5}, {1, 2, 3, 4, 6}), ElementsAre(1U, 2U, 3U, 4U));
  EXPECT_THAT(nearly_all_shared({1, 2, 3, 4, 5}, {1, 2, 3, 6, 7}), IsEmpty());
  EXPECT_THAT(nearly_all_shared({1, 2}, {1, 2, 3}), IsEmpty());
}

TEST(Likeness, IsStoredAsDigits) {
  const auto marks = marks_of(kOwnWay, kUntouched);
  EXPECT_EQ(parse_marks(to_text(marks)), marks);
  EXPECT_THAT(parse_marks("0000001f00000002x"), ElementsAre(2U, 31U));
  EXPECT_THAT(parse_marks(hostile_text().substr(0, 16)), SizeIs(2)) << "whatever they are";
}

/// A submission of the sample lessons without anything wrong.
report sound(const std::string& name) {
  report one = make_sample_report();
  one.who.id = name;
  one.who.source = name;
  one.who.name = name;
  one.who.time_source.clear();
  one.notes.clear();
  one.ignored.clear();
  one.late.reset();
  for (lesson_result& lesson : one.lessons) {
    for (check_result& check : lesson.checks) {
      check.state = task_state::built;
      check.error.reset();
      check.file_hash = check.marks = "";
      for (test_result& test : check.tests) {
        test.status = test_status::passed;
        test.findings.clear();
      }
    }
  }
  return one;
}

/// A student's own code for the first task, or the one that is written in kOwnWay.
report handed_in(int student, bool in_own_way) {
  report one = sound(fmt::format("student {}", student));
  const std::string text = in_own_way
                               ? kOwnWay
                               : with_body(fmt::format("    tl.store(x + {}, tl.load(x - {}));\n",
                                                       student, student * student));
  one.lessons[0].checks[0].file_hash = file_hash_of(text, kUntouched);
  one.lessons[0].checks[0].marks = to_text(marks_of(text, kUntouched));
  return one;
}

class Triage : public testing::Test {
 protected:
  void add(report one) { class_.add(one, one.who.id + ".html"); }

  /// Its concerns, "crashed: lesson01.1".
  std::vector<std::string> concerns(const std::string& name) {
    std::vector<std::string> result;
    for (const triage_entry& entry : make_triage(class_).entries) {
      for (const noted_concern& one : entry.concerns) {
        if (entry.who->name == name) {
          result.push_back(fmt::format("{}: {}", to_text(one.what), one.where));
        }
      }
    }
    return result;
  }

  class_summary class_;
};

TEST_F(Triage, NamesEveryConcern) {
  add(sound("quiet"));
  report one = sound("all");
  one.lessons[0].checks[0].tests[0].status = test_status::crashed;
  one.lessons[0].checks[1].tests[0].status = test_status::hung;
  one.lessons[1].checks[0].state = task_state::compile_failed;
  one.ignored = {"VectorAdd.cpp"};
  one.late = lateness{2, 0, 20, -1, "late"};
  add(one);
  report timeless = sound("timeless");
  timeless.who.submitted.clear();
  timeless.lessons[1].handed_in.clear();
  add(timeless);
  report canvas = timeless;
  canvas.who.name = canvas.who.id = "canvas";
  canvas.who.marked_late = true;
  add(canvas);
  report absent = timeless;
  absent.who.name = absent.who.id = "absent";
  for (lesson_result& lesson : absent.lessons) {
    for (check_result& check : lesson.checks) {
      check.state = task_state::file_missing;
    }
  }
  add(absent);
  report fault = sound("fault");
  fault.gradable = false;
  fault.reason = "The disk is full.";
  add(fault);
  EXPECT_THAT(concerns("quiet"), IsEmpty());
  EXPECT_THAT(concerns("all"),
              ElementsAre("crashed: lesson01.1", "hung: lesson01.2", "did not compile: lesson02.1",
                          "ignored files: VectorAdd.cpp", "late: 2 days"));
  EXPECT_THAT(concerns("timeless"), ElementsAre("time unknown: "));
  EXPECT_THAT(concerns("canvas"), ElementsAre("late: as the export says"));
  EXPECT_THAT(concerns("absent"), testing::Contains("nothing handed in: "));
  EXPECT_THAT(concerns("fault"), ElementsAre("not graded: The disk is full."));
  const triage found = make_triage(class_);
  EXPECT_EQ(found.entries.at(0).who->name, "fault") << "the most urgent first";
  EXPECT_THAT(
      describe(found, class_),
      testing::AllOf(HasSubstr("6 submissions: "), HasSubstr("1 crashed, 1 hung"),
                     HasSubstr("2 late"), HasSubstr("1 of unknown time, 1 without a submission")));
}

TEST_F(Triage, SaysNothingOfTimesWhereNoneAreKnown) {
  report one = sound("a");
  one.who.submitted.clear();
  one.lessons[1].handed_in.clear();
  add(one);
  EXPECT_THAT(make_triage(class_).entries, IsEmpty());
}

TEST_F(Triage, PairsWhoAreNearlyIdentical) {
  for (int i = 0; i < 9; ++i) {
    add(handed_in(i, i == 2 || i == 5));
  }
  const triage found = make_triage(class_);
  ASSERT_THAT(found.alike, SizeIs(1));
  EXPECT_EQ(found.alike[0].first->name, "student 2");
  EXPECT_EQ(found.alike[0].second->name, "student 5");
  EXPECT_TRUE(found.alike[0].identical);
  EXPECT_THAT(found.alike[0].tasks, ElementsAre("lesson01.1"));
  EXPECT_THAT(concerns("student 5"), ElementsAre("nearly identical: student 2"));
}

TEST_F(Triage, NamesTheSolutionUnlessMostWriteIt) {
  for (int i = 0; i < 9; ++i) {
    report one = handed_in(i, i == 2);
    check_result& check = one.lessons[0].checks[0];
    check.marks_of_solution = i == 2 ? check.marks : "";
    add(one);
  }
  EXPECT_THAT(concerns("student 2"), ElementsAre("nearly identical: the solution of lesson01.1"));
  EXPECT_THAT(concerns("student 3"), IsEmpty());
  class_ = {};
  for (int i = 0; i < 9; ++i) {
    report one = handed_in(i, true);
    one.lessons[0].checks[0].marks_of_solution = one.lessons[0].checks[0].marks;
    add(one);
  }
  EXPECT_THAT(make_triage(class_).entries, IsEmpty());
}

TEST_F(Triage, DoesNotPairTwoWhoHandedInTogether) {
  for (int i = 0; i < 2; ++i) {
    report one = handed_in(i, true);
    one.who.source = "submission_7";
    add(one);
  }
  EXPECT_THAT(make_triage(class_).alike, IsEmpty());
}

TEST_F(Triage, NamesUnusualCode) {
  report one = sound("anna");
  one.lessons[0].checks[0].unusual = {"memcpy in line 17", "void* in line 18"};
  add(one);
  add(sound("berta"));
  EXPECT_THAT(concerns("anna"),
              ElementsAre("unusual code: lesson01.1: memcpy in line 17, void* in line 18"));
  EXPECT_THAT(describe(make_triage(class_), class_), HasSubstr("1 with unusual code"));
}

TEST_F(Triage, CountsFindingsOnceForEachSubmission) {
  const auto with = [&](const std::string& name, std::vector<std::string> kinds) {
    report one = sound(name);
    for (const std::string& kind : kinds) {
      finding found;
      found.kind = kind;
      one.lessons[0].checks[1].tests[0].findings.push_back(found);
    }
    add(one);
  };
  with("a", {"write-race", "write-race", "out-of-bounds"});
  with("b", {"out-of-bounds"});
  with("c", {});
  const triage found = make_triage(class_);
  ASSERT_THAT(found.findings, SizeIs(2));
  EXPECT_EQ(found.findings[0].what.kind, "out-of-bounds");
  EXPECT_THAT(found.findings[0].who, SizeIs(2));
  EXPECT_THAT(found.findings[1].who, SizeIs(1));
  EXPECT_THAT(describe(found, class_),
              HasSubstr("2 with out-of-bounds in lesson01, the most common finding"));
}

}  // namespace
}  // namespace kw::grader
