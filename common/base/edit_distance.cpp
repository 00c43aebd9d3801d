#include "common/base/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kw::base {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      // Two letters exchanged count once, and that one is in the diagonal already.
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      row[j] = swapped ? std::min(row[j], diagonal) : row[j];
      diagonal = above;
    }
  }
  return row.back();
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates,
                    std::size_t most) {
  std::string best;
  std::size_t least = most + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = candidate == word ? least : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace kw::base
