/// \file
/// Where the learner's file has a function of the host, for tasks without a kernel.
#pragma once
#include <string>

namespace kw::testing {

/// The learner's file. KW_EXERCISE_FILE in the environment names another one in its place.
std::string learners_file();

/// Where `function` of the exercise returns its result, as `exercises/02_grid_math/1_cdiv.cpp:16:
/// `, for the beginning of a message: its last return, or its head if it has none. Empty if the
/// tests are not those of an exercise, or if it has no such function.
std::string place_of_function(const std::string& function);

}  // namespace kw::testing
