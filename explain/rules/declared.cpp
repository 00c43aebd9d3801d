// Names whose declaration is somewhere: in a header that is not included, in the lesson's
// namespace, below the line, or with a type that does not allow what the line does with it.
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

bool in_another_header(const situation& s, explanation& e, captures& c) {
  c["header"] = header_to_include(s, c["name"]);
  return !c["header"].empty() && find_tl_function(c["name"]) == nullptr &&
         search(e.source_line, R"((?:lesson\d+::|\b))" + c["name"] + R"(\s*[(<])") &&
         !contains(e.source_line, "std::" + c["name"]);
}

/// A type or a function of the lesson's namespace, which the line does not name.
bool in_namespace_of_lesson(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> names = names_of_lesson(s);
  c["space"] = first_match(s.contract, R"(namespace (\w+))");
  const std::string qualified = c["space"] + "::" + c["name"];
  return !c["space"].empty() && !contains(e.source_line, qualified) &&
         find_tl_function(c["name"]) == nullptr &&
         std::find(names.begin(), names.end(), c["name"]) != names.end();
}

/// Declared in this function, in line `$below`.
bool declared_below(const situation& s, explanation& e, captures& c) {
  const std::string pattern =
      R"(^(?:const |constexpr )*(?:auto|int|float|bool|double|std::int64_t) )" + c["name"] +
      R"(\s*(?:=|\{|;))";
  int depth = 0;
  for (int line = e.line + 1; line <= static_cast<int>(s.source.size()) && depth >= 0; ++line) {
    const std::string code = without_comment(line_of(s, line));
    if (search(code, R"(operator\(\)|^(?:struct|class|template)\b|^void )")) {
      return false;
    }
    if (depth == 0 && search(code, pattern)) {
      c["below"] = std::to_string(line);
      return true;
    }
    depth += static_cast<int>(std::count(code.begin(), code.end(), '{')) -
             static_cast<int>(std::count(code.begin(), code.end(), '}'));
  }
  return false;
}

/// A kernel or a function that is defined in line `$below`.
bool defined_below(const situation& s, explanation& e, captures& c) {
  const std::string type = R"(^(?:struct|class) )" + c["name"] + R"(\b)";
  const std::string function = R"(^(?:[\w:]+(?:<.*>)?[&*]? )+)" + c["name"] + R"(\([^;]*$)";
  for (int line = e.line + 1; line <= static_cast<int>(s.source.size()); ++line) {
    const std::string code = without_comment(line_of(s, line));
    const bool at_margin = line_of(s, line).rfind(' ', 0) != 0;
    if (at_margin && (search(code, type) || search(code, function))) {
      c["below"] = std::to_string(line);
      return true;
    }
  }
  return false;
}

/// A type parameter such as T that the file nowhere has.
bool type_parameter_missing(const situation& s, explanation&, captures& c) {
  return !file_has(s, "class " + c["name"]) && !file_has(s, "typename " + c["name"]);
}

/// A parameter of the line's function that is a name alone: its `$type` where the lesson says it.
bool parameter_alone(const situation& s, explanation& e, captures& c) {
  const std::string code = statement_at(s, e.line);
  const auto head = find(code, R"(^[\w:<>&* ]+[ &*](?:\w+::)*(\w+)\()");
  if (!head || !code.ends_with("{")) {
    return false;
  }
  const auto items = base::arguments_of(code, head->end - 1);
  for (const declared_function& known : functions_named(s.contract, (*head)[1])) {
    for (const std::string& parameter : known.parameters) {
      const bool meant = name_of_parameter(parameter) == c["name"];
      c["type"] = meant ? replaced(parameter, "kw::", "") : c["type"];
    }
  }
  return std::find(items.begin(), items.end(), c["name"]) != items.end() && !c["type"].empty();
}

/// A parameter of the kernel around the line that has a type, `$type`, and no name.
bool parameter_without_name(const situation& s, explanation& e, captures& c) {
  int line = e.line;
  while (line > 1 && !contains(line_of(s, line), "operator()(")) {
    --line;
  }
  const std::string head = statement_at(s, line);
  const std::size_t open = head.find("operator()(");
  for (const std::string& each :
       base::arguments_of(head, open == std::string::npos ? head.size() : open + 10)) {
    if (search(each, R"([>*&]$|^(?:const )?(?:float|int|bool)$)")) {
      c["type"] = each;
      while (!contains(line_of(s, line), each) && line < e.line) {
        ++line;
      }
      e.line = line;
      e.source_line = line_of(s, line);
      return true;
    }
  }
  return false;
}

