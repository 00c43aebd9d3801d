#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// Where a kernel file does what no task needs and what can lead past `tl`: copies bytes past the
/// types, casts pointers, keeps variables between launches, or chooses code by `#if`. "memcpy in
/// line 17", at most a few. A hint for a person, since all of it may be harmless.
std::vector<std::string> unusual_code(std::string_view kernel);

}  // namespace kw::grader
