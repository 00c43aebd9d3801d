// The slips of C++ that beginners make, in the words of g++, clang++ and nvcc.
#include <algorithm>
#include <array>

#include "explain/text.hpp"
#include "rules.hpp"

namespace kw::explain {
namespace {

/// A name that the compiler quotes behind or before the given words.
std::string quoted_name(const std::string& message, const std::vector<const char*>& expressions) {
  for (const char* expression : expressions) {
    const std::string name = first_match(message, expression);
    if (!name.empty()) {
      return name;
    }
  }
  return {};
}

bool offers(const situation& s, const std::string& name) {
  return std::find(s.language.begin(), s.language.end(), name) != s.language.end();
}

// ---- names ------------------------------------------------------------------------------------

struct spelling {
  const char* triton;
  const char* here;
  const char* why;
};
constexpr spelling kTriton[] = {
    {"cdiv", "cdiv(n, BLOCK_SIZE)", "It is a plain function, so that the host can call it too."},
    {"constexpr", "template <int BLOCK_SIZE> in front of the kernel",
     "What is known at compile time is a template parameter."},
    {"static_range", "for (int k = 0; k < K; ++k)", "A plain loop: the compiler unrolls it."},
    {"range", "for (int k = 0; k < K; ++k)", "A plain loop."},
    {"debug_barrier", "tl.barrier()", ""},
    {"expand_dims", "x(_, None) or x(None, _)", ""},
    {"broadcast_to", "x + tl.zeros(shape<M, N>)", "Operands broadcast by themselves."},
    {"zeros_like", "tl.zeros(size<N>)", ""},
    {"static_assert", "static_assert(condition, \"text\")", "C++ has its own."},
    {"sigmoid", "1.0f / (1.0f + tl.exp(-x))", ""},
    {"softmax", "exp, sum and a division", "The course writes it out."},
    {"static_print", "tl.device_print(\"text\", x)", ""},
    {"pow", "tl.exp2(y * tl.log2(x))", ""}};

bool explain_member(const situation& s, explanation& e) {
  const std::string name =
      quoted_name(s.message, {"has no member named '(\\w+)'", "no member named '(\\w+)' in 'kw::c",
                              "has no member \"(\\w+)\""});
  if (name.empty()) {
    return false;
  }
  if (!contains(s.message, "context")) {
    e.message = "there is no ." + name + " on this value";
    point_at(e, name);
    return true;
  }
  const std::string shown = "tl." + name;
  point_at(e, shown);
  if (search(name, "^(b?float(16|32|64)|u?int(1|8|16|32|64))$")) {
    e.message = "types are plain names here: " + name + ", without tl.";
    e.fix = name;
    return true;
  }
  for (const spelling& t : kTriton) {
    if (name == t.triton) {
      e.message = shown + " is spelled differently here";
      e.advice = t.why;
      e.fix = t.here;
      return true;
    }
  }
  e.message = "tl has no function " + name;
  const std::string near = nearest(name, s.language);
  if (!near.empty()) {
    e.fix = "tl." + near;
  } else {
    e.advice = "What tl offers: docs/pages/tl_reference.md.";
  }
  return true;
}

std::vector<std::string> names_in(const situation& s, int before) {
  std::vector<std::string> names = {"float", "int", "auto", "const",  "return", "size",   "shape",
                                    "axis",  "inf", "cdiv", "launch", "grid",   "narrow", "void"};
  static const std::string name("[A-Za-z_]\\w*");
  for (std::size_t i = 0; i < s.source.size(); ++i) {
    if (static_cast<int>(i) + 1 == before) {
      continue;  // the line itself holds the misspelled name
    }
    const std::string code = without_comment(s.source[i]);
    for (groups match{{}, code}; search(match.rest, name, &match);) {
      names.push_back(match[0]);
    }
  }
  return names;
}

bool explain_undeclared(const situation& s, explanation& e) {
  const std::string name = quoted_name(
      s.message,
      {"'(\\w+)' was not declared in this scope", "undeclared identifier '(\\w+)'",
       "identifier \"(\\w+)\" is undefined", "unknown type name '(\\w+)'",
       "there are no arguments to '(\\w+)' that depend", "'(\\w+)' does not name a type",
       "'(\\w+)' has not been declared", "'(\\w+)' is not a member of 'std'",
       "no member named '(\\w+)' in namespace 'std'", "namespace \"std\" has no member \"(\\w+)\"",
       "overloaded function \"std::(\\w+)\" matches"});
  if (name.empty()) {
    return false;
  }
  point_at(e, name);
  if (offers(s, name)) {
    const bool std_name = point_at(e, "std::" + name);
    e.message = name + " is a function of tl";
    e.advice = std_name
                   ? "std::" + name + " takes one number; tl." + name + " takes a tile."
                   : "The language's functions are called through tl, which knows the program.";
    e.fix = "tl." + name + "(...)";
    return true;
  }
  e.message = "the name " + name + " is not known here";
  std::string near = nearest(name, names_in(s, e.line));
  const bool assigned = search(e.source_line, "^\\s*" + name + "\\s*=[^=]");
  // Of a new variable the compiler's guess is a keyword, or a name from far away.
  near = near.empty() && !assigned ? first_match(s.message, "did you mean '(\\w+)'") : near;
  if (!near.empty()) {
    e.fix = near;
    e.advice = "Is it misspelled?";
  } else if (assigned) {
    e.advice = "A new variable is declared where it first gets its value, with auto in front.";
    e.fix = "auto " + trimmed(e.source_line);
  } else {
    e.advice = "A name must be declared above the line that uses it, in the same pair of braces.";
  }
  return true;
}

bool explain_redeclared(const situation& s, explanation& e) {
  const std::string name =
      quoted_name(s.message, {"redeclaration of '(?:[[:alnum:]_:<>&* ]* )?(\\w+)'",
                              "redefinition of '(\\w+)'", "\"(\\w+)\" has already been declared"});
  if (name.empty()) {
    return false;
  }
  point_at(e, name);
  e.message = name + " is declared already, a few lines above";
  e.advice =
      "Each variable is declared once. Choose another name; a tile that is to be changed is "
      "assigned without auto.";
  return true;
}

// ---- punctuation ------------------------------------------------------------------------------

/// The end of the code in a line, as a column from 1.
int end_column(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  const std::size_t last = code.find_last_not_of(" \t");
  return last == std::string::npos ? 1 : static_cast<int>(last) + 2;
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
  e.line = line;
  e.source_line = line_of(s, line);
  e.column = end_column(e.source_line);
  e.width = 1;
  e.message = "a semicolon is missing at the end of this line";
  e.fix = without_comment(e.source_line) + ";";
  return true;
}

bool explain_bracket(const situation& s, explanation& e) {
  const bool round = contains_any(s.message, {"expected ')'", "expected a \")\""});
  const bool square = contains_any(s.message, {"expected ']'", "expected a \"]\""});
  if (!round && !square) {
    return false;
  }
  const char open = round ? '(' : '[';
  const std::string code = e.source_line.substr(0, e.source_line.find("//"));
  const auto opened = std::count(code.begin(), code.end(), open);
  const auto closed = std::count(code.begin(), code.end(), round ? ')' : ']');
  e.message = round ? "a closing parenthesis is missing" : "a closing bracket is missing";
  e.advice = "The line has " + std::to_string(opened) + " of `" + open + "` and " +
             std::to_string(closed) + " of `" + (round ? ")" : "]") + "`.";
  if (opened <= closed) {
    e.advice = "";
  }
  return true;
}

/// The first line at the margin that begins something new while a brace is still open.
bool explain_brace(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"expected '}'", "expected a \"}\"", "at end of input",
                                "a function-definition is not allowed here",
                                "function definition is not allowed here"})) {
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
  e.message = "a } is missing at the end of the file";
  e.column = 0;
  return true;
}

