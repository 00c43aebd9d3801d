#pragma once

#include <string>

#include "grader/cli/watch_screen.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// "12:31:07"
std::string clock_time();

/// Shows a watching session on standard output: on a terminal that can redraw, a screen that is
/// cleared each time; elsewhere line after line.
class watch_display {
 public:
  /// \param keys whether there is a keyboard to listen to
  watch_display(const text_style& style, bool keys)
      : style_(style), redraws_(keys && can_redraw(stdout)) {}

  bool redraws() const { return redraws_; }
  std::size_t columns() const { return redraws_ ? screen_size(fileno(stdout)).columns : 80; }

  /// Shows a verdict at once. What was shown below the last one stays until `rest` replaces it.
  void verdict(watch_view view);

  /// Shows what is below the verdict. \param line the last line if the screen is not redrawn \param
  /// keys the line at the bottom if it is
  void rest(const std::string& others, const std::string& line, const std::string& keys);

  /// Shows something else that was asked for, in place of the verdict.
  void page(const std::string& text);

  /// Shows the verdict again. False when no page hides it.
  bool leave_page();

 private:
  void draw(const watch_view& view) const;

  text_style style_;
  bool redraws_;
  bool page_shown_ = false;
  watch_view view_;
};

}  // namespace kw::grader
