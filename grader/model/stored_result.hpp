#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/model/result.hpp"

namespace kw::grader {

/// The result model as JSON, as `result_schema` describes it. Text that is not valid
/// UTF-8 has the bad bytes replaced.
std::string to_json(const report& report);

/// What a stored result holds, as a JSON Schema (draft 7). It is made from what writes and reads
/// results.
std::string result_schema();

/// A result from its JSON: `parse_report(to_json(r))` is r. Unknown keys are left out. Throws
/// `usage_error`, with the place and what is expected there, for anything that is not a result.
report parse_report(std::string_view text);

/// A stored result. Throws `usage_error`, with the file's name, when it cannot be read as one.
report read_report(const std::filesystem::path& file);

}  // namespace kw::grader
