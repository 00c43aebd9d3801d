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

}  // namespace kw::grader
