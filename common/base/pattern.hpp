// Regular expressions. They are compiled into one file of their own: the templates of the standard
// library's take a compiler seconds in each file that uses them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// A regular expression in ECMAScript's grammar. Several threads may use one at once.
class pattern {
 public:
  enum class letters { as_written, any_case };

  /// Where a pattern is found in a text.
  struct place {
    std::vector<std::string> groups;  ///< The whole, then its groups; empty where one took no part.
    std::size_t begin = 0, end = 0;
    const std::string& operator[](std::size_t i) const { return groups.at(i); }
  };

  explicit pattern(const std::string& expression, letters case_of = letters::as_written);
  ~pattern();

  /// The first place at `from` or later; nothing if there is none.
  std::optional<place> find(std::string_view text, std::size_t from = 0) const;
  /// All places, one after the other.
  std::vector<place> find_all(std::string_view text) const;
  /// Nothing unless the whole text is what the pattern describes.
  std::optional<place> match(std::string_view text) const;

 private:
  struct compiled;
  std::unique_ptr<const compiled> compiled_;
};

}  // namespace kw::base
