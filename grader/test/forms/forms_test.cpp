#include "grader/forms/forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "common/base/base64.hpp"
#include "common/base/plain_text.hpp"
#include "grader/pages/pages.hpp"
#include "grader/score/breakdown.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

const std::set<std::string> kFormats = {"text", "html", "simple_format", "md", "ansi"};
const std::set<std::string> kVisibilities = {"hidden", "after_due_date", "after_published",
                                             "visible"};

/// Whether a text is free of anything that a terminal, browser or parser could take for a command.
void expect_plain(const std::string& text) {
  EXPECT_EQ(text.find('\x1B'), std::string::npos) << text;
  EXPECT_EQ(text.find('\x01'), std::string::npos) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos) << text;
  EXPECT_EQ(text.find('\xFF'), std::string::npos) << text;
}

/// Whether an object has exactly these keys: readers ignore a misspelt one.
void expect_keys(const json& object, const std::set<std::string>& required,
                 const std::set<std::string>& optional = {}) {
  ASSERT_TRUE(object.is_object());
  for (const std::string& key : required) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  for (const auto& [key, value] : object.items()) {
    EXPECT_TRUE(required.count(key) + optional.count(key) == 1) << key << " is no key of this form";
  }
}

report ungradable() {
  report result = make_sample_report(hostile_text());
  result.gradable = false;
  result.reason = "The disk is full: " + hostile_text();
  result.lessons.clear();
  result.adjustments.clear();
  result.late.reset();
  settle(result);
  return result;
}

/// A result whose tests failed with more text than any form may hold.
report enormous() {
  report result = make_sample_report();
  check_result& check = result.lessons[0].checks[1];
  const test_result failed = check.tests[1];
  check.tests.clear();
  for (int i = 0; i < 400; ++i) {
    check.tests.push_back(failed);
    check.tests.back().message = std::string(100000, 'x');
    check.tests.back().findings.clear();
  }
  for (int i = 0; i < 300; ++i) {
    result.lessons.push_back(result.lessons[1]);
    result.lessons.back().checks[0].error->message = std::string(100000, 'y');
  }
  return result;
}

TEST(Gradescope, FollowsItsSpecification) {
  for (const std::string& text : {std::string("text"), hostile_text()}) {
    const report whole = make_sample_report(text);
    const std::string form = to_gradescope(whole);
    const json root = json::parse(form);
    expect_keys(root,
                {"score", "execution_time", "output", "output_format", "test_output_format",
                 "test_name_format", "visibility", "stdout_visibility", "tests"},
                {"extra_data", "leaderboard"});
    EXPECT_EQ(root["score"], whole.points);
    EXPECT_TRUE(root["execution_time"].is_number());
    expect_plain(root["output"]);
    EXPECT_TRUE(kVisibilities.count(root["visibility"]));
    EXPECT_TRUE(kVisibilities.count(root["stdout_visibility"]));
    for (const char* key : {"output_format", "test_output_format", "test_name_format"}) {
      EXPECT_TRUE(kFormats.count(root[key])) << key;
    }
    double sum = 0;
    for (const json& test : root["tests"]) {
      expect_keys(test, {"name", "score", "max_score", "status", "output", "visibility"},
                  {"name_format", "number", "output_format", "tags", "extra_data"});
      EXPECT_TRUE(test["name"].is_string());
      EXPECT_THAT(std::string(test["status"]), AnyOf("passed", "failed"));
      EXPECT_TRUE(test["score"].is_number() && test["max_score"].is_number());
      EXPECT_TRUE(!test.contains("number") || test["number"].is_string());
      EXPECT_TRUE(kVisibilities.count(test["visibility"]));
      EXPECT_TRUE(kFormats.count(test["output_format"]));
      EXPECT_TRUE(!test.contains("tags") || test["tags"].is_array());
      expect_plain(test["output"]);
      expect_plain(test["name"]);
      EXPECT_EQ(std::string(test["name"]).find('\n'), std::string::npos);
      sum += test["score"].get<double>();
    }
    EXPECT_NEAR(sum, whole.points, 0.006) << "what the tests show is what the total says";
    EXPECT_EQ(root["tests"].size(), 9U);  // 7 checks, an adjustment, lateness
    EXPECT_EQ(root["tests"][2]["visibility"], "hidden");
    EXPECT_EQ(root["tests"][3]["max_score"], 0) << "bonus";
    expect_keys(root["leaderboard"][0], {"name", "value"}, {"order"});
    EXPECT_EQ(root["leaderboard"][0]["order"], "asc");
    EXPECT_TRUE(root["leaderboard"][0]["value"].is_number());
  }
}

