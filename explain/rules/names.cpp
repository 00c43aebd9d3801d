// Names that are not known, and names declared twice.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/reach.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The name that the compiler does not know; false if it is not ours, in a lesson's namespace.
bool unknown_name(const situation& s, explanation& e, captures& c) {
  if (c["name"].empty()) {  // nvcc of a word at the margin that it cannot place
    c["name"] = first_match(without_comment(e.source_line), R"(^(\w+))");
    return !search(c["name"], "^(KW_KERNEL|KW_HD|auto|void|int|float)?$");
  }
  return !contains(s.message, "namespace \"lesson") || find_tl_function(c["name"]) != nullptr;
}

/// A function of tl; `$qualified` is the name with the `std::` or the like in front of it.
bool unknown_tl_name(const situation& s, explanation& e, captures& c) {
  const bool known = unknown_name(s, e, c);
  c["qualified"] = first_match(e.source_line, R"(((?:\w+::)?\b)" + c["name"] + R"(\b))");
  c["call"] = c["name"];
  return known && find_tl_function(c["name"]) != nullptr && look_at_arguments(s, e, c);
}

bool is_plain_name(const std::string& name) {
  const auto names = plain_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A function that tl and the library both have, in a function that has no tl.
bool library_name_without_tl(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> reach = names_in_reach(s, e.line);
  return unknown_tl_name(s, e, c) && is_plain_name(c["name"]) && !reach.empty() &&
         std::find(reach.begin(), reach.end(), "tl") == reach.end();
}

bool tl_name_in_std(const situation& s, explanation& e, captures& c) {
  return unknown_tl_name(s, e, c) && c["qualified"].starts_with("std::");
}

bool header_not_included(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && is_plain_name(c["name"]) &&
         !file_has(s, "#include <kernelwright/kernelwright.hpp>");
}

bool namespace_not_used(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && is_plain_name(c["name"]) && !file_has(s, "using namespace kw;");
}

/// A constant of the lesson's header, such as kBlock, outside of the lesson's namespace.
bool name_of_the_lesson(const situation& s, explanation& e, captures& c) {
  c["space"] = first_match(s.contract, R"(namespace (\w+))");
  return unknown_name(s, e, c) && !c["space"].empty() && search(c["name"], "^k[A-Z]") &&
         base::find_word(s.contract, c["name"]) != std::string::npos;
}

bool parameter_without_type(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) &&
         search(e.source_line, R"(operator\(\)\(.*\b)" + c["name"] + " *[,)]");
}

bool parameter_tl_without_type(const situation& s, explanation& e, captures& c) {
  return parameter_without_type(s, e, c) && c["name"] == "tl";
}

bool tl_unknown(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && c["name"] == "tl";
}

/// An upper-case name that is a template parameter elsewhere in the file.
bool block_size_of_another(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && search(c["name"], "^[A-Z][A-Z0-9_]+$") &&
         file_has(s, "int " + c["name"]);
}

/// The same in the line of a launch, where the template's parameter is not known: `$kernel`, and a
/// constant that is, `$constant`.
bool block_size_in_launch(const situation& s, explanation& e, captures& c) {
  c["kernel"] = first_match(e.source_line, R"((\w+)<[^>]*\b)" + c["name"] + R"(\b[^>]*>\{\})");
  c["constant"] = "";
  for (int line = 1; line < e.line; ++line) {
    const std::string code = without_comment(line_of(s, line));
    const std::string constant = first_match(code, R"(\bconstexpr int (k\w+))");
    c["constant"] = constant.empty() ? c["constant"] : constant;
  }
  if (c["constant"].empty()) {
    c["constant"] = first_match(s.contract, R"(\bconstexpr int (k\w*Block\w*))");
  }
  return block_size_of_another(s, e, c) && !c["kernel"].empty() && !c["constant"].empty();
}

/// A variable of braces that end above the line, such as those of a loop: `$type`, and `$where` it
/// is declared.
bool declared_inside(const situation& s, explanation& e, captures& c) {
  if (!unknown_name(s, e, c)) {
    return false;
  }
  int depth = 0, declared_at = 0;  // the depth of braces of the latest declaration that is in reach
  c["where"] = "";
  const std::string pattern =
      R"(\b(auto|int|float|bool|double|std::int64_t)\s+)" + c["name"] + R"(\s*(?:=|\{|;))";
  for (int line = 1; line < e.line; ++line) {
    const std::string code = without_comment(line_of(s, line));
    if (search(code, pattern)) {
      c["type"] = first_match(code, pattern);
      c["where"] = std::to_string(line);
      declared_at = depth + (contains(code, "for (") ? 1 : 0);
    }
    for (const char sign : code) {
      depth += sign == '{' ? 1 : sign == '}' ? -1 : 0;
    }
    if (contains(code, "operator()")) {
      c["where"] = "";  // this kernel does not have what another one declares
    }
  }
  return !c["where"].empty() && depth < declared_at;
}

