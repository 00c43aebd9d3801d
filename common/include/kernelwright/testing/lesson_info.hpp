/// \file
/// Which kernel file a test program is about.
#pragma once

namespace kw::testing {

/// The build generates one definition of `current_lesson` for each program. A program that has a
/// table of kernels (kernels.hpp) fills in the rest as it runs.
struct lesson_info {
  const char* number;   ///< of lesson and task, "03.2"; of an elective or a lesson as a whole "03"
  const char* name;     ///< "masking"
  const char* tree;     ///< "exercise", "solution", "skeleton", "wrong", "nothing" or "submission"
  const char* file;     ///< the kernel file, relative to the root of the repository
  const char* backend;  ///< "cpu" or "cuda": what the program was built for
};

extern lesson_info current_lesson;

}  // namespace kw::testing