TEST(Gradescope, LeavesOutAScoreThatThereIsNot) {
  report whole = make_sample_report();
  whole.lessons[0].checks[4].speed->state = speed_state::noisy;
  settle_lesson(whole.lessons[0]);
  settle(whole);
  const json root = json::parse(to_gradescope(whole));
  EXPECT_FALSE(root["tests"][4].contains("score"));
  EXPECT_EQ(root["leaderboard"].size(), 0U);
  const json fault = json::parse(to_gradescope(ungradable()));
  EXPECT_FALSE(fault.contains("score")) << "never a zero";
  EXPECT_FALSE(fault.contains("tests"));
  EXPECT_THAT(std::string(fault["output"]), HasSubstr("The disk is full"));
  expect_plain(fault["output"]);
}

TEST(Classroom, FollowsItsSpecification) {
  for (const report& whole : {make_sample_report(hostile_text()), ungradable()}) {
    const json root = json::parse(to_classroom(whole));
    expect_keys(root, {"version", "status", "max_score", "tests"});
    double sum = 0;
    EXPECT_EQ(root["version"], 1);
    EXPECT_THAT(std::string(root["status"]), AnyOf("pass", "fail", "error"));
    EXPECT_TRUE(root["max_score"].is_number());
    EXPECT_FALSE(root["tests"].empty());
    for (const json& test : root["tests"]) {
      for (const char* key :
           {"name", "status", "message", "test_code", "filename", "execution_time"}) {
        ASSERT_TRUE(test[key].is_string()) << key;
        expect_plain(test[key]);
      }
      EXPECT_THAT(std::string(test["status"]), AnyOf("pass", "fail", "error"));
      EXPECT_EQ(std::string(test["execution_time"]).back(), 's');
      EXPECT_TRUE(test["line_no"].is_number_integer());
      EXPECT_TRUE(test["score"].is_number() && test["max_score"].is_number());
      expect_keys(test, {"name", "status", "message", "test_code", "filename", "line_no",
                         "execution_time", "score", "max_score"});
      sum += test["score"].get<double>();
    }
    EXPECT_NEAR(sum, whole.points, 0.006) << "the reporter adds them up";
    EXPECT_EQ(to_classroom_base64(whole),
              base::to_base64(nlohmann::ordered_json::parse(to_classroom(whole)).dump()));
  }
  EXPECT_EQ(json::parse(to_classroom(ungradable()))["status"], "error");
  EXPECT_EQ(json::parse(to_classroom(make_sample_report()))["status"], "error") << "no compile";
}

TEST(PrairieLearn, FollowsItsSpecification) {
  for (const report& whole : {make_sample_report(hostile_text()), enormous()}) {
    const std::string form = to_prairielearn(whole);
    EXPECT_LE(form.size(), std::size_t{1} << 20) << "1 MB at the most";
    const json root = json::parse(form);
    expect_keys(root, {"gradable", "score", "tests"}, {"message", "output", "images"});
    EXPECT_EQ(root["gradable"], true);
    EXPECT_GE(root["score"], 0);
    EXPECT_LE(root["score"], 1);
    for (const json& test : root["tests"]) {
      expect_keys(test, {"name", "points", "max_points"},
                  {"description", "message", "output", "images"});
      EXPECT_TRUE(test["points"].is_number()) << "points of all, or they are hidden for all";
      EXPECT_TRUE(test["max_points"].is_number());
      for (const char* key : {"name", "description", "message", "output"}) {
        expect_plain(test[key]);
      }
    }
  }
  const json fault = json::parse(to_prairielearn(ungradable()));
  expect_keys(fault, {"gradable", "format_errors"}, {"message"});
  expect_plain(fault["format_errors"][0]);
  EXPECT_EQ(fault["gradable"], false);
  EXPECT_FALSE(fault.contains("score"));
  EXPECT_THAT(std::string(fault["format_errors"][0]), HasSubstr("The disk is full"));
}

