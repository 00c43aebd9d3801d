// Which mechanism a text for a learner comes from.
#pragma once

#include <string>
#include <string_view>

namespace kw::base {

/// The text, and with KW_SOURCES=1 in the environment `{mechanism} ` before it, unless it is empty.
/// So measure_mistakes.py can count what each mechanism answers.
std::string said_by(const char* mechanism, std::string text);

/// Whether KW_WITHOUT in the environment, such as `finding,wrong kernels`, names this mechanism.
/// Then a learner reads nothing from it, and what is lost without it can be measured.
bool is_off(std::string_view mechanism);

}  // namespace kw::base
