#pragma once

#include <string_view>

namespace kw::base {

/// What an exception says that no test expects, without GoogleTest's words around it. Any other
/// text stays as it is.
std::string_view text_of_exception(std::string_view failure);

}  // namespace kw::base
