#pragma once

#include <cstddef>
#include <string_view>

namespace kw::grader {

/// One of several shares of a class, each of which a run of its own grades.
struct class_shard {
  int number = 1;  ///< From 1.
  int count = 1;

  /// Reads "2/8". Throws `usage_error` for anything else.
  static class_shard parse(std::string_view text);

  /// Whether the submission at this place of the class is in it. Every `count`-th one is, which
  /// spreads similar names, and absent students at the end of the list, over all shards.
  bool has(std::size_t place) const;
};

}  // namespace kw::grader
