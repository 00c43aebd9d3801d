#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// The candidate a user most likely meant, by edit distance; empty when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// ` (did you mean "points"?)`, or nothing: to append to a message about an unknown name.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace kw::base
