// Characters that look like those of C++, or like nothing at all: word processors, chats and web
// pages write them. A compiler takes most of them for a part of a name, so the line decides here.
#include <algorithm>
#include <cstdint>
#include <cstdio>

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
    {"\u037E", "a Greek question mark", ";"}};

/// The number of the valid character of UTF-8 that `letter` is.
std::uint32_t number_of(std::string_view letter) {
  constexpr std::uint32_t kFirstBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t number = static_cast<std::uint8_t>(letter[0]) & kFirstBits[letter.size()];
  for (const char byte : letter.substr(1)) {
    number = number << 6 | (static_cast<std::uint8_t>(byte) & 0x3F);
  }
  return number;
}

/// What to type in place of a character: `typed`, and what the character is. Nothing is known about
/// one whose `what` is empty.
struct replacement {
  std::string what, typed;
};

replacement replacement_of(std::string_view letter) {
  if (base::character_length(letter) == 0) {
    return {};
  }
  constexpr std::uint32_t kFirstWide = 0xFF01, kLastWide = 0xFF5E, kToPlain = 0xFEE0;
  for (const lookalikes& each : kLookalikes) {
    if (contains(each.letters, letter)) {
      return {std::string(each.what), std::string(each.typed)};
    }
  }
  const std::uint32_t number = number_of(letter);
  if (number >= kFirstWide && number <= kLastWide) {
    return {"a wide character", std::string(1, static_cast<char>(number - kToPlain))};
  }
  return {};
}

/// What to do about the character of UTF-8 that `letter` is, or about a byte that is not UTF-8.
std::string advice_on(std::string_view letter, const replacement& instead) {
  if (base::character_length(letter) == 0) {
    return "Have your editor save the file as UTF-8, and type the character again.";
  }
  if (instead.what.empty()) {
    return "Names consist of the letters a to z and A to Z, digits and _.";
  }
  return instead.typed.empty()  ? "Delete it, or type the line again."
         : instead.typed == " " ? "Type a plain space in its place."
                                : "Type " + instead.typed + " in its place.";
}

std::string description_of(std::string_view letter, const replacement& instead) {
  char text[16];
  if (base::character_length(letter) == 0) {
    std::snprintf(text, sizeof text, "0x%02X", static_cast<std::uint8_t>(letter[0]));
    return std::string("a byte that is not UTF-8 (") + text + ")";
  }
  std::snprintf(text, sizeof text, "U+%04X", static_cast<unsigned>(number_of(letter)));
  return (instead.what.empty() ? "a character" : instead.what) + " (" + text + ")";
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
    const std::string_view letter =
        line.substr(at, std::max<std::size_t>(1, base::character_length(line.substr(at))));
    const bool code = at >= silent && static_cast<std::uint8_t>(letter[0]) >= 0x80;
    at += letter.size();
    const replacement instead = code ? replacement_of(letter) : replacement();
    if (code && (any || !instead.what.empty()) && c["what"].empty()) {
      c["what"] = description_of(letter, instead);
      c["advice"] = advice_on(letter, instead);
      e.column = column + 1;
      e.width = 1;
    }
    fixed += instead.what.empty() ? letter : std::string_view(instead.typed);
  }
  c["number"] = std::to_string(e.column);
  c["fixed"] = fixed == line ? "" : without_comment(fixed);
  return !c["what"].empty();
}

constexpr rule kCharacterTable[] = {
    {.name = "character that is not one of C++'s",
     .look = {foreign_character, "what number advice fixed"},
     .wrong = "$what in column $number is not a character of C++",
     .why = "It may come from a word processor, a chat or a web page. $advice",
     .fix = "$fixed"},
};

}  // namespace

constinit const std::span<const rule> kCharacterRules = kCharacterTable;

}  // namespace kw::explain
