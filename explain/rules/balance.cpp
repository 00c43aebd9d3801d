// Brackets that have no partner, wherever the compiler stumbled afterwards.
#include "explain/balance.hpp"

#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

std::string name_of_bracket(char bracket) {
  return bracket == '(' || bracket == ')' ? "parenthesis" : "bracket";
}

/// Moves to a bracket: `$bracket`, its `$partner` and the line where that was `$noticed`.
void move_to(const situation& s, const lonely_bracket& found, explanation& e, captures& c) {
  e.line = found.line;
  e.source_line = line_of(s, e.line);
  e.column = found.column;
  e.width = 1;
  c["bracket"] = std::string(1, found.bracket);
  c["partner"] = found.bracket == '(' ? ")" : found.bracket == '[' ? "]" : "}";
  c["kind"] = name_of_bracket(found.bracket);
  c["noticed"] =
      found.noticed == found.line ? "this line" : "line " + std::to_string(found.noticed);
}

bool of_another_kind(const situation& s, explanation& e, captures& c) {
  const auto found = lonely_parenthesis(s.source);
  if (!found || found->partner == 0 || found->line > e.line || s.in_header) {
    return false;
  }
  move_to(s, *found, e, c);
  c["closing"] = std::string(1, found->partner);
  return true;
}

/// Of a line above, or of this one if the compiler does not say that something was expected.
bool parenthesis_without_partner(const situation& s, explanation& e, captures& c) {
  const auto found = lonely_parenthesis(s.source);
  if (!found || found->partner != 0 || s.in_header || found->line > e.line ||
      (found->line == e.line && contains(s.message, "expected"))) {
    return false;
  }
  move_to(s, *found, e, c);
  return true;
}

bool parenthesis_left_open(const situation& s, explanation& e, captures& c) {
  return parenthesis_without_partner(s, e, c) && (c["bracket"] == "(" || c["bracket"] == "[");
}

bool unpaired_brace(const situation& s, explanation& e, captures& c) {
  const auto found = lonely_brace(s.source);
  if (!found || s.in_header || lonely_parenthesis(s.source)) {
    return false;
  }
  move_to(s, *found, e, c);
  return true;
}

/// The head of a block, above a brace that closes nothing, that has no brace of its own.
bool head_without_brace(const situation& s, explanation& e, captures& c) {
  const auto found = lonely_brace(s.source);
  if (!found || found->bracket != '}' || s.in_header || lonely_parenthesis(s.source)) {
    return false;
  }
  for (int line = 1; line < found->line; ++line) {
    c["head"] = without_comment(line_of(s, line));
    if (search(c["head"], R"(^(?:struct|class) \w+$)") &&
        !without_comment(line_of(s, line + 1)).starts_with("{")) {
      e.line = line;
      e.source_line = line_of(s, line);
      e.column = static_cast<int>(e.source_line.size()) + 1;
      return true;
    }
  }
  for (int line = 1; line < found->line; ++line) {
    const std::string next = without_comment(line_of(s, line + 1));
    c["head"] = without_comment(line_of(s, line));
    if (search(c["head"], R"(\) const$)") && !next.empty() && next[0] != '{') {
      e.line = line;
      e.source_line = line_of(s, line);
      e.column = static_cast<int>(e.source_line.find_last_not_of(" \t") + 2);
      e.width = 1;
      return true;
    }
  }
  for (int line = found->line - 1; line > 0; --line) {
    const std::string text = line_of(s, line), code = without_comment(text);
    if (code.empty() ||
        text.find_first_not_of(' ') + 1 != static_cast<std::size_t>(found->column)) {
      continue;
    }
    const bool head = search(code, R"(^(?:for|if|while|\} else if) ?\(.*\)$|)"
                                   R"(^(?:\} )?else$|\) const$)");
    if (head) {
      e.line = line;
      e.source_line = text;
      e.column = static_cast<int>(text.find_last_not_of(" \t") + 2);
      e.width = 1;
      c["head"] = code;
      return !contains(text, "//");
    }
    return false;
  }
  return false;
}

bool brace_left_open(const situation& s, explanation& e, captures& c) {
  return unpaired_brace(s, e, c) && c["bracket"] == "{";
}

constexpr rule kBalanceTable[] = {
    {.name = "bracket closed by another kind",
     .look = {of_another_kind, "bracket closing kind partner noticed"},
     .wrong = "this `$closing` closes a `$bracket`, which needs a `$partner`",
     .why = "One of the two brackets is of the wrong kind, or one between them is missing."},
    {.name = "parenthesis left open",
     .look = {parenthesis_left_open, "bracket kind partner noticed"},
     .wrong = "this `$bracket` has no `$partner`",
     .why = "The statement goes on to $noticed, and a closing $kind is missing on the way."},
    {.name = "parenthesis that closes nothing",
     .look = {parenthesis_without_partner, "bracket kind partner noticed"},
     .wrong = "the line closes one $kind more than it opens"},
    {.name = "brace left open",
     .look = {brace_left_open, "bracket kind partner noticed"},
     .wrong = "this { has no }",
     .why = "By the indents of the lines, its } is missing above $noticed."},
    {.name = "head without its brace",
     .look = {head_without_brace, "head"},
     .wrong = "a { is missing at the end of this line",
     .fix = "$head {"},
    {.name = "brace that closes nothing",
     .look = {unpaired_brace, "bracket kind partner noticed"},
     .wrong = "this } closes nothing: the brace is one too many",
     .why = "By the indents of the lines, nothing that begins above is still open here. If the } "
            "is right, its { is missing."},
};

}  // namespace

constinit const std::span<const rule> kBalanceRules = kBalanceTable;

}  // namespace kw::explain
