#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// The parts between separators, of which there is one more than separators.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace kw::base
