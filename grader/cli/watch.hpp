#pragma once

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Grades a task again whenever its file is saved, until q or Ctrl-C.
///
/// Starts with a lesson, or without one with the lesson worked on last. A save moves to the lesson
/// it belongs to: the saved task is built, run and told first, and the others follow in a line
/// each, from what is known of them. Where `part` names a task, that task alone is watched. A save
/// while a build runs starts over. Keys: `h` the next hint, `t` a trace, `n` the next lesson or
/// task, `r` the skeleton of the task on the screen (asked for twice), `s` its solution (once it is
/// complete, or asked for twice), Enter everything once more. A build that is broken, and a fault
/// of the machine, are told and waited out. What was reached is kept in the build folder.
void watch(const grader& grader, const course_part& part);

}  // namespace kw::grader
