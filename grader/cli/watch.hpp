#pragma once

#include <string>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Grades a task again whenever its file is saved, until q or Ctrl-C.
///
/// Starts with the lesson given, or else the lesson worked on last. A save moves to the lesson it
/// belongs to: the saved task is built, run and reported first, and the others follow in one line
/// each, from what is already known about them. If `part` names a task, only that task is watched.
/// A save during a build starts over. Keys: `h` the next hint, `t` a trace, `n` the next lesson or
/// task, `r` the skeleton of the task on the screen (asked for twice), `s` its solution (once it is
/// complete, or asked for twice), Enter everything once more. A broken build or a fault of the
/// machine is reported, and watching goes on. Progress is kept in the build folder.
/// \param edit_command opens the file of the next task to write, once the one before has passed:
///                     see exercise_opener
void watch(const grader& grader, const course_part& part, const std::string& edit_command);

}  // namespace kw::grader
