#pragma once

#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// What is wrong between a lesson's checks and its tests: a filter that selects no test, a test
/// that no check counts, a test that two checks count.
std::vector<std::string> compare_checks_with_tests(const lesson& lesson,
                                                   const std::vector<std::string>& tests);

/// What is wrong with the tests that a lesson says the untouched exercise passes, given what it
/// does pass: a test that would earn points for nothing, or one that is named for no reason.
std::vector<std::string> compare_given_tests(const lesson& lesson,
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
