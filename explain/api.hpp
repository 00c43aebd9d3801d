// The names of the tile language, with the shape of each call, from its table
// (kernelwright/language/names.def). A test compares it with the headers, so it finds a name that
// is missing from either side.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace kw::explain {

/// A function of `tl`: how many arguments it takes, a call that works, and what the arguments are.
struct tl_function {
  std::string_view name;
  std::size_t least = 0, most = 0;
  std::string_view call, advice;
};

/// All of them.
std::span<const tl_function> tl_functions();

/// The function of that name, or nullptr.
const tl_function* find_tl_function(std::string_view name);

}  // namespace kw::explain
