#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace kw::grader {

/// HTML that is safe to put into a page. Text becomes HTML only through `escape`, and markup only
/// through a `page_template`, so nothing a learner's program prints can break, or act in, a page.
class html {
 public:
  html() = default;

  /// For what this program brings along, such as a page's style: never for text from outside.
  static html trusted(std::string markup) { return html(std::move(markup)); }

  const std::string& text() const& { return text_; }
  std::string text() && { return std::move(text_); }
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

}  // namespace kw::grader
