#include "kernelwright/testing/lesson_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {
namespace {

std::string running_test() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "" : std::string(test->test_suite_name()) + "." + test->name();
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
}

int report_findings() {
  const auto findings = take_findings();
  std::string lines;
  for (const finding& f : findings) {
    lines += to_json(f, running_test()) + "\n";
    fail_at({f.file.c_str(), f.line}, to_text(f));
  }
  write_json(lines);
  return static_cast<int>(findings.size());
}

}  // namespace kw::testing
