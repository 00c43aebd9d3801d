#include "kernelwright/testing/lesson_test.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/exception_text.hpp"
#include "common/base/mechanism.hpp"
#include "common/base/wrap.hpp"
#include "common/checker/source/source.hpp"
#include "common/testing/asking.hpp"
#include "common/testing/code_place.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/results.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

// Without advice, once a change is told that was tried.
void write_findings(std::vector<finding> findings, const std::optional<clue>& change) {
  this_run().repaired = this_run().repaired || change;
  for (finding& f : findings) {
    f.advice = this_run().repaired ? "" : f.advice;
    write_result(to_json(f, running_test()));
  }
  if (change) {
    finding f;
    static_cast<clue&>(f) = *change;
    f.facts += "\n" + std::exchange(f.code, "");
    write_result(to_json(f, running_test()));
  }
}

// The change that repairs the exercise, which is looked for once in a run. A finding says what to
// do, so the search is short. A mistake whose values agree says what is computed, but not in which
// line, and wrong values that nothing explains are worth most time.
std::optional<clue> change_that_repairs() {
  constexpr double kSeconds = 6, kAfterMistake = 5, kAfterFindings = 4;
  const std::set<int>& lines = this_run().test.lines;
  const double seconds = !lines.empty()                                     ? kAfterFindings
                         : this_run().mismatch == mismatch_state::explained ? kAfterMistake
                                                                            : kSeconds;
  return one_change(running_test(), lines, seconds);
}

// ---- the text

// What happened comes first, then why, then what to try.
constexpr std::string_view kOrder[] = {"finding",    "values",        "pattern",
                                       "writer",     "smallest case", "wrong kernels",
                                       "dependence", "origin",        "change"};

std::ptrdiff_t rank(const clue& c) {
  return std::find(std::begin(kOrder), std::end(kOrder), c.source) - std::begin(kOrder);
}

bool names_the_cause(const clue& c) {
  return c.line > 0 && c.source == "origin";
}

std::string in_lines(const std::string& text) {
  constexpr std::size_t kWidth = 98;  // as `grade` shows it, two columns further in
  std::string lines;
  for (const std::string& line : base::wrapped(text, kWidth)) {
    lines += line + "\n";
  }
  return lines;
}

// The first line of a finding stays whole, because editors read the place from it, and the lines of
// values are those of a table.
std::string text_of(const clue& c) {
  std::string text = c.kind.empty() ? "" : "[" + c.kind + "] ";
  text += c.kind.empty() && c.source != "values" ? in_lines(c.facts) : c.facts + "\n";
  text += c.code.empty() ? "" : c.code + "\n";
  const std::string advice = c.advice.empty() ? "" : in_lines("  " + c.advice);
  return base::said_by(c.source.c_str(), text) +
         (c.tried ? advice : base::said_by("advice", advice));
}

std::string text_of(const std::vector<clue>& clues) {
  std::string text;
  for (const clue& c : clues) {
    text += text_of(c);
  }
  text.pop_back();
  return text;
}

bool too_long(const std::vector<clue>& clues) {
  const std::string text = text_of(clues);
  return std::count(text.begin(), text.end(), '\n') >= kMostLines;
}

// ---- what a test program prints

// What an exception says that no test expects, and the learner's line from which it came, if any.
std::string words_about(std::string_view exception, const code_place& place) {
  std::string what(exception);
  if (place.file.empty()) {
    return what;
  }
  const std::string here = place.file + ":" + std::to_string(place.line) + ": ";
  if (const auto at = what.find(here); at != std::string::npos) {
    what.erase(0, at + here.size());
  }
  return "This line ends in an exception, and nothing catches it: " + what + "\n    " + place.text;
}

}  // namespace

std::string full_name(const ::testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

told_part what_is_told(const ::testing::TestPartResult& part) {
  told_part told{"a test", part.message()};
  for (const std::string heading : {"Failed\n", "Skipped\n"}) {
    if (told.text.starts_with(heading)) {
      told.text.erase(0, heading.size());
      told.names_place = true;
    }
  }
  while (told.text.ends_with('\n')) {  // newer versions of GoogleTest end in one
    told.text.pop_back();
  }
  if (part.file_name() != nullptr) {
    told.place = runtime::short_path(part.file_name()) + ":" + std::to_string(part.line_number());
    return told;
  }
  const code_place thrown = place_of(calls_of_latest_throw());
  told.names_place = thrown.file.empty();  // then it has none
  told.place = thrown.file.empty() ? told.place : thrown.file + ":" + std::to_string(thrown.line);
  const std::string exception(base::text_of_exception(told.text));
  told.text = exception == told.text ? exception : words_about(exception, thrown);
  return told;
}

std::string running_test() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "" : full_name(*test);
}

