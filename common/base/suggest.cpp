#include "common/base/suggest.hpp"

#include <algorithm>

#include "common/base/edit_distance.hpp"

namespace kw::base {

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  return closest(word, candidates, std::max<std::size_t>(2, word.size() / 3));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? "" : " (did you mean \"" + best + "\"?)";
}

}  // namespace kw::base
