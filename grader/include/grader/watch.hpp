#pragma once

#include "grader/grade.hpp"

namespace kw::grader {

/// Grades an exercise again whenever its file is saved, until q or Ctrl-C.
///
/// Starts with `lesson`, or without one with the first lesson that is not complete; a save in
/// another lesson's file moves there. A save while a build runs starts over. `h` prints the next
/// hint. A build that is broken, and a fault of the machine, are told and waited out.
void watch(const grader& grader, const lesson* lesson);

}  // namespace kw::grader
