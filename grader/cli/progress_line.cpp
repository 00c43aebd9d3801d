#include "grader/cli/progress_line.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "grader/cli/screen.hpp"

namespace kw::grader {
namespace {

constexpr int kBarWidth = 20;
constexpr int kFirstGuess = 3;  // steps after which the rest can be guessed

/// Done and all of "4/12"; nothing for other details.
std::optional<std::pair<int, int>> count_of(std::string_view detail) {
  int done = 0, all = 0;
  const char* end = detail.data() + detail.size();
  const auto first = std::from_chars(detail.data(), end, done);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') {
    return std::nullopt;
  }
  const auto second = std::from_chars(first.ptr + 1, end, all);
  const bool good = second.ec == std::errc() && second.ptr == end && all > 0 && done <= all;
  return good ? std::optional(std::pair(done, all)) : std::nullopt;
}

}  // namespace

std::string bar_of(int done, int all, int width) {
  const int filled = all > 0 ? width * done / all : width;
  return fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", width - filled);
}

std::string progress_bar(std::string_view detail, double seconds) {
  const auto count = count_of(detail);
  if (!count) {
    return std::string(detail);
  }
  const auto [done, all] = *count;
  std::string text = bar_of(done, all, kBarWidth) + std::string(detail);
  if (done >= kFirstGuess && done < all) {
    const double left = seconds / done * (all - done);
    text += left < 90 ? fmt::format(", about {:.0f} s left", left)
                      : fmt::format(", about {:.0f} min left", left / 60);
  }
  return text;
}

progress_line::progress_line(std::FILE* stream) : stream_(stream), terminal_(can_redraw(stream)) {}

void progress_line::show(const progress& step) {
  const std::string text = fmt::format("{} {}", step.doing, step.lesson);
  if (text != last_) {
    began_ = clock::now();
  }
  const double seconds = std::chrono::duration<double>(clock::now() - began_).count();
  show(text + " " + progress_bar(step.detail, seconds), text, text);
}

void progress_line::show(const std::string& line, const std::string& plain,
                         const std::string& step) {
  if (terminal_) {
    fmt::print(stream_, "\r\x1b[K{}", line.substr(0, screen_size(fileno(stream_)).columns - 1));
    shown_ = true;
  } else if (step != last_) {
    fmt::print(stream_, "{}\n", plain);
  }
  last_ = step;
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
