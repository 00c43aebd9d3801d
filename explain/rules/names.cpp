// Names that are not known, members that are not there, and names declared twice.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

bool offers(const situation& s, const std::string& name) {
  return std::find(s.language.begin(), s.language.end(), name) != s.language.end();
}

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
    {"reshape", "x(_, None) or x(None, _)", "Any other shape is loaded as it is to be."},
    {"broadcast_to", "x + tl.zeros(shape<M, N>)", "Operands broadcast by themselves."},
    {"zeros_like", "tl.zeros(size<N>)", ""},
    {"ones", "tl.full(size<N>, 1.0f)", ""},
    {"static_assert", "static_assert(condition, \"text\")", "C++ has its own."},
    {"sigmoid", "1.0f / (1.0f + tl.exp(-x))", ""},
    {"softmax", "exp, sum and a division", "The course writes it out."},
    {"static_print", "tl.device_print(\"text\", x)", ""},
    {"print", "tl.device_print(\"text\", x)", ""},
    {"fetch", "fetch(a.tile(...), b.tile(...))", "It is a plain function."},
    {"matmul", "tl.dot(a, b)", ""},
    {"transpose", "tl.trans(x)", ""},
    {"permute", "tl.trans(x)", ""},
    {"cast", "x.to(float32)", ""},
    {"fdiv", "a / b", ""},
    {"var", "tl.sum(d * d) / n, with d = x - mean", "The variance is written out."},
    {"std", "tl.sqrt(tl.sum(d * d) / n), with d = x - mean", "The deviation is written out."},
    {"math", "tl.exp(x), tl.sqrt(x) and the like", "The functions are those of tl itself."},
    {"make_block_ptr", "a.tile(shape<M, N>, i, j) of a tensor_descriptor", ""},
    {"advance", "a new tile at other offsets", "Pointers and tiles are made anew for each step."},
    {"pow", "tl.exp2(y * tl.log2(x))", ""}};

