#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// What a column of a roster is about.
enum class title_kind {
  other,       ///< Points and settings, for example. A name may be in it, but no number counts.
  who,         ///< The student: a name, an address, a login or a number.
  first_name,  ///< A part of the student's name, which may be a part of another's, too.
  last_name,
  group,    ///< A group, or a repository.
  somebody  ///< Another person, or the course.
};

/// What a title says that its column is about. \param plain as `comparable` writes it
title_kind kind_of_title(std::string_view plain);

/// Tells the lines of students from the others: a teacher's, and those that Canvas writes between
/// the students of its gradebook. Its first ones have points and settings, and no ID; the last one
/// is a student for a teacher's own tests.
class line_filter {
 public:
  /// \param plain the titles, as `comparable` writes them
  line_filter(const std::vector<std::string>& titles, const std::vector<std::string>& plain);

  /// Why a line is passed over; empty if it is a student's.
  std::string reason(const std::vector<std::string>& cells) const;

 private:
  const std::vector<std::string>& titles_;
  std::size_t role_;
  std::size_t canvas_id_;
};

}  // namespace kw::grader