int count_children(pugi::xml_node suite, const char* name) {
  int count = 0;
  for (const pugi::xml_node test : suite.children("testcase")) {
    count += test.child(name) ? 1 : 0;
  }
  return count;
}

void expect_sound_suite(pugi::xml_node suite, std::set<std::string>& names) {
  int cases = 0;
  for (const pugi::xml_node test : suite.children("testcase")) {
    ++cases;
    EXPECT_STRNE(test.attribute("name").value(), "");
    EXPECT_STRNE(test.attribute("classname").value(), "");
    EXPECT_GE(test.attribute("time").as_double(-1), 0);
    const std::string name =
        std::string(test.attribute("classname").value()) + "#" + test.attribute("name").value();
    EXPECT_TRUE(names.insert(name).second) << name << ": GitLab drops a second one";
    EXPECT_EQ(name.find('\n'), std::string::npos);
  }
  EXPECT_EQ(suite.attribute("tests").as_int(-1), cases);
  EXPECT_EQ(suite.attribute("failures").as_int(-1), count_children(suite, "failure"));
  EXPECT_EQ(suite.attribute("errors").as_int(-1), count_children(suite, "error"));
  EXPECT_EQ(suite.attribute("skipped").as_int(-1), count_children(suite, "skipped"));
  EXPECT_EQ(std::string(suite.attribute("timestamp").value()), "2026-01-31T12:00:00");
}

TEST(JUnit, FollowsItsSpecification) {
  for (const junit_flavour flavour : {junit_flavour::gitlab, junit_flavour::jenkins}) {
    for (report whole : {make_sample_report(hostile_text()), ungradable()}) {
      if (whole.gradable) {
        whole.lessons[0].checks[1].tests.push_back(whole.lessons[0].checks[1].tests[1]);
      }
      const std::string form = to_junit(whole, flavour);
      expect_plain(form);
      pugi::xml_document document;
      ASSERT_TRUE(document.load_string(form.c_str()));
      const pugi::xml_node root = document.child("testsuites");
      std::set<std::string> names;
      std::map<std::string, int> sums;
      for (const pugi::xml_node suite : root.children("testsuite")) {
        expect_sound_suite(suite, names);
        for (const char* count : {"tests", "failures", "errors"}) {
          sums[count] += suite.attribute(count).as_int();
        }
      }
      EXPECT_GT(sums["tests"], 0);
      EXPECT_GT(sums["failures"] + sums["errors"], 0);
      for (const auto& [count, sum] : sums) {
        EXPECT_EQ(root.attribute(count.c_str()).as_int(-1), sum) << count;
      }
    }
  }
}

TEST(JUnit, KnowsItsReaders) {
  const report whole = make_sample_report("[[ATTACHMENT|/etc/passwd]]");
  EXPECT_THAT(to_junit(whole, junit_flavour::gitlab), HasSubstr(" file=\""));
  EXPECT_THAT(to_junit(whole, junit_flavour::gitlab), Not(HasSubstr("[[ATTACHMENT")));
  EXPECT_THAT(to_junit(whole, junit_flavour::jenkins), Not(HasSubstr(" file=\"")));
  EXPECT_THAT(to_junit(whole, junit_flavour::jenkins),
              HasSubstr("classname=\"kernelwright.lesson01.main\""));
  EXPECT_LT(to_junit(enormous(), junit_flavour::gitlab).size(), 30000000U);
  const std::string fault = to_junit(ungradable(), junit_flavour::gitlab);
  EXPECT_THAT(fault, HasSubstr("<error message=\"This could not be graded\" type=\"machine\""));
}

