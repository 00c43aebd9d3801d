#include "common/base/wrap.hpp"

#include <algorithm>

namespace kw::base {

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (line.size() > width) {
      const std::size_t space = line.rfind(' ', width);
      if (space == std::string_view::npos || line.find_first_not_of(' ') > space) {
        break;
      }
      lines.emplace_back(line.substr(0, space));
      line.remove_prefix(space + 1);
    }
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace kw::base
