#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <kainjow/mustache.hpp>

#include "grader/pages/html.hpp"

namespace kw::grader {

class values;

/// What a name in a template refers to. Everything in a page is HTML: text is escaped here, however
/// a template names it, and markup has to be of type `html`.
///
/// Empty text, empty markup, false and an empty list are all false, so `{{#note}}<p>{{note}}</p>
/// {{/note}}` is there only if there is a note. A section over `values` can use their names; over a
/// list, it is repeated for each item. `{{.}}` is the item itself, if that is text.
class value {
 public:
  value(std::string_view text);
  value(const std::string& text);
  value(const char* text);
  value(const html& markup);
  template <std::same_as<bool> Bool>  // a pointer is not a bool
  value(Bool there) : data_(static_cast<bool>(there)) {}
  value(values section);
  value(std::optional<values> section);
  value(std::vector<values> list);
  value(const std::vector<std::string>& list);

 private:
  friend class values;
  kainjow::mustache::data data_;
};

/// Values by name: what a template needs, or one item of a loop in it.
class values {
 public:
  struct named {
    std::string_view name;
    mutable value content;  ///< Moved from, which the elements of an initializer_list forbid.
  };
  values(std::initializer_list<named> all);

 private:
  friend class value;
  friend class page_template;
  kainjow::mustache::data data_;
};

/// One `values` for each element of a range.
template <class Range, class Make>
std::vector<values> each(const Range& range, Make make) {
  std::vector<values> list;
  list.reserve(std::size(range));
  for (const auto& element : range) {
    list.push_back(make(element));
  }
  return list;
}

/// The `values` of something that may be missing: an optional, or a pointer.
template <class Optional, class Make>
std::optional<values> if_there(const Optional& there, Make make) {
  return there ? std::optional<values>(make(*there)) : std::nullopt;
}

/// The `values` that a section has on a condition.
template <class Make>
std::optional<values> values_if(bool condition, Make make) {
  return condition ? std::optional<values>(make()) : std::nullopt;
}

/// A page, or a part of one, as a Mustache template of `grader/pages/templates`. The template is
/// parsed once; making a page from it takes time in proportion to the page.
class page_template {
 public:
  explicit page_template(std::string_view text);

  /// The template with its places filled. Each name must have a value in the innermost section that
  /// has names of its own. A name without a value is a mistake in this program and throws
  /// `std::logic_error`.
  html render(const values& all) const;

 private:
  mutable kainjow::mustache::mustache parsed_;  // its render is not const, but changes nothing
};

/// A page of `grader/pages/templates` by its name, or a part of one, as it was when the grader was
/// built: with the parts, styles and scripts that it names. Throws `std::logic_error` for a file
/// that is not there.
std::string_view embedded_templates(std::string_view file);

}  // namespace kw::grader
