#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// The results of kernel files, each as its lesson reduced to its task, by the task's id and the
/// kernel's name: "solution", "skeleton", or the name of one of the kernels in wrong/.
using known_results = std::map<std::pair<std::string, std::string>, lesson_result>;

/// The names of a task's kernels.
std::vector<std::string> known_kernels(const std::string& task, const known_results& results);

/// Which kernel a student hands in for which task: names of kernels, by the task's id.
using kernel_choice = std::map<std::string, std::string>;

/// What each task of a course is worth, by its id, for a student who hands in only these kernels.
std::map<std::string, double> points_of(const kernel_choice& kernels, const course& course,
                                        const known_results& results);

}  // namespace kw::grader