// ---- templates --------------------------------------------------------------------------------

bool explain_constant(const situation& s, explanation& e) {
  if (!contains_any(s.message,
                    {"not usable in a constant expression", "is not a constant expression",
                     "template argument is not a constant expression",
                     "expression must have a constant value"})) {
    return false;
  }
  const std::string name = quoted_name(
      s.block, {"value of '(\\w+)' is not usable", "error: '(\\w+)' is not a constant",
                "non-const variable '(\\w+)'", "parameter '(\\w+)' with unknown",
                "value of variable \"(\\w+)\"", "parameter \"(\\w+)\"", "\"(\\w+)\" \\(declared"});
  const std::string inside = name.empty() ? first_match(e.source_line, "<(\\w+)>") : name;
  e.column = 0;
  point_at(e, inside);
  e.message = (inside.empty() ? "this number" : inside) +
              " must be known at compile time, and is known only at run time";
  e.advice =
      "Extents of tiles and template arguments are fixed when the program is compiled. In a "
      "kernel they are template parameters, in a function constants.";
  const bool in_kernel = contains(e.source_line, "tl.");
  e.fix = in_kernel ? "template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>"
                    : "constexpr int " + (inside.empty() ? "kBlockSize" : inside) + " = 1024;";
  return true;
}

bool explain_template_argument(const situation& s, explanation& e) {
  const bool kernel_type = search(e.source_line, "\\w+<[^<>]*>\\s*,");
  if (contains_any(s.message, {"type/value mismatch", "for non-type template parameter must be"}) ||
      (contains(s.message, "type name is not allowed") &&
       search(e.source_line, "(size|shape|axis)<\\s*[a-z]"))) {
    const std::string type = first_match(e.source_line, "(?:size|shape|axis)<\\s*([a-z]\\w*)");
    point_at(e, type);
    e.message = "a number is wanted here, not the type" + (type.empty() ? "" : " " + type);
    e.advice =
        "size<N>, shape<M, N> and axis<K> take numbers. A type of elements is an argument of "
        "its own, such as float32.";
    e.fix = "size<64>";
    return true;
  }
  if (kernel_type && contains_any(s.message, {"expected primary-expression before ','",
                                              "function-style cast", "type name is not allowed"})) {
    const std::string type = first_match(e.source_line, "(\\w+<[^<>]*>)\\s*,");
    point_at(e, type);
    e.message = type + " is a type; launch takes an object of it";
    e.advice = "A pair of braces makes the object.";
    e.fix = type + "{}";
    return true;
  }
  if (contains_any(s.message, {"class template argument deduction failed",
                               "no viable constructor or deduction guide",
                               "cannot deduce class template arguments",
                               "no instance of constructor", "wrong number of template arguments",
                               "too few template arguments", "missing template arguments"})) {
    const std::string type = first_match(e.source_line, "\\b([A-Z]\\w*)\\s*(?:<[^<>]*>)?\\s*[{(]");
    point_at(e, type);
    e.message = (type.empty() ? "this" : type) + " needs its template arguments";
    e.advice = "The kernel is a template over its block sizes; say which ones to take.";
    e.fix = (type.empty() ? "Kernel" : type) + "<1024>{}";
    return true;
  }
  return false;
}

