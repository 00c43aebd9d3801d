#include "kernelwright/testing/lesson_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/checker/source/source.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/one_change.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

std::string running_test() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "" : std::string(test->test_suite_name()) + "." + test->name();
}

// What has been told so far: in a lesson's program by all tests, since they test the same few
// kernels; elsewhere by the running test.
struct told_so_far {
  struct {
    std::string name;
    std::set<std::string> findings;
    std::set<int> lines;                        // of them
    bool stopped = false;                       // do they explain wrong values?
  } test;                                       // that is running
  std::map<std::string, std::string> findings;  // and the test that told each
  mismatch_state mismatch = mismatch_state::none;
  std::set<std::string> refuted;  // mistakes, by their sentences
  bool repaired = false;          // is a change told with which the tests pass?
};

told_so_far& told() {
  static told_so_far instance;
  if (instance.test.name != running_test()) {
    if (std::string(current_lesson.number) == "library") {
      instance = {};
    }
    instance.test = {running_test(), {}, {}};
  }
  return instance;
}

void write_json(const std::string& lines) {
  const char* path = std::getenv("KW_FINDINGS_FILE");
  if (path == nullptr || *path == '\0' || lines.empty()) {
    return;
  }
  // Writes once, in append mode, so test programs that run at the same time do not mix their lines.
  std::FILE* file = std::fopen(path, "a");
  const bool written = file != nullptr && std::fputs(lines.c_str(), file) >= 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed) {
    ADD_FAILURE() << "cannot write findings to " << path << " (KW_FINDINGS_FILE)";
  }
}

// Without advice, once a change is told that was tried.
void write_findings(std::vector<finding> findings, const std::optional<clue>& change) {
  told().repaired = told().repaired || change;
  std::string lines;
  for (finding& f : findings) {
    f.advice = told().repaired ? "" : f.advice;
    lines += to_json(f, running_test()) + "\n";
  }
  if (change) {
    finding f;
    static_cast<clue&>(f) = *change;
    f.facts += "\n" + std::exchange(f.code, "");
    lines += to_json(f, running_test()) + "\n";
  }
  write_json(lines);
}

// The change that repairs the exercise, which is looked for once in a run. A finding says what to
// do, so the search is short. A mistake whose values agree says what is computed, but not in which
// line, and wrong values that nothing explains are worth most time.
std::optional<clue> change_that_repairs() {
  constexpr double kSeconds = 6, kAfterMistake = 5, kAfterFindings = 4;
  const std::set<int>& lines = told().test.lines;
  const double seconds = !lines.empty()                                 ? kAfterFindings
                         : told().mismatch == mismatch_state::explained ? kAfterMistake
                                                                        : kSeconds;
  return one_change(running_test(), lines, seconds);
}

}  // namespace

void fail_at(source_place place, const std::string& text) {
  if (quiet()) {
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
  if (quiet()) {
    return static_cast<int>(findings.size());
  }
  std::vector<clue> clues;
  std::vector<finding> fresh;
  for (const finding& f : findings) {
    const std::string key = f.kind + " " + f.file + ":" + std::to_string(f.line) + " " + f.buffer;
    if (!told().test.findings.insert(key).second) {
      continue;
    }
    told().test.lines.insert(f.line);
    told().test.stopped = told().test.stopped || f.kind != "never-read";
    if (f.kind == "endless-loop") {
      note_endless_loop();
    }
    const auto [known, is_new] = told().findings.insert({key, running_test()});
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
    fail_with({file.c_str(), clues.front().line}, clues, fresh);
  }
  return static_cast<int>(findings.size());
}

void print_waiting_findings(const std::string& test) {
  std::string lines;
  for (const finding& f : take_findings()) {
    std::printf("%s\n", to_text(f).c_str());
    lines += to_json(f, test) + "\n";
  }
  write_json(lines);
}

bool& quiet() {
  static bool is = false;
  return is;
}

bool& experiments() {
  static bool allowed = false;
  return allowed;
}

bool mismatch_follows() {
  return told().test.stopped;
}

mismatch_state& mismatch_told() {
  return told().mismatch;
}

bool mismatch_is_explained() {
  return mismatch_follows() || mismatch_told() == mismatch_state::explained;
}

std::set<std::string>& refuted_mistakes() {
  return told().refuted;
}

}  // namespace kw::testing
