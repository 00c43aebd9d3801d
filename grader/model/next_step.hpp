#pragma once

#include <optional>
#include <string>

#include "grader/model/result.hpp"

namespace kw::grader {

/// Whether a lesson lets the learner go on: every warm-up and core check is complete.
bool passed_core(const lesson_result& result);

/// What a learner should do next.
struct next_step {
  const lesson_result* lesson = nullptr;
  const check_result* check = nullptr;  ///< Never null in a step that `find_next_step` gives.
  const test_result* test = nullptr;    ///< The first test of that check to look at; may be null.
};

/// The line to open a task's kernel file at, and the TODO on that line, if there is one.
struct open_place {
  int line = 0;  ///< 0 for no particular line.
  std::string todo;
};

/// Where to look for a step: at the compile error; else at the last TODO above the first line of
/// the kernel file that the test's findings or its message name; else at the first TODO.
open_place place_to_open(const next_step& step);

/// The first incomplete lesson whose prerequisites are met, then the first stretch check left.
/// A prerequisite that was not graded in this run counts as met. Nothing when all is done.
std::optional<next_step> find_next_step(const report& report);

/// The first check of a lesson to work on: warm-up and core first. Null when none is left.
const check_result* first_open_check(const lesson_result& result);

/// The most telling test of a check that did not pass: one with a finding, else the first.
const test_result* telling_test(const check_result& check);

}  // namespace kw::grader
