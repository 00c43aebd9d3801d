/// \file
/// What the rules of lesson 09's tasks 3 to 5 decide, and the first decision that is wrong, for the
/// text of a failed test.
#pragma once

#include <kernelwright/runtime/tunings.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace lesson09::reference {

/// A call of autotune, as rules see it: a matrix, or the result of a product.
struct tuned_call {
  std::int64_t rows, columns, element_size, budget;
  const char* budget_is = "a budget";  ///< in words
};

/// What a rule said of one config.
struct decision {
  tuned_call call;
  kw::config choice;
  bool allowed;
};

/// The rule that is right.
using rule = bool (*)(const tuned_call& call, const kw::config& choice);

/// "The rule decides wrongly: it allows rows=32 cols=32 for 150 x 170 elements of 4 bytes and a
/// budget of 1024 bytes." Empty if no decision is wrong.
inline std::string mistake_in_rule(const std::vector<decision>& seen, rule right) {
  const auto wrong = std::find_if(seen.begin(), seen.end(), [&](const decision& d) {
    return right(d.call, d.choice) != d.allowed;
  });
  if (wrong == seen.end()) {
    return "";
  }
  const tuned_call& call = wrong->call;
  return std::string("The rule decides wrongly: it ") + (wrong->allowed ? "allows " : "refuses ") +
         kw::to_text(wrong->choice) + " for " + std::to_string(call.rows) + " x " +
         std::to_string(call.columns) + " elements of " + std::to_string(call.element_size) +
         " bytes" +
         (call.budget > 0 ? std::string(" and ") + call.budget_is + " of " +
                                std::to_string(call.budget) + " bytes"
                          : "") +
         ".";
}

/// What a key holds, `columns=300 x=float32`, for a test that says what it should hold; empty where
/// this process does not know of the call.
inline std::string key_text() {
  const auto spaces = kw::tunings();
  if (spaces.empty()) {
    return "";
  }
  const std::string& key = spaces.back().key;
  return key.empty() ? " Your key is empty." : " Your key was `" + key + "`.";
}

}  // namespace lesson09::reference
