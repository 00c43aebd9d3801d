// The tables of rules, each in the file of its name.
#pragma once

#include <span>

#include "explain/rules/rule.hpp"

namespace kw::explain {

extern const std::span<const rule> kAssertionRules;  ///< what the library's own assertions say
extern const std::span<const rule> kSpellingRules;   ///< Triton's and Python's grammar in C++
extern const std::span<const rule> kForeignRules;    ///< words of CUDA C++, Python and NumPy
extern const std::span<const rule> kCallRules;       ///< arguments that do not fit
extern const std::span<const rule> kTileRules;       ///< tiles used as what they are not
extern const std::span<const rule> kSlipRules;       ///< beginners' slips of C++
extern const std::span<const rule> kTemplateRules;   ///< what must be known at compile time
extern const std::span<const rule> kMemberRules;     ///< members that are not there
extern const std::span<const rule> kNameRules;       ///< names that are not known
extern const std::span<const rule> kBracketRules;    ///< brackets, semicolons, headers

extern const std::span<const rule> kUnmarkedRules;  ///< functions without KW_KERNEL or KW_HD

}  // namespace kw::explain
