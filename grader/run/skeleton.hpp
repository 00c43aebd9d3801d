#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/model/course.hpp"

namespace kw::grader {

/// The untouched exercise of a marked solution, as make_skeleton.py writes it: without the lines
/// between `//{ solution` and `//}`, and with those that begin with `//|` in their place.
std::string skeleton_of(std::string_view solution);

/// A marked solution without its marks and without what the exercise has instead: as it is printed
/// for learners. A file without marks stays as it is.
std::string answer_of(std::string_view solution);

/// Whether an exercise of the lesson differs from its skeleton. One that is missing does, except in
/// an elective.
bool is_begun(const std::filesystem::path& root, const lesson& lesson);

/// What there is to do for a grading of the exercises.
struct chosen_parts {
  std::vector<lesson> to_grade;
  std::vector<lesson> not_begun;  ///< Lessons that earn nothing, and need not be built to know it.
};

/// What `names` say, as find_parts has it. Without names, the lessons that were begun and the first
/// that was not, of which a learner then reads where to begin; and the electives that were begun.
chosen_parts choose_parts(const std::filesystem::path& root, const course& course,
                          const std::vector<std::string>& names);

}  // namespace kw::grader
