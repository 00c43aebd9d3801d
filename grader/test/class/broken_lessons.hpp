#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/test/breakages.hpp"

namespace kw::grader {

/// A submission of a lesson in which some tasks are broken.
struct broken_lesson {
  std::string name;
  std::map<const check*, breakage> tasks;
};

/// For each task and each way to break it, a submission in which all other tasks are right. Or,
/// with `halves`, two submissions: in each of them every other task is broken, and each in another
/// way.
std::vector<broken_lesson> broken_lessons(const lesson& lesson, bool halves);

}  // namespace kw::grader