bool explain_tl_member(const situation& s, explanation& e, const std::string& name) {
  const std::string shown = "tl." + name;
  point_at(e, shown);
  if (search(name, "^(b?float(16|32|64)|u?int(1|8|16|32|64))$")) {
    e.message = "types are plain names here: " + name + ", without tl.";
    e.fix = name;
    return true;
  }
  if (search(name, "^(tf32|tf32x3|ieee|inf)$")) {
    e.message = name + " is a plain name here, without tl.";
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

/// What stands before the dot of `.name`: a name, or nothing.
std::string object_of(const explanation& e, const std::string& name) {
  return first_match(without_comment(e.source_line), ("(\\w+)\\s*\\.\\s*" + name + "\\b").c_str());
}

bool is_one_of(const std::string& name, const std::vector<std::string_view>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool explain_value_member(const situation& s, explanation& e, const std::string& name) {
  const std::string object = object_of(e, name);
  const std::string x = object.empty() ? "x" : object;
  point_at(e, name);
  e.message = "there is no ." + name + " on this value";
  const bool view = contains_any(s.message, {"kw::view", "tensor_descriptor"});
  if (view && is_one_of(name, {"shape", "size", "length", "len"})) {
    e.advice = "A view knows how long it is along each axis.";
    e.fix = x + ".extent(0)";
  } else if (is_one_of(name, {"T", "t", "transpose"})) {
    e.message = "the transpose of a tile is tl.trans";
    e.fix = "tl.trans(" + x + ")";
  } else if (is_one_of(name, {"astype", "type", "cast", "half", "bfloat16"}) || name == "float") {
    e.message = "the element type is changed with .to";
    e.fix = x + (name == "half"       ? ".to(float16)"
                 : name == "bfloat16" ? ".to(bfloat16)"
                                      : ".to(float32)");
  } else if (is_one_of(name, {"reshape", "view", "unsqueeze", "expand_dims"})) {
    e.message = "an axis is added with parentheses here";
    e.advice = "(_, None) makes a column of a 1-D tile, (None, _) a row.";
    e.fix = x + "(_, None)";
  } else if (is_one_of(name, {"shape", "size", "dtype", "ndim", "length"})) {
    e.message = "a tile has no ." + name + ": it is part of its type";
    e.advice = "Its extents are template parameters of the kernel, such as BLOCK_SIZE.";
  } else if (name == "pipeline") {
    e.message = "the loop over a stream is called pipelined";
    e.fix = x + ".pipelined(0, end, step, [&](int, auto at, auto bt) { ... });";
  } else if (offers(s, name)) {
    e.message = name + " is a function of tl";
    e.advice = "It takes the tile as its first argument.";
    e.fix = "tl." + name + "(" + x + ")";
  }
  return true;
}

bool explain_member(const situation& s, explanation& e) {
  if (contains(s.message, "namespace")) {
    return false;
  }
  const std::string name = first_match(
      s.message,
      {"has no member named '(\\w+)'", "no member named '(\\w+)' in", "has no member \"(\\w+)\""});
  if (name.empty()) {
    return false;
  }
  return contains(s.message, "context") && contains(e.source_line, "tl") &&
                 find_word(e.source_line, "tl." + name) != std::string::npos
             ? explain_tl_member(s, e, name)
             : explain_value_member(s, e, name);
}

/// x.size() of a pointer, n.to(float32) of a number.
bool explain_no_class(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"which is of non-class type", "is not a structure or union",
                                "expression must have class type"})) {
    return false;
  }
  const bool pointer = contains(s.message, "*");
  groups match;
  static const std::string member("(\\w+)\\s*\\.\\s*(\\w+)");
  std::string rest = without_comment(e.source_line);
  while (search(rest, member, &match) &&
         (match[1] == "tl" || (std::isdigit(static_cast<unsigned char>(match[1][0])) != 0) ||
          (contains(s.message, "member '") && !contains(s.message, "'" + match[2] + "'")))) {
    rest = match.rest;
  }
  if (match.found.empty() || match[1] == "tl") {
    e.message = "what stands before this dot is a plain number, not a tile";
    e.advice = "Numbers take part in the arithmetic of tiles as they are.";
    return true;
  }
  const std::string x = match[1];
  e.column = 0;
  point_at(e, x + "." + match[2]);
  if (pointer) {
    e.message = x + " is a pointer: it knows neither a length nor a shape";
    e.advice = "The kernel takes sizes and strides as parameters, and the launch passes them.";
  } else {
    e.message = x + " is a plain number, not a tile";
    e.advice = "Numbers take part in the arithmetic of tiles as they are.";
    e.fix = match[2] == "to" ? "static_cast<float>(" + x + ")" : "";
  }
  return true;
}

/// tl->load and tl::load.
bool explain_dot(const situation& s, explanation& e) {
  const bool arrow =
      contains_any(s.message, {"base operand of '->'", "operator -> or ->*", "is not a pointer"});
  const bool colons = contains_any(s.message, {"'tl' is not a class", "name followed by \"::\""});
  const char* wrong = arrow ? "->" : "::";
  if (!(arrow || colons) || !contains(e.source_line, std::string("tl") + wrong)) {
    return false;
  }
  e.column = 0;
  point_at(e, wrong);
  e.message = "the functions of tl are called with a dot";
  e.fix = replaced(without_comment(e.source_line), std::string("tl") + wrong, "tl.");
  return true;
}