std::vector<std::string> names_in(const situation& s, int before) {
  std::vector<std::string> names = {"float",     "int",   "auto",    "const",  "return",
                                    "size",      "shape", "axis",    "inf",    "cdiv",
                                    "launch",    "grid",  "narrow",  "void",   "None",
                                    "KW_KERNEL", "KW_HD", "program", "matrix", "view"};
  for (std::size_t i = 0; i < s.source.size(); ++i) {
    if (static_cast<int>(i) + 1 == before) {
      continue;  // the line itself holds the misspelled name
    }
    for (const match& name : find_all(without_comment(s.source[i]), R"([A-Za-z_]\w*)")) {
      names.push_back(name[0]);
    }
  }
  return names;
}

/// The name of the file, or in the compiler's guess, that is nearest; false if none is near.
bool misspelled(const situation& s, explanation& e, captures& c) {
  if (!unknown_name(s, e, c) || c["name"].size() < 3) {
    return false;
  }
  const std::string guess = first_match(s.message, R"(did you mean '(\w+)')");
  c["near"] = nearest(c["name"], names_in(s, e.line));
  if (c["near"].empty() && !guess.empty()) {
    c["near"] = nearest(c["name"], {guess});
  }
  if (c["near"].empty()) {
    c["near"] = name_with_parts(c["name"], names_in_reach(s, e.line));
  }
  return !c["near"].empty();
}

/// A field that some object of the file gets, `.warps = 8`, in a lambda that has such an object.
bool field_of_a_lambda(const situation& s, explanation& e, captures& c) {
  if (!unknown_name(s, e, c) || !file_has(s, "." + c["name"])) {
    return false;
  }
  for (int line = e.line; line > 0 && c["object"].empty(); --line) {
    c["object"] =
        first_match(without_comment(line_of(s, line)), R"(\[[&=]\]\((?:auto|\w+) (\w+)\))");
  }
  return !c["object"].empty();
}

bool upper_case_name(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && search(c["name"], "^[A-Z][A-Z0-9_]+$");
}

/// A name that nothing is like: `$reach` tells what is known there.
bool unlike_any(const situation& s, explanation& e, captures& c) {
  constexpr std::size_t kMost = 10;
  const std::vector<std::string> names = names_in_reach(s, e.line);
  for (std::size_t i = 0; i < names.size() && names.size() <= kMost; ++i) {
    c["reach"] += (i == 0                 ? " The names known here are "
                   : i + 1 < names.size() ? ", "
                                          : " and ") +
                  names[i] + (i + 1 == names.size() ? "." : "");
  }
  return unknown_name(s, e, c);
}

/// `x = ...` without auto; unless x is nearly another variable of the same length.
bool new_variable(const situation& s, explanation& e, captures& c) {
  if (!unknown_name(s, e, c) || !search(e.source_line, R"(^\s*)" + c["name"] + R"(\s*=[^=])")) {
    return false;
  }
  const std::string& name = c["name"];
  const std::string near = misspelled(s, e, c) ? c["near"] : "";
  const auto declares_near = [&](const std::string& line) {
    return base::find_word(without_comment(line), near) != std::string::npos;
  };
  return near.size() != name.size() || near[0] != name[0] ||
         std::none_of(s.source.begin(), s.source.end(), declares_near);
}

/// x = x + ..., before there is an x.
bool new_variable_of_itself(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  return new_variable(s, e, c) &&
         base::find_word(code, c["name"], code.find('=')) != std::string::npos;
}

bool new_variable_unfinished(const situation& s, explanation& e, captures& c) {
  return new_variable(s, e, c) && !without_comment(e.source_line).ends_with(';');
}

bool variable_of_a_loop(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && contains(e.source_line, "for (" + c["name"] + " =");
}

constexpr std::string_view kUnknown =
    R"re('(?P<name>\w+)' was not declared in this scope|undeclared identifier '(?P<name2>\w+)'|)re"
    R"re(identifier "(?P<name3>\w+)" is undefined|unknown type name '(?P<name4>\w+)'|)re"
    R"re(there are no arguments to '(?P<name5>\w+)' that depend|)re"
    R"re('(?P<name6>\w+)' does not name a type|'(?P<name7>\w+)' has not been declared|)re"
    R"re('(?P<name8>\w+)' is not a member of '|no member named '(?P<name9>\w+)' in namespace|)re"
    R"re(namespace "\w+" has no member "(?P<name10>\w+)"|)re"
    R"re(overloaded function "std::(?P<name11>\w+)" matches|)re"
    "this declaration has no storage class";
constexpr std::string_view kNotKnown = "the name $name is not known here";
constexpr std::string_view kDeclareVariable =
    "A new variable is declared where it first gets its value, with auto in front.";

