#include "kernelwright/testing/lesson_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

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

// What the running test has shown so far.
struct told_in_test {
  std::string test;
  std::set<std::string> findings;
  bool mismatch = false;
};

told_in_test& told() {
  static told_in_test instance;
  if (instance.test != running_test()) {
    instance = {running_test(), {}, false};
  }
  return instance;
}

void write_json(const std::string& lines) {
  const char* path = std::getenv("KW_FINDINGS_FILE");
  if (path == nullptr || *path == '\0' || lines.empty()) {
    return;
  }
  // One write in append mode, so that test programs running at once do not mix their lines.
  std::FILE* file = std::fopen(path, "a");
  const bool written = file != nullptr && std::fputs(lines.c_str(), file) >= 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed) {
    ADD_FAILURE() << "cannot write findings to " << path << " (KW_FINDINGS_FILE)";
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
}

void lesson_test::TearDown() {
  report_findings();
  collect_findings(false);
  if (HasFailure()) {
    std::printf("%s", next_step(current_lesson).c_str());
  }
}

std::string next_step(const lesson_info& info) {
  if (std::string(info.tree) != "exercise") {
    return "";
  }
  return std::string("Next: ./course hint lesson") + info.number +
         " says more, step by step; the findings and values above say where.\n";
}

// A test that goes on to other sizes meets the same mistake again: it is told once.
int report_findings() {
  const auto findings = take_findings();
  std::string lines;
  for (const finding& f : findings) {
    const std::string key = f.kind + " " + f.file + ":" + std::to_string(f.line) + " " + f.buffer;
    if (told().findings.insert(key).second) {
      lines += to_json(f, running_test()) + "\n";
      fail_at({f.file.c_str(), f.line}, to_text(f));
    }
  }
  write_json(lines);
  return static_cast<int>(findings.size());
}

bool mismatch_shown() {
  return std::exchange(told().mismatch, true);
}

}  // namespace kw::testing
