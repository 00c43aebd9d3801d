#pragma once

#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Where a lesson's checks and its files do not fit: a task without a solution, a solution that
/// belongs to no task, a speed check of a task without a benchmark. That the other files of a task
/// are there is checked by cmake/scripts/checks/rules.py.
std::vector<std::string> find_file_problems(const lesson& lesson,
                                            const std::filesystem::path& root);

/// What is wrong with the tests that a task says the untouched exercise passes, given what it does
/// pass: a test that would earn points for nothing, or one that is named for no reason.
std::vector<std::string> compare_given_tests(const check& task,
                                             const std::vector<test_result>& of_skeleton);

/// Checks the course's own files, and the lessons' test programs against them.
///
/// \param build_folder where the test programs of solutions and skeletons are
/// \param names the lessons to look at; all when empty
/// \param build whether to build those programs first
/// \returns every problem found, as text; none when the course is sound
std::vector<std::string> check_course(const std::filesystem::path& root,
                                      const std::filesystem::path& build_folder,
                                      const std::vector<std::string>& names, bool build);

}  // namespace kw::grader
