// Characters that look like those of C++, or like nothing at all: word processors, chats and web
// pages write them. A compiler takes most of them for a part of a name, so the line decides here.
#include <algorithm>
#include <cstdint>

#include "common/base/cpp_text.hpp"
#include "common/base/utf8.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

struct lookalikes {
  std::string_view letters, what, typed;
};

constexpr std::string_view kSign = "a sign that C++ does not have";
constexpr lookalikes kLookalikes[] = {
    {"\u201C\u201D\u201E\u00AB\u00BB", "a curly quote", "\""},
    {"\u2018\u2019\u201A\u00B4", "a curly apostrophe", "'"},
    {"\u2010\u2011\u2012\u2013\u2014\u2212", "a dash that is not a minus", "-"},
    {"\u00A0\u2007\u2009\u202F\u3000", "a space that is not a plain one", " "},
    {"\u200B\u200C\u200D\u00AD\u2060\uFEFF", "an invisible character", ""},
    {"\u2264", kSign, "<="},
    {"\u2265", kSign, ">="},
    {"\u2260", kSign, "!="},
    {"\u00D7\u00B7", kSign, "*"},
    {"\u00F7", kSign, "/"},
    {"\u2192", kSign, "->"},
    {"\u2026", "an ellipsis", "..."},
    {"\u037E\uFF1B", "another semicolon", ";"},
    {"\uFF08", "a wide parenthesis", "("},
    {"\uFF09", "a wide parenthesis", ")"},
    {"\uFF0C", "a wide comma", ","}};

/// What is known about a character of UTF-8, or nullptr.
const lookalikes* find_lookalike(std::string_view letter) {
  const auto found =
      std::find_if(std::begin(kLookalikes), std::end(kLookalikes),
                   [&](const lookalikes& each) { return contains(each.letters, letter); });
  return found == std::end(kLookalikes) ? nullptr : &*found;
}

/// `$what` is the first character of the line's code that is not one of C++'s, `$number` its
/// column, `$advice` what to do about it, and `$fixed` the line without such characters. A letter
/// of another script can be part of a name, so it counts only if the message is about a character.
bool foreign_character(const situation& s, explanation& e, captures& c) {
  const bool any = s.kinds.contains(kind::character);
  const std::string_view line = e.source_line;
  std::string fixed;
  int column = 0;
  for (std::size_t at = 0, silent = 0; at < line.size(); ++column) {
    if (at >= silent) {
      silent = std::max(base::end_of_comment(line, at), base::end_of_literal(line, at));
    }
    const std::size_t length = base::character_length(line.substr(at));
    const std::string_view letter = line.substr(at, std::max<std::size_t>(1, length));
    const bool code = at >= silent && static_cast<std::uint8_t>(letter[0]) >= 0x80;
    const lookalikes* known = code && length > 0 ? find_lookalike(letter) : nullptr;
    if (code && (any || known != nullptr) && c["what"].empty()) {
      c["what"] = known != nullptr ? known->what
                  : length == 0    ? "a byte that is not UTF-8"
                                   : "a character";
      c["advice"] = known == nullptr       ? "Names consist of the letters a to z and A to Z, "
                                             "digits and _. Save the file as UTF-8."
                    : known->typed.empty() ? "Delete it, or type the line again."
                    : known->typed == " "  ? "Type a plain space in its place."
                                           : "Type " + std::string(known->typed) + " in its place.";
      e.column = column + 1;
      e.width = 1;
    }
    fixed += known != nullptr ? known->typed : letter;
    at += letter.size();
  }
  c["number"] = std::to_string(e.column);
  c["fixed"] = fixed == line ? "" : without_comment(fixed);
  return !c["what"].empty();
}

constexpr rule kCharacterTable[] = {
    {.name = "character that is not one of C++'s",
     .look = foreign_character,
     .wrong = "$what in column $number is not a character of C++",
     .why = "It may come from a word processor, a chat or a web page. $advice",
     .fix = "$fixed"},
};

}  // namespace

constinit const rule_table kCharacterRules = kCharacterTable;

}  // namespace kw::explain
