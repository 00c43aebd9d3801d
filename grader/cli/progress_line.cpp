#include "grader/cli/progress_line.hpp"

#include <unistd.h>

#include <fmt/format.h>

namespace kw::grader {

progress_line::progress_line(std::FILE* stream)
    : stream_(stream), terminal_(isatty(fileno(stream)) != 0) {}

void progress_line::show(const progress& step) {
  const std::string text = fmt::format("{} {}", step.doing, step.lesson);
  if (terminal_) {
    fmt::print(stream_, "\r\x1b[K{} {}", text, step.detail);
    shown_ = true;
  } else if (text != last_) {
    fmt::print(stream_, "{}\n", text);
  }
  last_ = text;
  std::fflush(stream_);
}

void progress_line::clear() {
  if (shown_) {
    fmt::print(stream_, "\r\x1b[K");
    std::fflush(stream_);
    shown_ = false;
  }
}

}  // namespace kw::grader