/// A name of the lesson's headers that is nearly this one.
bool nearly_of_the_lesson(const situation& s, explanation& e, captures& c) {
  if (c["name"].size() < 4 || find_tl_function(c["name"]) != nullptr) {
    return false;
  }
  const bool qualified = contains(e.source_line, "::" + c["name"]);
  std::vector<std::string> own;
  for (int line = 1; line <= static_cast<int>(s.source.size()) && !qualified; ++line) {
    for (const match& each : find_all(without_comment(line_of(s, line)), R"([A-Za-z_]\w*)")) {
      if (line != e.line) {
        own.push_back(each[0]);
      }
    }
  }
  const std::vector<std::string> lesson = names_of_lesson(s);
  own.insert(own.end(), lesson.begin(), lesson.end());
  c["near"] = nearest(c["name"], own);
  c["whose"] = "lesson";
  if (c["near"].empty() && c["name"].size() > 7) {
    c["near"] = nearest(c["name"], names_of_library(s));
    c["whose"] = "library";
  } else if (std::find(lesson.begin(), lesson.end(), c["near"]) == lesson.end()) {
    return false;  // one of the learner's own names is meant
  }
  const std::string space = first_match(e.source_line, R"((\w+::))" + c["name"] + R"(\b)");
  c["near"] = c["near"].empty() ? "" : space + c["near"];
  return !c["near"].empty() && c["near"] != c["name"];
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

/// A constexpr whose value comes at run time.
bool constexpr_at_run_time(const situation&, explanation& e, captures& c) {
  c["changed"] = replaced(without_comment(e.source_line), "constexpr ", "const ");
  return contains(e.source_line, "constexpr ");
}

constexpr spelling kStandard[] = {{"pow", "cmath"},
                                  {"sqrt", "cmath"},
                                  {"exp", "cmath"},
                                  {"log", "cmath"},
                                  {"fabs", "cmath"},
                                  {"floor", "cmath"},
                                  {"ceil", "cmath"},
                                  {"isnan", "cmath"},
                                  {"isinf", "cmath"},
                                  {"sort", "algorithm"},
                                  {"min", "algorithm"},
                                  {"max", "algorithm"},
                                  {"clamp", "algorithm"},
                                  {"fill", "algorithm"},
                                  {"vector", "vector"},
                                  {"string", "string"},
                                  {"accumulate", "numeric"},
                                  {"iota", "numeric"},
                                  {"array", "array"},
                                  {"swap", "utility"},
                                  {"nth_element", "algorithm"},
                                  {"numeric_limits", "limits"},
                                  {"cout", "iostream"}};

/// A name of std on the host: in a kernel, it is a function of tl that is meant.
bool on_the_host(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> reach = names_in_reach(s, e.line);
  return std::find(reach.begin(), reach.end(), "tl") == reach.end() &&
         contains(e.source_line, "std::" + c["name"]);
}

constexpr std::string_view kUndeclared =
    R"re('(?P<name>\w+)' was not declared in this scope|undeclared identifier '(?P<name2>\w+)'|)re"
    R"re(identifier "(?P<name3>\w+)" is undefined|unknown type name '(?P<name4>\w+)'|)re"
    R"re(there are no arguments to '(?P<name5>\w+)' that depend|)re"
    R"re('(?P<name6>\w+)' does not name a type|'(?P<name7>\w+)' has not been declared|)re"
    R"re('(?P<name8>\w+)' is not a member of '|no member named '(?P<name9>\w+)' in namespace|)re"
    R"re(namespace "\w+" has no member "(?P<name10>\w+)"|no type named '(?P<name11>\w+)' in)re";
constexpr std::string_view kNotDeclared = "the name $name is not known here";

constexpr rule kDeclaredTable[] = {
    {.name = "constant whose address a GPU does not have",
     .says = R"re(identifier "(?:\w+::)*(?P<name>\w+)(?:<.*>)?" is undefined in device code)re",
     .caret = "$name",
     .wrong = "$name is a constant of the host, and the GPU has only its value",
     .why = "A kernel may compute with the constant, but a parameter `const T&` of a function of "
            "your own, an array that is indexed and the operator & need its address. Take the "
            "parameter by value, or declare the constant inside the kernel.",
     .fix = "constexpr auto $name = ...;   inside the kernel"},
    {.name = "name of a header that is not included",
     .says = kUndeclared,
     .look = {in_another_header, "name header"},
     .caret = "$name",
     .wrong = kNotDeclared,
     .why = "The lesson has it in a header that this file does not include.",
     .fix = "#include \"$header\""},
    {.name = "header of the C++ library missing",
     .says = R"re('(?P<name>\w+)' is not a member of 'std'|no member named '(?P<name2>\w+)' in )re"
             R"re(namespace 'std'|namespace "std" has no member "(?P<name3>\w+)")re",
     .look = {on_the_host},
     .among = kStandard,
     .caret = "std::$name",
     .wrong = "std::$name is not known here",
     .why = "It is in a header of the C++ library that this file does not include.",
     .fix = "#include <$here>"},
    {.name = "parameter of the lesson without its type",
     .says = kUndeclared,
     .look = {parameter_alone, "name type"},
     .caret = "$name",
     .wrong = "the parameter $name has no type",
     .why = "Each parameter has a type of its own, also if it is that of the one before.",
     .fix = "$type"},
    {.name = "type or function of the lesson",
     .says = kUndeclared,
     .look = {in_namespace_of_lesson, "name space"},
     .caret = "$name",
     .wrong = kNotDeclared,
     .why = "It is in the lesson's namespace, $space.",
     .fix = "$space::$name"},
    {.name = "declared below",
     .says = kUndeclared,
     .look = {declared_below, "name below"},
     .caret = "$name",
     .wrong = "$name is used here, but declared below, in line $below",
     .why = "A name can be used only after its declaration: move line $below above this line, or "
            "this line below it."},
    {.name = "defined below",
     .says = kUndeclared,
     .look = {defined_below, "name below"},
     .caret = "$name",
     .wrong = "$name is used here, but defined below, in line $below",
     .why = "A file is read from its beginning, so move $name above the function that uses it."},
    {.name = "constant without a value",
     .says =
         R"re(uninitialized 'const (?P<name>\w+)'|default initialization of an object of const|)re"
         R"re(const variable "(?P<name2>\w+)" requires an initializer)re",
     .line = R"(^const (?P<type>\w+) (?P<name3>\w+);)",
     .caret = "$name",
     .wrong = "a const variable gets its value where it is declared, and keeps it",
     .why = "If it is set in a branch below, leave out const, or choose the value with ?: here.",
     .fix = "$type $name;"},
    {.name = "auto for a member",
     .says = "member declared with placeholder|'auto' not allowed in non-static struct member|"
             "\"auto\" is not allowed here",
     .line = R"(^auto (?P<name>\w+) =)",
     .caret = "auto",
     .wrong = "a member of a struct cannot be declared with auto",
     .why = "In a kernel, use variables of their own in place of the struct: auto $name = ...;"},
    {.name = "type parameter missing",
     .says = R"re('(?P<name>[TU])'|"(?P<name2>[TU])"|forbids declaration of|template argument)re",
     .line = R"([<(, ](?P<name3>[TU])(?:>|\*| \w))",
     .look = {type_parameter_missing},
     .caret = "$name",
     .wrong = kNotDeclared,
     .why = "It is a type that the caller decides, so it needs a line of its own above the "
            "function.",
     .fix = "template <class $name>"},
    {.name = "parameter without a name",
     .says = kUndeclared,
     .look = {parameter_without_name, "type"},
     .caret = "$type",
     .wrong = "the parameter $type has no name",
     .why = "A line below uses $name, which nothing declares.",
     .fix = "$type $name"},
    {.name = "nearly a name of the lesson",
     .says = kUndeclared,
     .look = {nearly_of_the_lesson, "name near whose"},
     .caret = "$name",
     .wrong = kNotDeclared,
     .why = "Is it misspelled? The $whose's headers declare a similar name.",
     .fix = "$near"},

    {.name = "parameter declared twice",
     .says =
         R"re(conflicting declaration '[^']*\b(?P<name>\w+)'|redefinition of parameter '(?P<name2>\w+)'|)re"
         R"re(redefinition of default argument|duplicate parameter name "(?P<name3>\w+)")re",
     .caret = "$name",
     .wrong = "two parameters are called $name",
     .why =
         "Each parameter has another name. The kernel's arguments are matched by their order, not "
         "by their names."},
    {.name = "variable that is declared const",
     .says =
         R"re(read-only variable '(?P<name>\w+)'|variable '(?P<name2>\w+)' with const-qualified|)re"
         "modifiable lvalue",
     .look = {declared_const, "name declared changed"},
     .caret = "$name",
     .wrong = "$name is const, so it cannot be changed",
     .why = "It is declared so in line $declared. A variable that changes in a loop has no const.",
     .fix = "$changed   in line $declared"},
    {.name = "constexpr of what is known at run time",
     .says = "constant expression|constexpr",
     .line = R"(\bconstexpr \w+ (?P<name>\w+)\s*=\s*(?P<value>[^;]*\([^;]*);)",
     .look = {constexpr_at_run_time, "changed"},
     .caret = "$name",
     .wrong = "$name cannot be constexpr, because its value is known only at run time",
     .why = "const is enough for a value that does not change after this line.",
     .fix = "$changed"},
    {.name = "value of a function that returns nothing",
     .says = R"re('void \w+' has incomplete type|variable has incomplete type 'void'|)re"
             R"re(incomplete type "void"|has type 'void'|deduced type 'void'|void value)re",
     .line = R"(^(?:const )?(?:auto|int|float|bool) (?P<name>\w+) = (?P<call>(?:\w+[.:]+)?)"
             R"((?P<function>\w+)\(.*)$)",
     .caret = "$name",
     .wrong = "$function returns nothing, so $name would have no value",
     .why = "It is called as a statement of its own.",
     .fix = "$call"},
};

}  // namespace

constinit const std::span<const rule> kDeclaredRules = kDeclaredTable;

}  // namespace kw::explain
