// Names that are not known, that are declared twice, or whose declaration does not allow what the
// line does.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
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

/// A function of tl, also with std:: before it.
bool function_of_tl(const situation& s, explanation& e, captures& c) {
  c["call"] = c["name"];
  return unknown_name(s, e, c) && find_tl_function(c["name"]) != nullptr &&
         look_at_arguments(s, e, c);
}

bool namespace_not_used(const situation& s, explanation& e, captures& c) {
  const auto names = plain_names();
  return unknown_name(s, e, c) && std::find(names.begin(), names.end(), c["name"]) != names.end() &&
         !file_has(s, "using namespace kw;");
}

bool in_another_header(const situation& s, explanation& e, captures& c) {
  c["header"] = header_to_include(s, c["name"]);
  return !c["header"].empty() &&
         search(e.source_line, R"((?:lesson\d+::|\b))" + c["name"] + R"(\s*[(<])") &&
         !contains(e.source_line, "std::" + c["name"]);
}

/// Something of the lesson's namespace, which the line does not name.
bool in_namespace_of_lesson(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> names = names_of_lesson(s);
  c["space"] = first_match(s.contract, R"(namespace (\w+))");
  const bool known =
      std::find(names.begin(), names.end(), c["name"]) != names.end() ||
      (search(c["name"], "^k[A-Z]") && base::find_word(s.contract, c["name"]) != std::string::npos);
  return known && !c["space"].empty() && unknown_name(s, e, c) &&
         !contains(e.source_line, c["space"] + "::" + c["name"]);
}

bool parameter_without_type(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) &&
         search(statement_at(s, e.line), R"(\w\([^;]*[(,] ?)" + c["name"] + R"(\s*[,)][^;]*\{$)");
}

bool tl_unknown(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && c["name"] == "tl";
}

bool upper_case_name(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && search(c["name"], "^[A-Z][A-Z0-9_]+$");
}