// ---- tiles ------------------------------------------------------------------------------------

bool explain_truth(const situation& s, explanation& e) {
  const bool to_bool =
      contains_any(s.message, {"to 'bool'", "contextually convertible to 'bool'",
                               "expression must have bool type", "is not convertible to 'bool'"});
  if (!to_bool) {
    return false;
  }
  const bool chooses = contains(e.source_line, "?");
  e.column = 0;
  point_at(e, chooses ? "?" : contains(e.source_line, "while") ? "while" : "if");
  e.message = "a tile has a truth value for each lane, and this needs a single one";
  e.advice = chooses ? "?: chooses once; tl.where chooses lane by lane."
                     : "An if decides for the whole program. To leave lanes out, hand the mask to "
                       "tl.load and tl.store; to choose between two values, use tl.where.";
  e.fix = chooses ? "tl.where(condition, a, b)" : "tl.store(out + offsets, value, mask)";
  return true;
}

bool explain_raw_access(const situation& s, explanation& e) {
  const bool subscript =
      contains(s.message, "operator[]") || contains(s.message, "operator \"[]\"");
  const bool star = contains_any(s.message, {"no match for 'operator*' (operand type is",
                                             "indirection requires pointer operand"}) ||
                    (contains(s.message, "operator \"*\"") && contains(s.block, "pointer_tile"));
  if (!subscript && !star) {
    return false;
  }
  groups match;
  if (subscript && search(e.source_line, "(\\w+)\\[(\\w+)\\]", &match)) {
    point_at(e, match[0]);
    e.fix = "tl.load(" + match[1] + " + " + match[2] + ", mask)";
  } else if (star) {
    point_at(e, "*(");
    e.fix = "tl.load(x + offsets, mask)";
  }
  e.message = "a tile of addresses is read with tl.load and written with tl.store";
  e.advice =
      "A pointer plus a tile of offsets is one address a lane; brackets and * are for a single "
      "address.";
  return true;
}

