// The slips of C++ that beginners make, in the words of g++, clang++ and nvcc.
#include <algorithm>
#include <array>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- punctuation ------------------------------------------------------------------------------

/// The end of the code in a line, as a column from 1.
int end_column(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  const std::size_t last = code.find_last_not_of(" \t");
  return last == std::string::npos ? 1 : static_cast<int>(last) + 2;
}

/// What a learner reads where the compiler stopped understanding: the word there.
bool explain_unexpected(explanation& e) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : line.size();
  const std::size_t at = from < line.size() ? line.find_first_not_of(" \t", from) : line.size();
  if (at >= line.size()) {
    return false;
  }
  e.column = static_cast<int>(at) + 1;
  const std::string word = first_match(line.substr(at), "^([A-Za-z_0-9]+|[^A-Za-z_0-9 ])");
  if (word.empty()) {
    return false;
  }
  e.width = static_cast<int>(word.size());
  e.message = "this line cannot be read from `" + word + "` on";
  e.advice =
      "Something is missing in front of it or too much: an operator, a comma, a bracket, a type?";
  return true;
}

/// How many brackets of a kind a line of code opens, less those that it closes.
int open_brackets(const std::string& code, char open, char close) {
  return static_cast<int>(std::count(code.begin(), code.end(), open) -
                          std::count(code.begin(), code.end(), close));
}

/// for (a, b, c): the parts of a loop are separated by semicolons.
bool explain_loop(const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  groups match;
  if (!contains_any(s.message, {"expected", "redeclaration", "redefinition",
                                "already been declared", "declared"}) ||
      contains(code, " : ") ||
      !search(code, "^for \\(([^;,]*),([^;,]*),([^;]*)\\) ?\\{?$", &match)) {
    return false;
  }
  e.column = 0;
  e.message = "the three parts of a loop are separated by semicolons";
  e.fix = "for (" + match[1] + ";" + match[2] + ";" + match[3] + ") {";
  return true;
}

/// The brackets of one kind that the code opens, less those it closes; < 0 as soon as one is extra.
int brace_depth(const situation& s) {
  int depth = 0;
  for (const std::string& line : s.source) {
    for (const char c : line.substr(0, line.find("//"))) {
      depth += (c == '{') - (c == '}');
      if (depth < 0) {
        return depth;
      }
    }
  }
  return depth;
}

bool explain_semicolon(const situation& s, explanation& e) {
  const bool expects = contains(s.message, "expected ") || contains(s.message, "expected a ");
  if (!expects || !contains_any(s.message, {"';'", "\";\"", "';' at end"})) {
    return false;
  }
  // The compiler complains where the next token stands, often a line later.
  const std::size_t indent = e.source_line.find_first_not_of(" \t");
  const bool at_start =
      e.column > 0 && indent != std::string::npos && e.column == static_cast<int>(indent) + 1;
  int line = e.line - (at_start ? 1 : 0);
  while (at_start && line > 1 && without_comment(line_of(s, line)).empty()) {
    --line;
  }
  const std::string code = without_comment(line_of(s, line));
  if (open_brackets(code, '(', ')') < 0) {
    e.message = "the line closes one parenthesis more than it opens";
    return true;
  }
  const bool complete = !code.empty() && (code.back() == ';' || code.back() == '{');
  if (complete) {
    return explain_unexpected(e);
  }
  e.line = line;
  e.source_line = line_of(s, line);
  e.column = end_column(e.source_line);
  e.width = 1;
  e.message = "a semicolon is missing at the end of this line";
  e.fix = code + ";";
  return true;
}

bool explain_bracket(const situation& s, explanation& e) {
  const bool round = contains_any(s.message, {"expected ')'", "expected a \")\""});
  const bool square = contains_any(s.message, {"expected ']'", "expected a \"]\""});
  const bool extra = contains_any(s.message, {"extraneous ')'"});
  if (!round && !square && !extra) {
    return false;
  }
  const std::string code = e.source_line.substr(0, e.source_line.find("//"));
  const char open = square ? '[' : '(', close = square ? ']' : ')';
  const int missing = open_brackets(code, open, close);
  if (extra || missing < 0) {
    e.message = "the line closes one parenthesis more than it opens";
    return true;
  }
  // A statement may stand on several lines.
  const std::string statement = trimmed(code);
  const bool whole = missing == 0 && !statement.empty() && statement.back() == ';';
  if (whole || (missing == 0 && e.column > 0 && e.column < end_column(e.source_line) - 1)) {
    return explain_unexpected(e);
  }
  e.message = square ? "a closing bracket is missing" : "a closing parenthesis is missing";
  if (missing > 0) {
    e.advice = "The line has " + std::to_string(std::count(code.begin(), code.end(), open)) +
               " of `" + open + "` and " +
               std::to_string(std::count(code.begin(), code.end(), close)) + " of `" + close + "`.";
  }
  return true;
}

