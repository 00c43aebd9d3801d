/// \file
/// What likely mistakes would compute: wrong oracles, with which a failed comparison is compared.
#pragma once
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace kw::testing {

/// A likely mistake. Its values are computed only when a comparison fails.
struct suspect {
  /// The mistake, as the rest of a sentence that begins with "Your values are what you get": "by
  /// dividing by the block instead of the row".
  std::string words;
  /// All values of the output, in the order of the right ones.
  std::function<std::vector<double>()> values;
  /// Or many that a rule makes (formula.hpp), which count if no other suspect explains the values.
  std::function<std::vector<suspect>()> derived = nullptr;
};

/// The mistakes that a lesson expects, the likelier ones first. A lesson lists them beside its
/// reference. \code
/// check_close(out, row_mean(x), limit, shape, {{"by not dividing", [&] { return row_sum(x); }}});
/// \endcode
using suspects = std::vector<suspect>;

/// The suspects of one oracle that is a function of settings: `values(change)` is the oracle with
/// one setting changed. \param changes  words, and the change that they are about
template <class Change, class Values>
suspects with_changes(std::initializer_list<std::pair<const char*, Change>> changes,
                      Values values) {
  suspects result;
  for (const auto& [words, change] : changes) {
    result.push_back({words, [values, change = change] { return values(change); }});
  }
  return result;
}

}  // namespace kw::testing
