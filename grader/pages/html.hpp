#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace kw::grader {

/// HTML that is safe to put into a page. Text only becomes HTML through `escape`, so that nothing a
/// learner's program prints can break, or act in, a report.
class html {
 public:
  html() = default;

  /// For markup written in this program, never for text from outside.
  static html trusted(std::string markup) { return html(std::move(markup)); }

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

  html& operator+=(const html& other) {
    text_ += other.text_;
    return *this;
  }
  friend html operator+(html left, const html& right) { return left += right; }

 private:
  explicit html(std::string text) : text_(std::move(text)) {}
  friend html escape(std::string_view text);

  std::string text_;
};

/// Text as HTML: markup characters escaped, control characters and invalid UTF-8 replaced.
html escape(std::string_view text);

/// A command line in a line of its own words, none of which is broken at a hyphen.
html command_to_html(std::string_view command);

/// Fills the `{{name}}` places of a template. A name without a value, or a value without a place,
/// is a mistake in this program and throws `std::logic_error`.
html fill(std::string_view page, std::initializer_list<std::pair<std::string_view, html>> values);

}  // namespace kw::grader
