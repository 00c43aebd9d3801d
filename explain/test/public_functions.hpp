// The functions of a class, from the text of its header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

/// The names of the functions that a class declares as public, each once, in their order. The text
/// is a header without comments, of which only names and brackets are looked at.
std::vector<std::string> public_functions(std::string_view text, std::string_view class_name);

}  // namespace kw::explain
