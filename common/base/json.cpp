#include "common/base/json.hpp"

#include <algorithm>

#include "common/base/utf8.hpp"

namespace kw::base {

std::string quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result = "\"";
  for (; !text.empty(); text.remove_prefix(std::max<std::size_t>(character_length(text), 1))) {
    const std::size_t length = character_length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (length != 1) {
      result += length == 0 ? "\uFFFD" : text.substr(0, length);
    } else if (byte == '"' || byte == '\\') {
      result += std::string("\\") + text[0];
    } else if (byte == '\n') {
      result += "\\n";
    } else if (byte < 0x20) {
      result += std::string("\\u00") + kDigits[byte / 16] + kDigits[byte % 16];
    } else {
      result += text[0];
    }
  }
  return result + '"';
}

json_writer& json_writer::open(char bracket) {
  separate();
  text_ += bracket;
  open_ += bracket;
  return *this;
}

json_writer& json_writer::end() {
  text_ += open_.back() == '{' ? '}' : ']';
  open_.pop_back();
  return *this;
}

json_writer& json_writer::key(std::string_view name) {
  separate();
  text_ += quoted(name);
  text_ += ':';
  return *this;
}

json_writer& json_writer::values(const std::int64_t* numbers, int count) {
  array();
  for (int i = 0; i < count; ++i) {
    value(numbers[i]);
  }
  return end();
}

json_writer& json_writer::written(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

void json_writer::separate() {
  const char last = text_.empty() ? '{' : text_.back();
  const bool first = open_.empty() || last == '{' || last == '[' || last == ':';
  text_ += first ? "" : ",";
}

}  // namespace kw::base