std::vector<std::string> names_in(const situation& s, int before) {
  std::vector<std::string> names = {"float",  "int",  "auto", "const",     "return", "size",
                                    "shape",  "axis", "inf",  "cdiv",      "launch", "grid",
                                    "narrow", "void", "None", "KW_KERNEL", "KW_HD"};
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

struct math_function {
  const char* name;
  const char* here;
};
constexpr math_function kMath[] = {
    {"expf", "exp"},      {"__expf", "exp"},   {"exp2f", "exp2"},    {"logf", "log"},
    {"__logf", "log"},    {"log2f", "log2"},   {"sqrtf", "sqrt"},    {"rsqrtf", "rsqrt"},
    {"fabsf", "abs"},     {"fabs", "abs"},     {"fmaxf", "maximum"}, {"fmax", "maximum"},
    {"fminf", "minimum"}, {"fmin", "minimum"}, {"max", "maximum"},   {"min", "minimum"},
    {"exp", "exp"},       {"log", "log"},      {"sqrt", "sqrt"},     {"abs", "abs"}};

/// The functions of the C++ library on tiles: gcc does not know them here, nvcc knows others.
bool explain_math(const situation& s, explanation& e) {
  const bool refused = contains_any(
      s.message, {"not declared", "undeclared", "is not a member", "no member named",
                  "no arguments to", "has no member", "no matching function",
                  "no instance of overloaded", "is undefined", "conversion function",
                  "no viable conversion", "must have bool type", "to 'bool'", "cannot convert"});
  const std::string code = without_comment(e.source_line);
  for (const math_function& f : kMath) {
    const std::string name = f.name;
    groups match;
    if (!refused || !search(code, "(^|[^.:[:alnum:]_])((?:std::)?" + name + ")\\s*\\(", &match)) {
      continue;
    }
    const std::string shown = match[2];
    const std::size_t open = code.find(match[0]) + match[0].size() - 1;
    const auto arguments = arguments_of(code, open);
    const bool reduces = arguments.size() < 2 && (name == "max" || name == "min");
    e.column = 0;
    point_at(e, shown);
    const std::string here = std::string("tl.") + (reduces ? name.c_str() : f.here);
    e.message = shown + " takes single numbers, and " + here + " takes tiles as well";
    e.advice = "The functions of a kernel are called through tl, which knows the program.";
    e.fix = here + "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      e.fix += (i > 0 ? ", " : "") + arguments[i];
    }
    e.fix += arguments.empty() ? "x)" : ")";
    return true;
  }
  return false;
}

/// A name that stands where it is not visible, for a reason that the file tells.
bool explain_not_visible(const situation& s, explanation& e, const std::string& name) {
  const auto in_file = [&](const std::string& text) {
    return std::any_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
      return contains(without_comment(line), text);
    });
  };
  const bool ours =
      is_one_of(name, {"size",     "shape", "axis",   "grid",  "launch",    "view",    "narrow",
                       "cdiv",     "inf",   "None",   "_",     "float32",   "float16", "float16_t",
                       "bfloat16", "dtype", "stages", "fetch", "KW_KERNEL", "kw"});
  if (ours && !in_file("#include <kernelwright/kernelwright.hpp>")) {
    e.advice = "It is the library's, and the file does not include the library's header.";
    e.fix = "#include <kernelwright/kernelwright.hpp>";
    return true;
  }
  if (ours && !in_file("using namespace kw;")) {
    e.advice = "It stands in the library's namespace.";
    e.fix = "using namespace kw;";
    return true;
  }
  const std::string space = first_match(s.contract, "namespace (\\w+)");
  if (!space.empty() && search(name, "^k[A-Z]") &&
      find_word(s.contract, name) != std::string::npos) {
    e.advice = "It stands in the lesson's namespace, " + space +
               ", in which the lesson's own functions are: does the function around this line have "
               "`" +
               space + "::` in front of its name?";
    e.fix = space + "::" + name;
    return true;
  }
  if (search(e.source_line, "operator\\(\\)\\(.*\\b" + name + " *[,)]")) {
    e.message = "the parameter " + name + " has no type";
    e.fix = name == "tl" ? "auto tl" : "float* " + name + ", or int " + name;
    return true;
  }
  if (name == "tl") {
    e.advice = "It is the first parameter of a kernel, and its type is auto.";
    e.fix = "KW_KERNEL void operator()(auto tl, ...) const {";
    return true;
  }
  if (search(name, "^[A-Z][A-Z0-9_]+$") && in_file("int " + name)) {
    e.advice = "A block size is a template parameter of the kernel.";
    e.fix = "template <int " + name + "> in front of the kernel's struct";
    return true;
  }
  return false;
}

