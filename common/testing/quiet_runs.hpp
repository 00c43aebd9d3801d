// Experiments with what is tested.
#pragma once
#include <gtest/gtest-spi.h>

#include "common/testing/hang_guard.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::testing {

/// Runs what is tested again and again, without a word about what is wrong with it.
class quiet_runs {
 public:
  quiet_runs() { quiet = true; }
  ~quiet_runs() {
    (void)take_findings();
    quiet = false;
  }
  quiet_runs(const quiet_runs&) = delete;
  quiet_runs& operator=(const quiet_runs&) = delete;

 private:
  const limit_pause pause_;
  ::testing::TestPartResultArray results_;
  ::testing::ScopedFakeTestPartResultReporter reporter_{
      ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results_};
};

}  // namespace kw::testing
