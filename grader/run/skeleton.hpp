#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/model/course.hpp"

namespace kw::grader {

/// The untouched exercise of a marked solution, as make_skeleton.py writes it: without the lines
/// between `//{ solution` and `//}`, and with those that begin with `//|` in their place.
std::string skeleton_of(std::string_view solution);

/// Whether an exercise of the lesson differs from its skeleton.
bool is_begun(const std::filesystem::path& root, const lesson& lesson);

/// What `names` say, as find_parts has it; without names also the electives that were begun.
std::vector<lesson> parts_to_grade(const std::filesystem::path& root, const course& course,
                                   const std::vector<std::string>& names);

}  // namespace kw::grader
