// The tables of rules, each in the file of its name.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explain/rules/rule.hpp"

namespace kw::explain {

extern const std::span<const rule> kStoreRules;       ///< stores and loads whose parts do not fit
extern const std::span<const rule> kAssertionRules;   ///< what the library's own assertions say
extern const std::span<const rule> kShapeRules;       ///< more of that: shapes that do not fit
extern const std::span<const rule> kAddressRules;     ///< more of that: what tl.load gets
extern const std::span<const rule> kSpellingRules;    ///< Triton's and Python's grammar in C++
extern const std::span<const rule> kPythonLineRules;  ///< those of them that hold for any line
extern const std::span<const rule> kForeignRules;     ///< words of CUDA C++, Python and NumPy
extern const std::span<const rule> kCallRules;        ///< arguments that do not fit
extern const std::span<const rule> kKernelRules;      ///< kernels started as something else
extern const std::span<const rule> kMatrixRules;      ///< matrices used as what they are not
extern const std::span<const rule> kTileRules;        ///< tiles used as what they are not
extern const std::span<const rule> kOperationRules;   ///< operators that tiles do not have
extern const std::span<const rule> kSlipRules;        ///< beginners' slips of C++
extern const std::span<const rule> kTemplateRules;    ///< what must be known at compile time
extern const std::span<const rule> kMemberRules;      ///< members that are not there
extern const std::span<const rule> kNameRules;        ///< names that are not known
extern const std::span<const rule> kBracketRules;     ///< brackets, semicolons, headers

extern const std::span<const rule> kCharacterRules;  ///< characters that only look like C++'s
extern const std::span<const rule> kBalanceRules;    ///< brackets without a partner
extern const std::span<const rule> kHabitRules;      ///< tokens of Python and CUDA in a line
extern const std::span<const rule> kSignRules;       ///< commas, quotes, angle brackets
extern const std::span<const rule> kDeclaredRules;   ///< names that something else declares
extern const std::span<const rule> kFieldRules;      ///< members, by the definition of their type
extern const std::span<const rule> kFunctionRules;   ///< calls of the lesson's own functions

extern const std::span<const rule> kUnmarkedRules;  ///< functions without KW_KERNEL or KW_HD

/// What a compiler says of its own, in the order in which the tables are tried.
inline std::array<std::span<const rule>, 18> compiler_rules() {
  return {kCharacterRules, kHabitRules,  kSignRules,   kSpellingRules, kForeignRules,
          kBalanceRules,   kMatrixRules, kKernelRules, kCallRules,     kFunctionRules,
          kDeclaredRules,  kFieldRules,  kTileRules,   kSlipRules,     kTemplateRules,
          kMemberRules,    kNameRules,   kBracketRules};
}

/// Every table by the name of its file, for the tests.
inline std::vector<std::pair<std::string, std::span<const rule>>> all_rules() {
  return {
      {"stores", kStoreRules},        {"assertions", kAssertionRules}, {"shapes", kShapeRules},
      {"addresses", kAddressRules},   {"spellings", kSpellingRules},   {"python", kPythonLineRules},
      {"foreign", kForeignRules},     {"calls", kCallRules},           {"matrices", kMatrixRules},
      {"tiles", kTileRules},          {"operations", kOperationRules}, {"slips", kSlipRules},
      {"templates", kTemplateRules},  {"members", kMemberRules},       {"names", kNameRules},
      {"brackets", kBracketRules},    {"unmarked", kUnmarkedRules},    {"habits", kHabitRules},
      {"signs", kSignRules},          {"declared", kDeclaredRules},    {"fields", kFieldRules},
      {"functions", kFunctionRules},  {"balance", kBalanceRules},      {"kernels", kKernelRules},
      {"characters", kCharacterRules}};
}

}  // namespace kw::explain
