#pragma once

#include <string>
#include <string_view>

namespace kw::grader {

/// The untouched exercise of a marked solution, as make_skeleton.py writes it: without the lines
/// between `//{ solution` and `//}`, and with those that begin with `//|` in their place.
std::string skeleton_of(std::string_view solution);

}  // namespace kw::grader