bool explain_read_only(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"assignment of read-only", "is not assignable",
                                "must be a modifiable lvalue", "with const-qualified type"})) {
    return false;
  }
  const std::string name = first_match(e.source_line, "(\\w+)\\s*(?:\\[[^]]*\\])?\\s*[-+*/]?=[^=]");
  point_at(e, name);
  e.message = (name.empty() ? "this" : name) + " is const: it can be read, not written";
  e.advice =
      "A parameter such as const float* x is an input. Results go to an output, by tl.store.";
  e.fix = "tl.store(out + offsets, value, mask)";
  return true;
}

bool explain_axis(const situation& s, explanation& e) {
  groups match;
  static const std::string call(
      "tl\\s*\\.\\s*(sum|max|min|mean|argmax|argmin|reduce|cumsum)\\((.*)");
  const std::string code = without_comment(e.source_line);
  if (!contains_any(s.message, {"no matching function", "no matching member function",
                                "no instance of overloaded function", "no instance of function"}) ||
      !search(code, call, &match)) {
    return false;
  }
  const std::string function = match[1];
  const std::size_t open = code.find(match[0]) + match[0].find('(');
  const auto arguments = arguments_of(code, open);
  point_at(e, "tl." + function);
  const bool needs_axis = function == "argmax" || function == "argmin" || function == "cumsum";
  if (arguments.size() == 1 && needs_axis) {
    e.message = "tl." + function + " needs an axis";
    e.fix = "tl." + function + "(" + arguments[0] + ", axis<0>)";
    return true;
  }
  if (arguments.size() < 2) {
    return false;
  }
  const bool number =
      !arguments[1].empty() && (std::isdigit(static_cast<unsigned char>(arguments[1][0])) != 0);
  e.message = "an axis is written axis<0> or axis<1>, not as a plain number";
  e.advice =
      "The shape of the result depends on it, so it is known at compile time. axis<0> goes down "
      "each column, axis<1> along each row; a 1-D tile has axis<0>.";
  e.fix = "tl." + function + "(" + arguments[0] + ", axis<" + (number ? arguments[1] : "0") + ">)";
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
  if (!contains_any(s.message, {"should have been declared inside",
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
  }
  return true;
}

}  // namespace

bool explain_slip(const situation& s, explanation& e) {
  using rule = bool (*)(const situation&, explanation&);
  static constexpr rule kRules[] = {explain_member,   explain_undeclared,        explain_redeclared,
                                    explain_brace,    explain_bracket,           explain_semicolon,
                                    explain_constant, explain_template_argument, explain_truth,
                                    explain_axis,     explain_raw_access,        explain_read_only,
                                    explain_signature};
  return std::any_of(std::begin(kRules), std::end(kRules),
                     [&](rule explains) { return explains(s, e); });
}

}  // namespace kw::explain
