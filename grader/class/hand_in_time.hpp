#pragma once

#include <string>
#include <string_view>

namespace kw::grader {

/// A moment as exports write it, in ISO 8601 and UTC; empty if it is uncertain what is meant:
///
///     2026-01-31 12:00:00.123 Z              Gradescope
///     2026-01-31 12:00:00 UTC                GitHub Classroom
///     Saturday, 31 January 2026, 1:00 PM     Moodle, in English; also in six other languages
///     31.01.2026 13:00
///
/// A time without a zone is in this program's zone (`set_time_zone`). "3/4/2026" gives an empty
/// text, because either number may be the month.
std::string utc_moment(std::string_view text);

/// Whether a roster's column of this title says when a student handed in, such as Moodle's "Last
/// modified (submission)" and GitHub Classroom's "submission_timestamp".
bool is_time_title(std::string_view title);

/// Sets the zone of times that name none, for the whole program: "Europe/Berlin", "UTC", "+01:00".
/// Throws `usage_error` for a zone that this machine does not know. Call it before starting
/// threads.
void set_time_zone(const std::string& zone);

}  // namespace kw::grader
