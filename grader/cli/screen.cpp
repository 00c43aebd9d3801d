#include "grader/cli/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace kw::grader {

screen screen_size(int descriptor) {
  constexpr std::size_t kFewestColumns = 20, kFewestRows = 5;
  screen size;
  winsize answer{};
  if (ioctl(descriptor, TIOCGWINSZ, &answer) == 0 && answer.ws_col > 0 && answer.ws_row > 0) {
    size.columns = std::max<std::size_t>(kFewestColumns, answer.ws_col);
    size.rows = std::max<std::size_t>(kFewestRows, answer.ws_row);
  }
  return size;
}

bool can_redraw(std::FILE* stream) {
  const char* type = std::getenv("TERM");
  const std::string_view name = type == nullptr ? "" : type;
  return isatty(fileno(stream)) != 0 && !name.empty() && name != "dumb";
}

}  // namespace kw::grader
