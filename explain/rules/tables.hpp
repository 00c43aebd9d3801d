// The tables of rules, each in the file of its name.
#pragma once

#include <span>
#include <vector>

#include "explain/rules/rule.hpp"

namespace kw::explain {

using rule_table = std::span<const rule>;

extern const rule_table kLaunchRules;     ///< of launches,
extern const rule_table kAssertionRules;  ///< and of the rest

extern const rule_table kCharacterRules;   ///< characters that only look like C++'s
extern const rule_table kPythonRules;      ///< the grammar of Python and of Triton
extern const rule_table kPythonLineRules;  ///< those that hold for any line
extern const rule_table kForeignRules;     ///< the dictionary of foreign words
extern const rule_table kKernelRules;      ///< kernels started as something else
extern const rule_table kCallRules;        ///< arguments that do not fit
extern const rule_table kTileRules;        ///< tiles used as what they are not
extern const rule_table kNameRules;        ///< names that are not known
extern const rule_table kBracketRules;     ///< brackets without a partner
extern const rule_table kGrammarRules;     ///< semicolons, headers, signatures

extern const rule_table kUnmarkedRules;  ///< functions without KW_KERNEL or KW_HD

inline std::vector<rule_table> assertion_rules() {
  return {kLaunchRules, kAssertionRules};
}

/// What a compiler says of its own, in the order in which the tables are tried: what is surely
/// meant first, and what is only a sign of it last.
inline std::vector<rule_table> compiler_rules() {
  return {kCharacterRules, kPythonRules, kForeignRules, kBracketRules, kKernelRules,
          kCallRules,      kTileRules,   kNameRules,    kGrammarRules};
}

}  // namespace kw::explain
