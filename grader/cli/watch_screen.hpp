// How a watching session looks.
#pragma once

#include <filesystem>
#include <string>

#include "grader/cli/screen.hpp"
#include "grader/model/result.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// What a watching session shows at one moment. Each text is lines, or empty.
struct watch_view {
  std::string title;   ///< The lesson, the time of day, and how long the check took.
  std::string news;    ///< What has just passed.
  std::string main;    ///< The verdict, or the page that was asked for.
  std::string place;   ///< What to open next.
  std::string others;  ///< The lesson's checks, and all lessons.
  std::string keys;    ///< One line, at the bottom of the screen.
};

/// The whole screen, from its first character on: wrapped to the width, with the keys in the last
/// lines. If there is too little room, lines of `others` are left out first, then lines of `main`.
std::string draw_screen(const watch_view& view, const screen& size);

/// Breaks lines at spaces so that none is wider than the screen. Codes of colours and links take no
/// room, and what follows a break is indented as the line is.
std::string wrap_lines(const std::string& text, std::size_t columns);

/// A text that a terminal opens a file for, where it can.
std::string file_link(const std::filesystem::path& file, int line, const std::string& text);

/// "  open   exercises/03_masking/2_masked_add.cpp:21" and the TODO that is there; empty for
/// nothing to open. If the check is complete, that of the lesson's next one, with its title. \param
/// root where a link leads; empty for no link
std::string describe_place(const lesson_result& lesson, const check_result& check,
                           const std::filesystem::path& root, const text_style& style);

/// The keys that make sense now, in a line. \param next what "n" goes to
std::string name_keys(bool complete, bool built, const char* next);

/// What the keys do, for "?".
std::string describe_keys();

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
