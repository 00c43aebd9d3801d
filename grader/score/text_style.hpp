#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace kw::grader {

/// How text looks on one output stream: coloured only on a terminal and without NO_COLOR, and with
/// plain characters where the locale knows no others.
class text_style {
 public:
  text_style(bool colour, bool unicode) : colour_(colour), unicode_(unicode) {}

  /// What fits a stream, from the stream itself and the environment.
  static text_style of(std::FILE* stream);

  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("31", text); }
  std::string accent(std::string_view text) const { return paint("36", text); }

  const char* tick() const { return unicode_ ? "\u2713" : "ok"; }
  const char* cross() const { return unicode_ ? "\u2717" : "x"; }
  const char* ring() const { return unicode_ ? "\u25CB" : "-"; }

 private:
  std::string paint(const char* code, std::string_view text) const;

  bool colour_;
  bool unicode_;
};

/// Moves every line of a text to the right.
std::string indent(std::string_view text, std::string_view by);

/// Breaks a text at spaces so that no line is longer than `width`, as far as words allow.
std::string wrap_words(std::string_view text, std::size_t width);

}  // namespace kw::grader