constexpr rule kNameTable[] = {
    {.name = "function of std for tl",
     .says = kUnknown,
     .look = {tl_name_in_std, "name qualified call arguments leading trailing"},
     .caret = "std::$name",
     .wrong = "$name is a function of tl",
     .why = "std::$name takes one number; tl.$name takes a tile.",
     .fix = "tl.$name(${arguments|...})"},
    {.name = "function of the library where there is no tl",
     .says = kUnknown,
     .look = {library_name_without_tl, "name qualified call arguments leading trailing"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is in the library's namespace.",
     .fix = "kw::$name(${arguments|...})"},
    {.name = "function without tl",
     .says = kUnknown,
     .look = {unknown_tl_name, "name qualified call arguments leading trailing"},
     .caret = "${qualified|^}",
     .wrong = "$name is a function of tl",
     .why = "The language's functions are called through tl, which knows the program.",
     .fix = "tl.$name(${arguments|...})"},
    {.name = "header not included",
     .says = kUnknown,
     .look = {header_not_included, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "The library declares it, but this file does not include the library's header.",
     .fix = "#include <kernelwright/kernelwright.hpp>"},
    {.name = "namespace not used",
     .says = kUnknown,
     .look = {namespace_not_used, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is in the library's namespace.",
     .fix = "using namespace kw;"},
    {.name = "name of the lesson",
     .says = kUnknown,
     .look = {name_of_the_lesson, "name space"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is in the lesson's namespace, $space, together with the lesson's functions: does "
            "the function around this line have `$space::` before its name?",
     .fix = "$space::$name"},
    {.name = "tl without a type",
     .says = kUnknown,
     .look = {parameter_tl_without_type, "name"},
     .caret = "$name",
     .wrong = "the parameter $name has no type",
     .fix = "program auto tl"},
    {.name = "parameter without a type",
     .says = kUnknown,
     .look = {parameter_without_type, "name"},
     .caret = "$name",
     .wrong = "the parameter $name has no type",
     .fix = "float* $name, or int $name"},
    {.name = "tl unknown",
     .says = kUnknown,
     .look = {tl_unknown, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is the first parameter of a kernel, which is written program auto tl.",
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
    {.name = "block size in a launch",
     .says = kUnknown,
     .look = {block_size_in_launch, "name kernel constant"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is a name inside the kernel, and the launch gives its value.",
     .fix = "$kernel<$constant>{}"},
    {.name = "block size of another kernel",
     .says = kUnknown,
     .look = {block_size_of_another, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A block size is a template parameter of the kernel.",
     .fix = "template <int $name> in front of the kernel's struct"},
    {.name = "new variable that needs itself",
     .says = kUnknown,
     .look = {new_variable_of_itself, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = kDeclareVariable,
     .fix = "auto $name = tl.zeros(size<BLOCK_SIZE>);   above, with what it begins with"},
    {.name = "new variable, cut off",
     .says = kUnknown,
     .look = {new_variable_unfinished, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = kDeclareVariable,
     .fix = "auto $code;"},
    {.name = "new variable",
     .says = kUnknown,
     .look = {new_variable, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = kDeclareVariable,
     .fix = "auto $code"},
    {.name = "declared in braces that have ended",
     .says = kUnknown,
     .look = {declared_inside, "name type where"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is declared in line $where, and ends with the braces around that line, such as "
            "those of the loop. Declare it before the loop, with its first value; inside the loop, "
            "assign to it without $type.",
     .fix = "$type $name = ...;   before the braces begin"},
    {.name = "misspelled",
     .says = kUnknown,
     .look = {misspelled, "name near"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "Is it misspelled?",
     .fix = "$near"},
    {.name = "variable of a loop",
     .says = kUnknown,
     .look = {variable_of_a_loop, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "The variable of a loop is declared in the loop.",
     .fix = "for (int $name = ..."},
    {.name = "field without its object",
     .says = kUnknown,
     .look = {field_of_a_lambda, "name object"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is a field of $object.",
     .fix = "$object.$name"},
    {.name = "block size that is no parameter",
     .says = kUnknown,
     .look = {upper_case_name, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A block size is a template parameter of the kernel: is that line missing?",
     .fix = "template <int $name>   in front of the kernel's struct"},
    {.name = "unknown name",
     .says = kUnknown,
     .look = {unlike_any, "name reach"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A name must be declared above the line that uses it, in the same pair of "
            "braces.$reach"},
    {.name = "declared twice",
     .says =
         R"re(redeclaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)'|redefinition of '(?P<name2>\w+)'|)re"
         R"re("(?P<name3>\w+)" has already been declared|)re"
         R"re(declaration of '(?:[\w:<>&* ]* )?(?P<name4>\w+)' shadows a parameter)re",
     .unless_line = R"(for \([^;]*,)",
     .caret = "$name",
     .wrong = "$name is declared already, a few lines above",
     .why = "Each variable is declared once. Choose another name, or leave out auto to change the "
            "tile that exists."},
};

}  // namespace

constinit const std::span<const rule> kNameRules = kNameTable;

}  // namespace kw::explain
