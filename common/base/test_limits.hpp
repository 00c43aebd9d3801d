// What test programs and the grader, which runs them, must agree on about tests that never end.
#pragma once

#include <string_view>

namespace kw::base {

/// Seconds that one test of an exercise may compute, unless KW_TEST_SECONDS says otherwise.
inline constexpr double kTestSeconds = 10;

/// A test that waits, or shares its processor with others, may take this many times as long.
inline constexpr double kPatience = 3;

/// The exit code of a program that stopped itself in a test that had run for too long.
inline constexpr int kHungExitCode = 121;

/// How the message begins for a test that was left out because an earlier one never ended.
inline constexpr std::string_view kNotRun = "It was not run: ";

}  // namespace kw::base