test_run& this_run() {
  static test_run instance;
  if (instance.test.name != running_test()) {
    if (std::string(current_lesson.number) == "library") {
      instance = {};
    }
    instance.test = {running_test(), {}, {}};
  }
  return instance;
}

std::string verdict(std::vector<clue> clues) {
  std::erase_if(clues, [](const clue& c) { return c.facts.empty() || base::is_off(c.source); });
  for (clue& c : clues) {
    c.advice = c.tried || !base::is_off("advice") ? c.advice : "";
  }
  if (std::any_of(clues.begin(), clues.end(), names_the_cause)) {
    std::erase_if(clues, [](const clue& c) { return c.source == "writer"; });
  }
  std::stable_sort(clues.begin(), clues.end(),
                   [](const clue& a, const clue& b) { return rank(a) < rank(b); });
  if (std::any_of(clues.begin(), clues.end(), [](const clue& c) { return c.tried; })) {
    for (clue& c : clues) {
      c.advice = c.tried ? c.advice : "";
    }
  }
  // The causes come first, so the last of what only supports them is missed least.
  for (auto c = clues.rbegin(); c != clues.rend() && too_long(clues); ++c) {
    c->code = c->tried ? c->code : "";
  }
  while (clues.size() > 1 && too_long(clues)) {
    const auto last =
        std::find_if(clues.rbegin(), clues.rend(), [](const clue& c) { return !c.tried; });
    clues.erase(std::next(last).base());
  }
  return clues.empty() ? "" : text_of(clues);
}

void fail_at(source_place place, const std::string& text) {
  if (quiet) {
    return;
  }
  const std::string file = place.file == nullptr ? "" : runtime::short_path(place.file);
  ADD_FAILURE_AT(file.c_str(), place.line) << text;
}

void fail_with(source_place place, std::vector<clue> clues, const std::vector<finding>& findings) {
  const auto change = change_that_repairs();
  write_findings(findings, change);
  if (change) {
    place = place.line > 0 ? place : source_place{change->file.c_str(), change->line};
    clues.push_back(*change);
  }
  if (!clues.empty()) {
    fail_at(place, verdict(std::move(clues)));
  }
}

void lesson_test::SetUp() {
  device_ = default_device();
  std::string why;
  if (!available(device_, &why)) {
    GTEST_SKIP() << "needs a GPU: " << why;
  }
  collect_findings(true);
  (void)take_findings();  // leftovers of another test
  prepare();
}

void lesson_test::TearDown() {
  report_findings();
  collect_findings(false);
  if (HasFailure()) {
    fail_with({}, {});  // where GoogleTest's own checks failed, with the change alone
  }
}

std::string next_step(const lesson_info& info) {
  if (std::string(info.tree) != "exercise") {
    return "";
  }
  return std::string("Next: ./course hint lesson") + info.number +
         " says more, step by step; the findings and values above say where.\n";
}

// Tests that go on to other sizes meet the same mistake again: it is told once.
int report_findings() {
  const auto findings = take_findings();
  if (quiet) {
    return static_cast<int>(findings.size());
  }
  std::vector<clue> clues;
  std::vector<finding> fresh;
  for (const finding& f : findings) {
    const std::string key = f.kind + " " + f.file + ":" + std::to_string(f.line) + " " + f.buffer;
    if (!this_run().test.findings.insert(key).second) {
      continue;
    }
    this_run().test.lines.insert(f.line);
    this_run().test.stopped = this_run().test.stopped || f.kind != "never-read";
    if (f.kind == "endless-loop") {
      note_endless_loop();
    }
    const auto [known, is_new] = this_run().findings.insert({key, running_test()});
    if (is_new) {
      clues.push_back(f);
    } else {
      fail_at({f.file.c_str(), f.line}, "[" + f.kind + "] again, in line " +
                                            std::to_string(f.line) + ": see " + known->second +
                                            ".");
    }
    fresh.push_back(f);
  }
  if (clues.empty()) {
    write_findings(fresh, std::nullopt);
  } else {
    const std::string file = clues.front().file;
    clues.push_back(smallest_case());
    fail_with({file.c_str(), clues.front().line}, clues, fresh);
  }
  return static_cast<int>(findings.size());
}

void print_waiting_findings(const std::string& test) {
  for (const finding& f : take_findings()) {
    std::printf("%s\n", to_text(f).c_str());
    write_result(to_json(f, test));
  }
}

bool mismatch_is_explained() {
  return this_run().test.stopped || this_run().mismatch == mismatch_state::explained;
}

}  // namespace kw::testing
