#include "grader/cli/watch_display.hpp"

#include <cstdio>
#include <ctime>
#include <utility>

#include <fmt/format.h>

namespace kw::grader {

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  return text;
}

void watch_display::verdict(watch_view view) {
  view.others = std::move(view_.others);
  view.keys = std::move(view_.keys);
  view_ = std::move(view);
  page_shown_ = false;
  if (redraws_) {
    draw(view_);
  } else {
    fmt::print("\n{}  {}{}", style_.dim(clock_time()), view_.main, view_.place);
    std::fflush(stdout);
  }
}

void watch_display::rest(const std::string& others, const std::string& line,
                         const std::string& keys) {
  view_.others = others;
  view_.keys = style_.dim(keys);
  if (redraws_) {
    draw(view_);
  } else {
    fmt::print("{}{}\n", others, style_.dim(line));
    std::fflush(stdout);
  }
}

void watch_display::page(const std::string& text) {
  if (!redraws_) {
    fmt::print("{}", text);
    std::fflush(stdout);
    return;
  }
  page_shown_ = true;
  watch_view page;
  page.title = view_.title;
  page.main = text;
  page.keys = style_.dim("Enter: back, ?: keys, q: quit");
  draw(page);
}

bool watch_display::leave_page() {
  const bool shown = std::exchange(page_shown_, false);
  if (shown) {
    draw(view_);
  }
  return shown;
}

void watch_display::draw(const watch_view& view) const {
  fmt::print("{}", draw_screen(view, screen_size(fileno(stdout))));
  std::fflush(stdout);
}

}  // namespace kw::grader
