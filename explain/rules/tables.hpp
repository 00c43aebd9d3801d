// The tables of rules, each in the file of its name.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explain/rules/rule.hpp"

namespace kw::explain {

extern const std::span<const rule> kStoreRules;      ///< stores and loads whose parts do not fit
extern const std::span<const rule> kAssertionRules;  ///< what the library's own assertions say
extern const std::span<const rule> kShapeRules;      ///< more of that: shapes that do not fit
extern const std::span<const rule> kAddressRules;    ///< more of that: what tl.load gets

extern const std::span<const rule> kCharacterRules;   ///< characters that only look like C++'s
extern const std::span<const rule> kPythonRules;      ///< the grammar of Python and of Triton
extern const std::span<const rule> kPythonLineRules;  ///< those that hold for any line
extern const std::span<const rule> kForeignRules;     ///< the dictionary of foreign words
extern const std::span<const rule> kKernelRules;      ///< kernels started as something else
extern const std::span<const rule> kCallRules;        ///< arguments that do not fit
extern const std::span<const rule> kFunctionRules;    ///< calls of the lesson's own functions
extern const std::span<const rule> kTileRules;        ///< tiles used as what they are not
extern const std::span<const rule> kOperationRules;   ///< operators that tiles do not have
extern const std::span<const rule> kTemplateRules;    ///< what must be known at compile time
extern const std::span<const rule> kMemberRules;      ///< members that are not there
extern const std::span<const rule> kNameRules;        ///< names that are not known
extern const std::span<const rule> kBracketRules;     ///< brackets without a partner
extern const std::span<const rule> kGrammarRules;     ///< semicolons, commas, headers

extern const std::span<const rule> kUnmarkedRules;  ///< functions without KW_KERNEL or KW_HD

/// What a compiler says of its own, in the order in which the tables are tried: what is surely
/// meant first, and what is only a sign of it last.
inline std::array<std::span<const rule>, 12> compiler_rules() {
  return {kCharacterRules, kPythonRules, kForeignRules,  kBracketRules,
          kKernelRules,    kCallRules,   kFunctionRules, kTileRules,
          kTemplateRules,  kMemberRules, kNameRules,     kGrammarRules};
}

/// Every table by the name of its file, for the tests.
inline std::vector<std::pair<std::string, std::span<const rule>>> all_rules() {
  return {{"stores", kStoreRules},         {"assertions", kAssertionRules},
          {"shapes", kShapeRules},         {"addresses", kAddressRules},
          {"characters", kCharacterRules}, {"python lines", kPythonLineRules},
          {"python", kPythonRules},        {"foreign", kForeignRules},
          {"kernels", kKernelRules},       {"calls", kCallRules},
          {"functions", kFunctionRules},   {"tiles", kTileRules},
          {"operations", kOperationRules}, {"templates", kTemplateRules},
          {"members", kMemberRules},       {"names", kNameRules},
          {"brackets", kBracketRules},     {"grammar", kGrammarRules},
          {"unmarked", kUnmarkedRules}};
}

}  // namespace kw::explain
