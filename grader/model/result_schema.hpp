#pragma once

#include <string>

namespace kw::grader {

/// What a stored result holds, as a JSON Schema (draft 7). It is made from what writes and reads
/// results.
std::string result_schema();

}  // namespace kw::grader
