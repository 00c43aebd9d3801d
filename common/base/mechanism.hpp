// Which mechanism a text for a learner comes from.
#pragma once

#include <string>

namespace kw::base {

/// The text, and with KW_SOURCES=1 in the environment `{mechanism} ` before it, unless it is empty.
/// So measure_mistakes.py can count what each mechanism answers.
std::string said_by(const char* mechanism, std::string text);

}  // namespace kw::base
