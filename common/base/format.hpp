#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

namespace kw::base {

/// A number as printf writes it: `formatted("%.1f x", 2.0)`. At most 63 letters.
inline std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// 4096 as `4,096`.
inline std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;  // of the digits
  for (std::size_t i = text.size(); i > first + 3; i -= 3) {
    text.insert(i - 3, 1, ',');
  }
  return text;
}

/// Texts and whole numbers in the places of `{}`: `sentence("{} has {} rows", "x", 3)`.
template <class... Values>
std::string sentence(std::string_view form, const Values&... values) {
  const auto in_words = [](const auto& value) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>) {
      return std::to_string(value);
    } else {
      return std::string(value);
    }
  };
  std::string text;
  for (const std::string& value : {in_words(values)...}) {
    const std::size_t gap = form.find("{}");
    text.append(form.substr(0, gap)).append(value);
    form.remove_prefix(gap + 2);
  }
  return text.append(form);
}

}  // namespace kw::base