bool explain_undeclared(const situation& s, explanation& e) {
  std::string name = first_match(
      s.message,
      {"'(\\w+)' was not declared in this scope", "undeclared identifier '(\\w+)'",
       "identifier \"(\\w+)\" is undefined", "unknown type name '(\\w+)'",
       "there are no arguments to '(\\w+)' that depend", "'(\\w+)' does not name a type",
       "'(\\w+)' has not been declared", "'(\\w+)' is not a member of '",
       "no member named '(\\w+)' in namespace", "namespace \"\\w+\" has no member \"(\\w+)\"",
       "overloaded function \"std::(\\w+)\" matches"});
  if (name.empty() && contains(s.message, "this declaration has no storage class")) {
    name =
        first_match(without_comment(e.source_line), "^(\\w+)");  // nvcc of a word it cannot place
    name = is_one_of(name, {"KW_KERNEL", "KW_HD", "auto", "void", "int", "float"}) ? "" : name;
  }
  if (name.empty() || (contains(s.message, "namespace \"lesson") && !offers(s, name))) {
    return false;
  }
  point_at(e, name);
  if (offers(s, name)) {
    const std::string space = first_match(e.source_line, ("(\\w+)::" + name + "\\b").c_str());
    const bool qualified = point_at(e, space + "::" + name);
    e.message = name + " is a function of tl";
    e.advice = qualified && space == "std"
                   ? "std::" + name + " takes one number; tl." + name + " takes a tile."
                   : "The language's functions are called through tl, which knows the program.";
    e.fix = "tl." + name + "(...)";
    return true;
  }
  e.message = "the name " + name + " is not known here";
  if (explain_not_visible(s, e, name)) {
    return true;
  }
  const bool assigned = search(e.source_line, "^\\s*" + name + "\\s*=[^=]");
  std::string near = name.size() < 3 ? "" : nearest(name, names_in(s, e.line));
  const std::string guess = first_match(s.message, "did you mean '(\\w+)'");
  near = near.empty() && name.size() > 2 && !guess.empty() ? nearest(name, {guess}) : near;
  const auto declared = [&](const std::string& line) {
    return find_word(without_comment(line), near) != std::string::npos;
  };
  const bool nearby = !near.empty() && std::any_of(s.source.begin(), s.source.end(), declared);
  if (assigned && !(nearby && near.size() == name.size() && near[0] == name[0])) {
    e.advice = "A new variable is declared where it first gets its value, with auto in front.";
    const std::string code = without_comment(e.source_line);
    const bool itself = find_word(code, name, code.find('=')) != std::string::npos;
    e.fix =
        itself ? "auto " + name + " = tl.zeros(size<BLOCK_SIZE>);   above, with what it begins with"
               : "auto " + code + (code.back() == ';' ? "" : ";");
  } else if (!near.empty()) {
    e.fix = near;
    e.advice = "Is it misspelled?";
  } else if (search(e.source_line, "for \\(" + name + " =")) {
    e.advice = "The variable of a loop is declared in the loop.";
    e.fix = "for (int " + name + " = ...";
  } else {
    e.advice = "A name must be declared above the line that uses it, in the same pair of braces.";
  }
  return true;
}

bool explain_redeclared(const situation& s, explanation& e) {
  const std::string name =
      first_match(s.message, {"redeclaration of '(?:[[:alnum:]_:<>&* ]* )?(\\w+)'",
                              "redefinition of '(\\w+)'", "\"(\\w+)\" has already been declared"});
  if (name.empty() || search(e.source_line, "for \\([^;]*,")) {
    return false;
  }
  point_at(e, name);
  e.message = name + " is declared already, a few lines above";
  e.advice =
      "Each variable is declared once. Choose another name; a tile that is to be changed is "
      "assigned without auto.";
  return true;
}

}  // namespace

bool explain_name(const situation& s, explanation& e) {
  return explain_math(s, e) || explain_member(s, e) || explain_no_class(s, e) ||
         explain_dot(s, e) || explain_undeclared(s, e) || explain_redeclared(s, e);
}

}  // namespace kw::explain
