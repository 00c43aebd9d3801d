// What Gradescope says about each submission, in the few forms of YAML that its export has.
#include <algorithm>
#include <sstream>
#include <utility>

#include "grader/class/layouts.hpp"
#include "grader/class/text_forms.hpp"

namespace kw::grader {
namespace {

/// The letter of an escape such as "u00FC", and how many letters the escape has.
std::pair<std::string, std::size_t> unescaped(std::string_view escape) {
  const std::size_t digits = escape[0] == 'x' ? 2 : escape[0] == 'u' ? 4 : escape[0] == 'U' ? 8 : 0;
  if (digits == 0 || escape.size() <= digits ||
      escape.substr(1, digits).find_first_not_of("0123456789abcdefABCDEF") !=
          std::string_view::npos) {
    const char letter = escape[0] == 'n' || escape[0] == 't' ? ' ' : escape[0];
    return {std::string(1, letter), 1};
  }
  return {utf8_of(static_cast<std::int32_t>(
              std::stoul(std::string(escape.substr(1, digits)), nullptr, 16) & 0x7FFFFFFF)),
          digits + 1};
}

/// The text of a value, which may be in quotation marks of either kind.
std::string scalar_text(std::string_view value) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = value.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) {
    return {};
  }
  value = value.substr(begin, value.find_last_not_of(kBlank) + 1 - begin);
  const char mark = value[0];
  if ((mark != '\'' && mark != '"') || value.size() < 2) {
    return value == "null" || value == "~" ? std::string() : std::string(value);
  }
  std::string text;
  for (std::size_t at = 1; at < value.size(); ++at) {
    if (mark == '"' && value[at] == '\\' && at + 1 < value.size()) {
      const auto [letter, length] = unescaped(value.substr(at + 1));
      text += letter;
      at += length;
    } else if (value[at] != mark) {
      text += value[at];
    } else if (mark == '\'' && at + 1 < value.size() && value[at + 1] == mark) {
      text += value[++at];
    } else {
      break;
    }
  }
  return text;
}

/// ":name: Jane Doe" as "name" and "Jane Doe".
std::pair<std::string_view, std::string> key_and_value(std::string_view text) {
  text.remove_prefix(!text.empty() && text[0] == ':' ? 1 : 0);
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos
             ? std::pair(std::string_view(), std::string())
             : std::pair(text.substr(0, colon), scalar_text(text.substr(colon + 1)));
}

/// Reads the lines of one submission. Only what is said about the submission itself counts: its
/// results have names of tests, its history has other times, and its output may have anything.
class entry_reader {
 public:
  void read(std::string_view line, std::size_t indent) {
    std::string_view text = line.substr(indent);
    indent_ = indent_ == 0 ? indent : indent_;
    if (indent == indent_ && text[0] != '-') {
      const auto [key, value] = key_and_value(text);
      about_people_ = key == "submitters";
      entry_.created_at = key == "created_at" ? value : entry_.created_at;
      return;
    }
    if (!about_people_) {
      return;
    }
    if (text[0] == '-') {
      entry_.people.emplace_back();
      text.remove_prefix(std::min(text.find_first_not_of("- "), text.size()));
    } else if (entry_.people.empty()) {
      entry_.people.emplace_back();
    }
    gradescope_entry::person& person = entry_.people.back();
    const auto [key, value] = key_and_value(text);
    for (const auto& [known, part] :
         {std::pair("name", &person.name), std::pair("email", &person.email),
          std::pair("sid", &person.sid)}) {
      *part = key == known && part->empty() ? value : *part;
    }
  }

  gradescope_entry take() {
    std::vector<gradescope_entry::person> people;
    for (gradescope_entry::person& one : entry_.people) {
      const bool nobody = one.name.empty() && one.email.empty() && one.sid.empty();
      if (!nobody && std::find(people.begin(), people.end(), one) == people.end()) {
        people.push_back(std::move(one));
      }
    }
    entry_.people = std::move(people);
    return std::move(entry_);
  }

 private:
  std::size_t indent_ = 0;  ///< Of what is said about the submission; 0 before its first line.
  bool about_people_ = false;
  gradescope_entry entry_;
};

}  // namespace

std::map<std::string, gradescope_entry> parse_gradescope_metadata(std::string_view text) {
  std::map<std::string, entry_reader> readers;
  entry_reader* reader = nullptr;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.find_first_not_of(" \r");
    if (indent == std::string::npos) {
      continue;
    }
    if (indent == 0) {
      const bool begins = line.rfind("submission_", 0) == 0;
      reader = begins ? &readers[line.substr(0, line.find(':'))] : nullptr;
    } else if (reader != nullptr) {
      reader->read(line, indent);
    }
  }
  std::map<std::string, gradescope_entry> result;
  for (auto& [folder, one] : readers) {
    result.emplace(folder, one.take());
  }
  return result;
}

}  // namespace kw::grader
