/// \file
/// Which kernel file a test program was linked with.
#pragma once

namespace kw::testing {

/// The build generates one definition of `current_lesson` for each test program.
struct lesson_info {
  const char* number;   ///< of lesson and task, "03.2"; of an elective or a lesson as a whole "03"
  const char* name;     ///< "masking"
  const char* tree;     ///< "exercise", "solution", "skeleton" or "wrong"
  const char* file;     ///< the kernel file, relative to the root of the repository
  const char* backend;  ///< "cpu" or "cuda": what the program was built for
};

extern const lesson_info current_lesson;

}  // namespace kw::testing
