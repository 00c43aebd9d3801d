#pragma once

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Grades an exercise again whenever its file is saved, until q or Ctrl-C.
///
/// Starts with `lesson`, or without one with the one worked on last; a save in another lesson's
/// file moves there. A save while a build runs starts over. Keys: `h` the next hint, `t` a trace,
/// `n` the next lesson, `r` the skeleton (asked for twice), `s` the solution (of a complete lesson,
/// or asked for twice), Enter once more. A build that is broken, and a fault of the machine, are
/// told and waited out. What was reached is kept in the build folder.
void watch(const grader& grader, const lesson* lesson);

}  // namespace kw::grader
