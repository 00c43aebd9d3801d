// The grammar of C++: brackets, semicolons and commas, headers, and the slips of those who begin
// with it. What the search for a change can try (explain/repair) needs only a sentence here.
#include <algorithm>
#include <cstdint>

#include "common/base/cpp_text.hpp"
#include "common/base/utf8.hpp"
#include "explain/rules/rule.hpp"

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
  const bool any = search(s.message, kind::character);
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
      c["advice"] = known == nullptr ? "Names consist of the letters a to z and A to Z, digits and "
                                       "_. Save the file as UTF-8."
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
    {.look = foreign_character,
     .wrong = "$what in column $number is not a character of C++",
     .why = "It may come from a word processor, a chat or a web page. $advice",
     .fix = "$fixed"},
};

// ---- brackets and semicolons -------------------------------------------------------------------

/// Moves to the first brace that has no partner, if not as many open as close: `$bracket`, and the
/// line where that was `$noticed`. The indentation says what the writer meant.
bool lonely_brace(const situation& s, explanation& e, captures& c) {
  const auto count = [&](char brace) { return std::count(s.text.begin(), s.text.end(), brace); };
  const auto indent = [&](int line) { return line_of(s, line).find_first_not_of(" \t"); };
  const base::cpp_statement* found = nullptr;
  for (const base::cpp_statement& each : s.code.statements()) {
    const bool differs = each.block_end > each.last_line &&
                         base::trimmed(line_of(s, each.block_end)).starts_with('}') &&
                         indent(each.block_end) != indent(each.line);
    found = differs && (found == nullptr || each.block_end < found->block_end) ? &each : found;
  }
  if (found == nullptr || s.in_header || count('{') == count('}')) {
    return false;
  }
  const bool too_many = indent(found->block_end) > indent(found->line);
  move_to(s, too_many ? found->block_end : found->last_line, e);
  c["bracket"] = too_many ? "}" : "{";
  e.column = static_cast<int>(e.source_line.rfind(c["bracket"])) + 1;
  e.width = 1;
  c["noticed"] = "line " + std::to_string(found->block_end);
  return true;
}

/// The word where the compiler stopped understanding; false at the end of the line.
bool word_at_caret(const situation&, explanation& e, captures& c) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : line.size();
  const std::size_t at = from < line.size() ? line.find_first_not_of(" \t", from) : line.size();
  if (at >= line.size()) {
    return false;
  }
  c["there"] = first_match(std::string_view(line).substr(at), "^([A-Za-z_0-9]+|[^A-Za-z_0-9 ])");
  e.column = static_cast<int>(at) + 1;
  e.width = static_cast<int>(c["there"].size());
  return !c["there"].empty();
}

/// The line that lacks a semicolon: the compiler complains where the next token is.
bool semicolon_missing(const situation& s, explanation& e, captures&) {
  const std::size_t indent = e.source_line.find_first_not_of(" \t");
  if (e.column > 0 && indent != std::string::npos && e.column == static_cast<int>(indent) + 1) {
    do {
      --e.line;
    } while (e.line > 1 && without_comment(line_of(s, e.line)).empty());
  }
  e.source_line = line_of(s, e.line);
  const std::string code = without_comment(e.source_line);
  e.column = static_cast<int>(e.source_line.find(code) + code.size()) + 1;
  e.width = 1;
  return !code.ends_with(';') && !code.ends_with('{');
}

// ---- headers and signatures -----------------------------------------------------------------

/// The function of the line, `$name`; and as the lesson's header declares it, as the line has
/// to be.
bool function_of_the_lesson(const situation& s, explanation& e, captures& c) {
  c["name"] = first_match(e.source_line, R"((?:\w+::)*(\w+)\()");
  const auto declared = find(s.lesson, R"(([\w:<>]+) ()" + c["name"] + R"()(\([^;]*\));)");
  if (declared) {
    std::string parameters = joined(base::arguments_of((*declared)[3], 0));
    if (contains(s.text, "using namespace kw;")) {
      parameters = replaced(parameters, "kw::", "");
    }
    const std::string space = contains(e.source_line, "::" + c["name"])
                                  ? first_match(s.lesson, R"(namespace (\w+))") + "::"
                                  : "";
    c["declared"] = (*declared)[1] + " " + space + (*declared)[2] + "(" + parameters + ") {";
  }
  return true;
}

constexpr spelling kBraces[] = {
    {"{", "has no `}`", "It is missing above or in $noticed."},
    {"}", "closes nothing", "It is one too many, or what it closes is missing above."}};

/// A file whose braces are not in pairs: whatever the compiler says follows from that.
constexpr rule kBracketTable[] = {
    {.look = lonely_brace, .among = kBraces, .key = "bracket", .wrong = "this `$bracket` $here"},
};

constexpr rule kGrammarTable[] = {
    {.kinds = {kind::expected, kind::no_type, kind::undeclared},
     .line = R"(\((?:const )?(?P<name>program|auto +program)(?:[ &*]+tl\b|,|\)))",
     .wrong = "program is not a type: it goes before auto",
     .why = "It is a concept: it says what tl can do. The type of tl differs between a CPU and a "
            "GPU, and auto covers both.",
     .fix = "program auto tl"},
    {.kinds = {kind::not_captured},
     .wrong = "this lambda cannot use ${name|the variables outside it}",
     .why = "[&] lets it use the variables around it; [] keeps them out.",
     .fix = "[&](...) { ... }"},
    {.kinds = {kind::number_called},
     .line = R"(\b(?P<name>\w+)\((?:_, None|None, _)\))",
     .wrong = "$name is one number, so it needs no axes",
     .why = "A number combines with a tile of any shape.",
     .fix = "$name"},
    {.kinds = {kind::read_only, kind::expected},
     .line = R"(^(?:\} else )?(?P<key>if|while) \((?P<left>.*[^=!<>]) = (?P<right>[^=].*)\) ?\{?$)",
     .caret = " = ",
     .wrong = "= stores a value; == compares two",
     .fix = "$key ($left == $right) {"},
    {.kinds = {kind::no_header},
     .wrong = "the header $name does not exist",
     .why = "The library's header is kernelwright/kernelwright.hpp, and a lesson's header has the "
            "lesson's name."},
    {.kinds = {kind::other_signature},
     .look = function_of_the_lesson,
     .wrong = "the lesson does not declare $name like this",
     .why = "The tests call it as the lesson's header declares it: name, parameters and their "
            "const must be the same.",
     .fix = "$declared"},

    {.kinds = {kind::expected_bracket}, .wrong = "a `$lacks` is missing here, or further left"},
    {.kinds = {kind::expected_semicolon},
     .look = semicolon_missing,
     .wrong = "a semicolon is missing at the end of this line",
     .fix = "$code;"},
    {.kinds = {kind::expected, kind::expected_brace},
     .look = word_at_caret,
     .wrong = "the compiler cannot read this line from `$there` on",
     .why = "Something just before it is missing or is one too many: is it an operator, a comma, a "
            "bracket or a type?"},
};

}  // namespace

constinit const rule_table kCharacterRules = kCharacterTable;
constinit const rule_table kBracketRules = kBracketTable;
constinit const rule_table kGrammarRules = kGrammarTable;

}  // namespace kw::explain