/// if n > 0 {: the condition without its parentheses.
bool explain_condition(const situation& s, explanation& e) {
  groups match;
  if (!contains(s.message, "expected") ||
      !search(without_comment(e.source_line), "^(if|while|for) ([^(].*[^ {]) *\\{?$", &match)) {
    return false;
  }
  e.column = 0;
  point_at(e, match[1]);
  e.message = "what follows " + match[1] + " stands in parentheses";
  e.fix = match[1] + " (" + match[2] + ") {";
  return true;
}

/// int64 n = ...: the name of an element type in front of a variable.
bool explain_element_type(const situation& s, explanation& e) {
  groups match;
  static const std::string declared("^((b?float|u?int)(8|16|32|64)) (\\w+) *= *(.*)$");
  if (!contains(s.message, "expected") ||
      !search(without_comment(e.source_line), declared, &match)) {
    return false;
  }
  e.column = 0;
  point_at(e, match[1]);
  e.message = match[1] + " stands for the elements of tiles; a variable has a type of C++";
  const std::string type = contains(match[1], "int") ? "std::" + match[1] + "_t" : "float";
  e.fix = type + " " + match[4] + " = " + match[5];
  return true;
}

/// The first line at the margin that begins something new while a brace is still open.
bool explain_brace(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"expected '}'", "expected a \"}\"", "at end of input",
                                "a function-definition is not allowed here",
                                "function definition is not allowed here", "invalid use of '::'",
                                "cannot have a qualified name", "qualified name is not allowed"})) {
    return false;
  }
  std::vector<int> open;  // lines; namespaces do not indent what they hold, so they do not count
  for (std::size_t i = 0; i < s.source.size(); ++i) {
    const std::string code = s.source[i].substr(0, s.source[i].find("//"));
    const auto line = static_cast<int>(i) + 1;
    const bool begins = !code.empty() && (is_name_character(code[0]) || code[0] == '}');
    if (!open.empty() && begins && (code[0] != '}' || open.size() > 1)) {
      e.line = open.back();
      e.source_line = line_of(s, e.line);
      const std::size_t brace = e.source_line.rfind('{');
      e.column = brace == std::string::npos ? 0 : static_cast<int>(brace) + 1;
      e.width = 1;
      e.message = "this { has no }";
      e.advice = "Line " + std::to_string(line) +
                 " begins something new while it is still open: a } "
                 "is missing above line " +
                 std::to_string(line) + ".";
      return true;
    }
    for (const char c : code) {
      if (c == '{' && !contains(code, "namespace")) {
        open.push_back(line);
      } else if (c == '}' && !open.empty()) {
        open.pop_back();
      }
    }
  }
  if (brace_depth(s) <= 0) {
    return explain_unexpected(e);
  }
  e.message = "a } is missing at the end of the file";
  e.column = 0;
  return true;
}

/// One } too many ends a kernel, or the file's namespace, early.
bool explain_extra_brace(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"expected ", "extraneous closing brace"}) || brace_depth(s) >= 0) {
    return false;
  }
  e.message = "the file closes one brace more than it opens";
  e.advice =
      "Count the { and } from here upwards: each kernel is struct ... { void operator()(...) const "
      "{ ... } };";
  return true;
}

// ---- functions ------------------------------------------------------------------------------

/// A lambda that uses what it has not captured.
bool explain_capture(const situation& s, explanation& e) {
  const std::string name = first_match(
      s.message, {"'(\\w+)' is not captured", "variable '(\\w+)' cannot be implicitly"});
  const bool nvcc = contains(s.message, "cannot be referenced in a lambda body");
  if (name.empty() && !nvcc) {
    return false;
  }
  point_at(e, name);
  e.message = "this lambda does not see " + (name.empty() ? "what is outside of it" : name);
  e.advice = "[&] lets it use the variables around it; [] keeps them out.";
  const std::string code = without_comment(e.source_line);
  e.fix = contains(code, "[]") ? replaced(code, "[]", "[&]") : "[&](...) { ... }";
  return true;
}

/// 0.0h: an ending that numbers do not have.
bool explain_literal(const situation& s, explanation& e) {
  const std::string number = first_match(e.source_line, "\\b([0-9][0-9.]*)[a-z]+\\b");
  if (!contains(s.message, "literal operator") || number.empty()) {
    return false;
  }
  e.column = 0;
  point_at(e, number);
  e.message = "numbers have no such ending";
  e.advice = "A number takes the element type of the tile it meets.";
  e.fix = number + "f";
  return true;
}

