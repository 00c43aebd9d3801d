// Writing JSON, a value at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace kw::base {

/// A text as a string of JSON, quotes included. A byte that is not part of UTF-8 becomes U+FFFD.
std::string quoted(std::string_view text);

/// Writes objects and arrays, commas and quotes included: what was begun is ended by the caller.
///
///     json_writer line;
///     line.object().field("kind", "load").field("lanes", 64).end();
///     line.text()  // {"kind":"load","lanes":64}
class json_writer {
 public:
  json_writer& object() { return open('{'); }
  json_writer& array() { return open('['); }
  /// Ends the innermost object or array.
  json_writer& end();

  json_writer& key(std::string_view name);
  json_writer& value(std::string_view text) { return written(quoted(text)); }
  template <std::integral T>
  json_writer& value(T number) {
    if constexpr (std::same_as<T, bool>) {
      return written(number ? "true" : "false");
    } else {
      return written(std::to_string(number));
    }
  }
  /// An array of numbers.
  json_writer& value(std::initializer_list<std::int64_t> numbers) {
    return values(numbers.begin(), static_cast<int>(numbers.size()));
  }
  json_writer& values(const std::int64_t* numbers, int count);
  /// Text that is JSON already.
  json_writer& written(std::string_view json);

  template <class T>
  json_writer& field(std::string_view name, const T& what) {
    return key(name).value(what);
  }
  json_writer& field(std::string_view name, std::initializer_list<std::int64_t> numbers) {
    return key(name).value(numbers);
  }

  const std::string& text() const { return text_; }

 private:
  json_writer& open(char bracket);
  void separate();

  std::string text_;
  std::string open_;  // the brackets that are open
};

}  // namespace kw::base