/// A type parameter such as T that the file nowhere has.
bool type_parameter_missing(const situation& s, explanation&, captures& c) {
  return search(c["name"], "^[TU]$") && !file_has(s, "class " + c["name"]) &&
         !file_has(s, "typename " + c["name"]);
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

/// Declared or defined below, in line `$below`.
bool declared_below(const situation& s, explanation& e, captures& c) {
  const std::string variable =
      R"(^(?:const |constexpr )*(?:auto|int|float|bool|double) )" + c["name"] + R"(\s*(?:=|\{|;))";
  const std::string type = R"(^(?:struct|class) )" + c["name"] + R"(\b)";
  const std::string function = R"(^(?:[\w:]+(?:<.*>)?[&*]? )+)" + c["name"] + R"(\([^;]*$)";
  bool here = true;  // in the same function
  for (int line = e.line + 1; line <= static_cast<int>(s.source.size()); ++line) {
    const std::string code = without_comment(line_of(s, line));
    const bool at_margin = !code.empty() && line_of(s, line)[0] != ' ';
    here = here && !at_margin;
    if ((here && search(code, variable)) ||
        (at_margin && (search(code, type) || search(code, function)))) {
      c["below"] = std::to_string(line);
      return true;
    }
  }
  return false;
}

/// `x = ...` without auto, unless another name of the file is nearly x.
bool new_variable(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  if (!unknown_name(s, e, c) || !search(code, R"(^)" + c["name"] + R"(\s*=[^=])")) {
    return false;
  }
  const std::string near = nearest(c["name"], names_in_reach(s, e.line));
  c["declared"] = "auto " + code + (code.ends_with(';') ? "" : ";");
  return near.size() != c["name"].size() || near[0] != c["name"][0];
}

bool variable_of_a_loop(const situation& s, explanation& e, captures& c) {
  return unknown_name(s, e, c) && contains(e.source_line, "for (" + c["name"] + " =");
}

/// The nearest of the names of the file, of the lesson and of the library, or the compiler's guess.
bool misspelled(const situation& s, explanation& e, captures& c) {
  if (!unknown_name(s, e, c) || c["name"].size() < 3) {
    return false;
  }
  std::vector<std::string> names = {"float",     "int",    "auto",  "const", "return", "size",
                                    "shape",     "axis",   "inf",   "cdiv",  "launch", "grid",
                                    "narrow",    "void",   "None",  "KW_HD", "view",   "program",
                                    "KW_KERNEL", "matrix", "struct"};
  for (int line = 1; line <= static_cast<int>(s.source.size()); ++line) {
    for (const match& each : find_all(without_comment(line_of(s, line)), R"([A-Za-z_]\w*)")) {
      if (line != e.line) {  // which holds the misspelled name
        names.push_back(each[0]);
      }
    }
  }
  const std::vector<std::string> lesson = names_of_lesson(s);
  names.insert(names.end(), lesson.begin(), lesson.end());
  c["near"] = nearest(c["name"], names);
  if (c["near"].empty() && c["name"].size() > 7) {
    c["near"] = nearest(c["name"], names_of_library(s));
  }
  if (c["near"].empty()) {
    c["near"] = nearest(c["name"], {first_match(s.message, R"(did you mean '(\w+)')")});
  }
  if (c["near"].empty()) {
    c["near"] = name_with_parts(c["name"], names_in_reach(s, e.line));
  }
  const bool found = !c["near"].empty() && c["near"] != c["name"];
  c["near"] = first_match(e.source_line, R"((\w+::))" + c["name"] + R"(\b)") + c["near"];
  return found;
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

/// A variable that is declared const, in line `$declared`, and the declaration without it.
bool declared_const(const situation& s, explanation& e, captures& c) {
  if (c["name"].empty()) {
    c["name"] = first_match(without_comment(e.source_line), R"(^(\w+)\s*[-+*/]?=[^=])");
  }
  const auto variable = known_variable(s, c["name"], e.line - 1);
  if (!variable || !variable->type.starts_with("const") || contains(variable->type, "*") ||
      variable->value.empty()) {
    return false;
  }
  c["declared"] = std::to_string(variable->line);
  c["changed"] = replaced(replaced(without_comment(line_of(s, variable->line)), "const ", ""),
                          "constexpr ", "");
  return true;
}

constexpr std::string_view kNotKnown = "the name $name is not known here";

constexpr rule kNameTable[] = {
    {.name = "constant whose address a GPU does not have",
     .kinds = {kind::no_device_address},
     .caret = "$name",
     .wrong = "$name is a constant of the host, and the GPU has only its value",
     .why = "A kernel may compute with the constant, but a parameter `const T&` of a function of "
            "your own, an array that is indexed and the operator & need its address. Take the "
            "parameter by value, or declare the constant inside the kernel.",
     .fix = "constexpr auto $name = ...;   inside the kernel"},
    {.name = "function without tl",
     .kinds = {kind::undeclared},
     .look = {function_of_tl, "name call arguments leading trailing"},
     .caret = "$name",
     .wrong = "$name is a function of tl",
     .why = "The language's functions are called through tl, which knows the program.",
     .fix = "tl.$name(${arguments|...})"},
    {.name = "namespace not used",
     .kinds = {kind::undeclared},
     .look = {namespace_not_used, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is in the library's namespace.",
     .fix = "using namespace kw;"},
    {.name = "name of a header that is not included",
     .kinds = {kind::undeclared},
     .look = {in_another_header, "name header"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "The lesson has it in a header that this file does not include.",
     .fix = "#include \"$header\""},
    {.name = "parameter without a type",
     .kinds = {kind::undeclared},
     .look = {parameter_without_type, "name"},
     .caret = "$name",
     .wrong = "the parameter $name has no type",
     .why = "Each parameter has a type of its own, also if it is that of the one before. That of "
            "tl is written "
            "`program auto`.",
     .fix = "float* $name, or int $name"},
    {.name = "tl unknown",
     .kinds = {kind::undeclared},
     .look = {tl_unknown, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is the first parameter of a kernel, which is written program auto tl.",
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
    {.name = "name of the lesson",
     .kinds = {kind::undeclared},
     .look = {in_namespace_of_lesson, "name space"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is in the lesson's namespace, $space.",
     .fix = "$space::$name"},
    {.name = "new variable",
     .kinds = {kind::undeclared},
     .look = {new_variable, "name declared"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A new variable is declared where it first gets its value, with auto in front.",
     .fix = "$declared"},
    {.name = "declared in braces that have ended",
     .kinds = {kind::undeclared},
     .look = {declared_inside, "name type where"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is declared in line $where, and ends with the braces around that line, such as "
            "those of the loop. Declare it before the loop, with its first value; inside the loop, "
            "assign to it without $type.",
     .fix = "$type $name = ...;   before the braces begin"},
    {.name = "declared below",
     .kinds = {kind::undeclared},
     .look = {declared_below, "name below"},
     .caret = "$name",
     .wrong = "$name is used here, but declared below, in line $below",
     .why = "A name can be used only after its declaration."},
    {.name = "misspelled",
     .kinds = {kind::undeclared},
     .look = {misspelled, "name near"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "Is it misspelled?",
     .fix = "$near"},
    {.name = "variable of a loop",
     .kinds = {kind::undeclared},
     .look = {variable_of_a_loop, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "The variable of a loop is declared in the loop.",
     .fix = "for (int $name = ..."},
    {.name = "type parameter missing",
     .kinds = {kind::undeclared, kind::no_type, kind::template_list},
     .line = R"([<(, ](?P<name>[TU])(?:>|\*| \w))",
     .look = {type_parameter_missing, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "It is a type that the caller decides, so it needs a line of its own above the "
            "function.",
     .fix = "template <class $name>"},
    {.name = "block size that is no parameter",
     .kinds = {kind::undeclared},
     .look = {upper_case_name, "name"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A block size is a template parameter of the kernel, and the launch gives its value: "
            "Kernel<1024>{}.",
     .fix = "template <int $name>   in front of the kernel's struct"},
    {.name = "unknown name",
     .kinds = {kind::undeclared},
     .look = {unlike_any, "name reach"},
     .caret = "$name",
     .wrong = kNotKnown,
     .why = "A name must be declared above the line that uses it, in the same pair of "
            "braces.$reach"},
    {.name = "declared twice",
     .kinds = {kind::declared_twice, kind::parameter_twice},
     .unless_line = R"(for \([^;]*,)",
     .caret = "$name",
     .wrong = "$name is declared twice",
     .why = "Each variable or parameter has one declaration. Choose another name, or leave out "
            "auto to change the "
            "tile that exists."},
    {.name = "variable that is declared const",
     .kinds = {kind::read_only},
     .look = {declared_const, "name declared changed"},
     .caret = "$name",
     .wrong = "$name is const, so it cannot be changed",
     .why = "It is declared so in line $declared. A variable that changes in a loop has no const.",
     .fix = "$changed   in line $declared"},
    {.name = "read only",
     .kinds = {kind::read_only},
     .line = R"((?P<name>\w+)\s*(?:\[[^]]*\])?\s*[-+*/]?=[^=]|$)",
     .unless_line = R"(^(?:\} else )?(?:if|while)\b)",
     .caret = "${name|^}",
     .wrong = "${name|this} is const: it can be read, not written",
     .why = "A parameter such as const float* x is an input. Results go to an output, by tl.store.",
     .fix = "tl.store(out + offsets, value, mask)"},
    {.name = "variable without a value",
     .kinds = {kind::no_value},
     .wrong = "a variable that is declared with auto or const gets its value in the same line",
     .why = "The type of auto is the value's, and a const keeps the value that it begins with. If "
            "it is set in a "
            "branch below, leave out const, or choose the value with ?: here.",
     .fix = "auto a = ...; auto b = ...;"},
    {.name = "auto for a member",
     .kinds = {kind::auto_for_member},
     .line = R"(^auto (?P<name>\w+) =)",
     .caret = "auto",
     .wrong = "a member of a struct cannot be declared with auto",
     .why = "In a kernel, use variables of their own in place of the struct: auto $name = ...;"},
    {.name = "value of a function that returns nothing",
     .kinds = {kind::void_value},
     .line = R"(^(?:const )?(?:auto|int|float|bool) (?P<name>\w+) = (?P<call>(?:\w+[.:]+)?)"
             R"((?P<function>\w+)\(.*)$)",
     .caret = "$name",
     .wrong = "$function returns nothing, so $name would have no value",
     .why = "It is called as a statement of its own.",
     .fix = "$call"},
};

}  // namespace

constinit const std::span<const rule> kNameRules = kNameTable;

}  // namespace kw::explain
