#pragma once

#include <string_view>

namespace kw::grader {

/// A page of `grader/pages/templates` by its name, or a part of one, as it was when the grader was
/// built: with the parts, styles and scripts that it names. Throws `std::logic_error` for a file
/// that is not there.
std::string_view embedded_templates(std::string_view file);

}  // namespace kw::grader