TEST(JUnit, NamesTheFileOfEachTask) {
  report whole = make_sample_report();
  whole.lessons[0].checks[0].kernel_file = "exercises/01_first/1_warm.cpp";
  whole.lessons[0].checks[1].kernel_file = "exercises/01_first/2_main.cpp";
  const std::string form = to_junit(whole, junit_flavour::gitlab);
  EXPECT_THAT(form,
              HasSubstr("name=\"Warm.A\" time=\"0.250\" file=\"exercises/01_first/1_warm.cpp\""));
  EXPECT_THAT(form,
              HasSubstr("name=\"Main.A\" time=\"0.250\" file=\"exercises/01_first/2_main.cpp\""));
  EXPECT_THAT(form, HasSubstr("type=\"compile-failed\""));
  EXPECT_THAT(form, HasSubstr("type=\"file-missing\""));
}

TEST(Markdown, ShowsTextAsText) {
  const std::string form = to_markdown(make_sample_report(hostile_text() + "\n```\n@all | # x"));
  expect_plain(form);
  bool in_block = false;
  std::istringstream lines(form);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("````", 0) == 0) {
      in_block = !in_block;
    } else if (!in_block) {
      EXPECT_THAT(line, Not(HasSubstr("<script")));
      EXPECT_THAT(line, Not(HasSubstr("@all")));
      EXPECT_THAT(line, Not(HasSubstr("::error::no |")));
    }
  }
  EXPECT_FALSE(in_block);
  EXPECT_THAT(to_markdown(make_sample_report()), HasSubstr("**"));
  EXPECT_THAT(to_markdown(ungradable()), HasSubstr("**Not graded**"));
  EXPECT_THAT(to_markdown(ungradable()), Not(HasSubstr("points")));
}

TEST(Reveal, KeepsBackWhatIsHidden) {
  report whole = make_sample_report();
  whole.lessons[0].checks[2].message = "The test program crashed in the test Secret.A.";
  whole.lessons[0].checks[2].program_output = "Secret.A printed this";
  whole.adjustments.push_back({"lesson01", "secret", 1, "secretly", ""});
  whole.lessons[0].checks[3].definition.needs = {"secret"};
  settle_lesson(whole.lessons[0]);
  settle(whole);
  const report shown = reveal(whole, visibility::visible);
  ASSERT_EQ(shown.lessons[0].checks.size(), 4U);
  EXPECT_EQ(shown.adjustments.size(), 1U);
  EXPECT_THAT(shown.notes.back(), HasSubstr("1 check is not shown yet"));
  EXPECT_EQ(shown.max_points, whole.max_points - 4);
  EXPECT_EQ(shown.lessons[0].checks[2].points, 0) << "no points come back for a hidden need";
  for (const std::string& form :
       {to_html(shown), to_markdown(shown), to_classroom(shown),
        to_junit(shown, junit_flavour::gitlab), break_down(shown, text_style(false, true))}) {
    EXPECT_THAT(form, Not(HasSubstr("Secret.A")));
    EXPECT_THAT(form, Not(HasSubstr("secretly")));
  }
  EXPECT_EQ(reveal(whole, visibility::hidden).lessons[0].checks.size(), 5U);
  EXPECT_EQ(reveal(whole, visibility::after_published).lessons[0].checks.size(), 4U);
}

TEST(Explain, AccountsForEveryPoint) {
  const report whole = make_sample_report();
  const std::string text = break_down(whole, text_style(false, true));
  EXPECT_THAT(text, HasSubstr("6 x 1/2: 1 of 2 tests passed"));
  EXPECT_THAT(text, HasSubstr("not passed: Main.B [out-of-bounds]"));
  EXPECT_THAT(text, HasSubstr("4 x 0.5 credit"));
  EXPECT_THAT(text, HasSubstr("+1.5 by hand for lesson01 main"));
  EXPECT_THAT(text, HasSubstr("late: "));
  EXPECT_THAT(text, HasSubstr(format_points(whole.points) + " of " +
                              format_points(whole.max_points) + " points"));
  expect_plain(break_down(make_sample_report(hostile_text()), text_style(false, true)));
  EXPECT_THAT(break_down(ungradable(), text_style(false, true)), HasSubstr("no score"));
}

}  // namespace
}  // namespace kw::grader
