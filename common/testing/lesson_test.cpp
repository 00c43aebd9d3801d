#include "kernelwright/testing/lesson_test.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/mechanism.hpp"
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

// What has been shown so far: in a lesson's program by all tests, since they test the same few
// kernels; elsewhere by the running test.
struct told_so_far {
  std::string test;
  std::map<std::string, std::string> findings;  // and the test that showed each
  mismatch_state mismatch = mismatch_state::none;
  std::set<std::string> refuted;  // mistakes, by their sentences
  std::set<std::string> in_test;  // findings of the running test
  std::set<int> lines;            // where they are
  bool stopped = false;           // has the running test findings that explain wrong values?
  std::optional<finding> change;  // that repairs the exercise
  bool change_told = false;
};

told_so_far& told() {
  static told_so_far instance;
  if (instance.test != running_test()) {
    const bool library = std::string(current_lesson.number) == "library";
    instance.findings = library ? std::map<std::string, std::string>{} : instance.findings;
    instance.mismatch = library ? mismatch_state::none : instance.mismatch;
    instance.refuted = library ? std::set<std::string>{} : instance.refuted;
    instance.in_test.clear();
    instance.lines.clear();
    instance.test = running_test();
    instance.stopped = false;
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

// A finding says what to do, so the search is short. A mistake whose values agree says what is
// computed, but not in which line, and wrong values that nothing explains are worth most time.
void look_for_change() {
  constexpr double kSeconds = 6, kAfterMistake = 5, kAfterFindings = 4;
  const std::set<int>& lines = told().lines;
  const double seconds = !lines.empty()                                 ? kAfterFindings
                         : told().mismatch == mismatch_state::explained ? kAfterMistake
                                                                        : kSeconds;
  if (!told().change) {
    told().change = one_change(running_test(), lines, seconds);  // it looks once in a run
  }
}

struct told_finding {
  finding what;
  std::string earlier;  // the test that has told it already, if any
};

std::string with_sources(finding f) {
  if (f.message.ends_with(f.advice)) {
    f.message.resize(f.message.size() - f.advice.size());
    f.message += base::said_by("advice", f.advice);
  }
  return base::said_by("finding", to_text(f));
}

// The search for a change that repairs the exercise comes before the findings are printed, because
// its result shows which advice leads elsewhere.
void tell(const std::vector<told_finding>& findings) {
  const auto is_new = [](const told_finding& f) { return f.earlier.empty(); };
  if (std::any_of(findings.begin(), findings.end(), is_new)) {
    look_for_change();
  }
  std::string lines;
  for (const auto& [what, earlier] : findings) {
    const auto& change = told().change;
    const finding f = change ? fitting(what, *change) : what;
    fail_at({f.file.c_str(), f.line}, earlier.empty()
                                          ? with_sources(f)
                                          : "[" + f.kind + "] again, in line " +
                                                std::to_string(f.line) + ": see " + earlier + ".");
    lines += to_json(f, running_test()) + "\n";
  }
  write_json(lines);
}

void report_one_change() {
  look_for_change();
  if (told().change && !std::exchange(told().change_told, true)) {
    const finding& found = *told().change;
    fail_at({found.file.c_str(), found.line}, base::said_by("change", to_text(found)));
    write_json(to_json(found, running_test()) + "\n");
  }
}

}  // namespace

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
    report_one_change();
  }
}

std::string next_step(const lesson_info& info) {
  if (std::string(info.tree) != "exercise") {
    return "";
  }
  return std::string("Next: ./course hint lesson") + info.number +
         " says more, step by step; the findings and values above say where.\n";
}

// Tests that go on to other sizes meet the same mistake again: it is reported once.
int report_findings() {
  const auto findings = take_findings();
  std::vector<told_finding> fresh;
  for (const finding& f : findings) {
    const std::string key = f.kind + " " + f.file + ":" + std::to_string(f.line) + " " + f.buffer;
    if (!told().in_test.insert(key).second) {
      continue;
    }
    const auto [known, first] = told().findings.insert({key, running_test()});
    fresh.push_back({f, first ? "" : known->second});
    told().lines.insert(f.line);
    told().stopped = told().stopped || f.kind != "never-read";
    if (f.kind == "endless-loop") {
      note_endless_loop();
    }
  }
  tell(fresh);
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

bool mismatch_follows() {
  return told().stopped;
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
