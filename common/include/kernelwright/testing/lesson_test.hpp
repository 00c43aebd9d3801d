/// \file
/// The fixture of tests that run kernels.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "kernelwright/tensor.hpp"

namespace kw::testing {

/// Runs a test on the device of the program (`--device=cpu|cuda`), or skips it with the reason when
/// that device is missing. The checker's findings make the test fail, and are printed before any
/// comparison of values, since they are the cause of wrong values.
class lesson_test : public ::testing::Test {
 protected:
  void SetUp() final;
  void TearDown() override;

  /// What a fixture makes ready before each test. A skipped test does not call it.
  virtual void prepare() {}

  /// Where the buffers of the test belong, and so where its kernels run.
  kw::device device() const { return device_; }

 private:
  kw::device device_;
};

/// Turns waiting findings into failures of the running test, and writes them as JSON lines to the
/// file that `KW_RESULTS_FILE` names, if it does. \returns how many there were
int report_findings();

/// Is it known what made values wrong? Then further cases say nothing new.
bool mismatch_is_explained();

struct lesson_info;  // lesson_info.hpp
/// What a learner does next after a failed test of an exercise: the command for a hint. Empty for
/// other programs, such as those of solutions.
std::string next_step(const lesson_info& info);

}  // namespace kw::testing
