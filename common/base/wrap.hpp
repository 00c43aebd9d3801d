#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// The lines of a text, those of more than `width` bytes broken at spaces. A line that begins
/// with a longer word stays whole. The indentation of a line is that of its parts as well.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace kw::base
