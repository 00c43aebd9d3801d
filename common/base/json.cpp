#include "common/base/json.hpp"

namespace kw::base {

std::string quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20) {
      result += std::string("\\u00") + kDigits[byte / 16] + kDigits[byte % 16];
    } else {
      result += c;
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
