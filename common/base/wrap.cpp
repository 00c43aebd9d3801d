#include "common/base/wrap.hpp"

#include <algorithm>

namespace kw::base {

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    const std::string indent(spaces <= width / 2 ? spaces : 0, ' ');
    std::string before;  // of the rest of the line
    while (before.size() + line.size() > width) {
      const std::size_t space = line.rfind(' ', width - before.size());
      if (space == std::string_view::npos || line.find_first_not_of(' ') > space) {
        break;
      }
      lines.push_back(before.append(line.substr(0, space)));
      line.remove_prefix(space + 1);
      before = indent;
    }
    lines.push_back(before.append(line));
  }
  return lines;
}

}  // namespace kw::base