/// auto without a value.
bool explain_no_value(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"has no initializer", "requires an initializer",
                                "cannot deduce \"auto\" type (initializer required)"})) {
    return false;
  }
  e.message = "a variable that is declared with auto gets its value in the same line";
  e.advice = "Its type is the value's. Each variable has a declaration of its own.";
  e.fix = "auto a = ...; auto b = ...;";
  return true;
}

/// A function without its type.
bool explain_no_type(const situation& s, explanation& e) {
  const bool one_bracket =
      search(e.source_line, "operator *\\( *auto") && contains(s.message, "expected");
  if (!one_bracket &&
      !contains_any(s.message, {"forbids declaration of", "requires a type specifier",
                                "explicit type is missing", "expected type-specifier before"})) {
    return false;
  }
  const std::string code = without_comment(e.source_line);
  if (contains(code, "operator")) {
    e.column = 0;
    point_at(e, contains(code, "operator()") ? "operator()" : "operator");
    e.message = "a kernel's call operator is written void operator()(auto tl, ...) const";
    e.advice = "The first () is part of its name; the parameters follow in the second.";
    e.fix = "KW_KERNEL void operator()(auto tl, ...) const {";
    return true;
  }
  if (!search(code, "^[a-z_0-9:]+\\(")) {
    return false;
  }
  e.message = "the type of what the function returns is missing";
  e.advice = "A function that returns nothing is void.";
  e.fix = "void " + code;
  return true;
}

/// A header that is not there.
bool explain_header(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"No such file", "file not found", "cannot open source file"})) {
    return false;
  }
  const std::string told = first_match(
      s.message, {"^'?([^': ]+)'?: No such file", "^'([^']+)' file not found", "\"([^\"]+)\""});
  const std::string here = first_match(e.source_line, "[<\"]([^>\"]+)[>\"]");
  const std::string& header = told.empty() ? here : told;
  e.column = 0;
  point_at(e, header);
  e.message = "there is no header " + header;
  e.advice = "The library's is kernelwright/kernelwright.hpp; a lesson's has the lesson's name.";
  e.fix = contains(header, "kernel") ? "#include <kernelwright/kernelwright.hpp>" : "";
  return true;
}

bool explain_missing_return(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"no return statement", "does not return a value",
                                "missing return statement"})) {
    return false;
  }
  e.message = "this function ends without a return";
  e.advice = "What it promises to give back is given by return.";
  e.fix = "return ...;";
  return true;
}

std::string joined_lines(const std::string& text) {
  std::string joined;
  for (const char c : text) {
    const bool space = c == ' ';
    joined +=
        space && (joined.empty() || joined.back() == ' ') ? "" : std::string(1, space ? ' ' : c);
  }
  return joined;
}

bool explain_signature(const situation& s, explanation& e) {
  const std::string absent = first_match(s.message,
                                         "namespace \"lesson[0-9]+\" has no member "
                                         "\"(\\w+)\"");
  if (absent.empty() &&
      !contains_any(s.message, {"should have been declared inside",
                                "does not match any declaration", "no declaration matches",
                                "has no actual member", "matches the specified type"})) {
    return false;
  }
  const std::string name = first_match(e.source_line, "(?:\\w+::)*(\\w+)\\(");
  e.column = 0;
  point_at(e, name);
  e.message = "the lesson declares " + name + " with other parameters";
  e.advice =
      "The tests call it as the lesson's header declares it: name, parameters and their const "
      "must be the same.";
  groups match;
  if (search(s.contract, "[[:alnum:]_:<>]+ " + name + "\\([^;]*\\);", &match)) {
    e.fix = joined_lines(match[0]);
    return true;
  }
  if (s.contract.empty()) {
    return true;
  }
  e.message = "the lesson declares no function " + name;
  std::vector<std::string> declared;
  for (std::string rest = s.contract; search(rest, "(\\w+)\\(", &match); rest = match.rest) {
    declared.push_back(match[1]);
  }
  e.fix = nearest(name, declared);
  return true;
}

}  // namespace

bool explain_slip(const situation& s, explanation& e) {
  using rule = bool (*)(const situation&, explanation&);
  static constexpr rule kRules[] = {
      explain_no_type,   explain_capture,      explain_no_value,       explain_literal,
      explain_condition, explain_element_type, explain_loop,           explain_template,
      explain_name,      explain_brace,        explain_extra_brace,    explain_bracket,
      explain_semicolon, explain_header,       explain_missing_return, explain_signature};
  return std::any_of(std::begin(kRules), std::end(kRules),
                     [&](rule explains) { return explains(s, e); });
}

}  // namespace kw::explain
