#pragma once

#include <string_view>

namespace kw::grader {

/// A file of `grader/pages/templates` by its name, as it was when the grader was built; and, as
/// class.js.sha256, the hash of that script in Base64, by which its page's Content-Security-Policy
/// allows it. Throws `std::logic_error` for a file that is not there.
std::string_view embedded_templates(std::string_view file);

}  // namespace kw::grader
