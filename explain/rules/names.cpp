// Names and members that are not known, names that are declared twice, or whose declaration does
// not allow what the line does.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "common/base/cpp_text.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

bool member_of_tl(const situation&, explanation& e, captures& c) {
  c["near"] = c["near"].empty() ? "" : "tl." + c["near"];
  return base::find_word(e.source_line, "tl." + c["name"]) != std::string::npos;
}

/// A function of tl as a member, with the value before the dot as its first argument: `$call`.
bool function_as_member(const situation&, explanation&, captures& c) {
  const tl_function* function = find_tl_function(c["name"]);
  const std::string& code = c["code"];
  const auto member = find(code, R"(\s*\.\s*)" + c["name"] + R"(\b(\()?)");
  if (function == nullptr || !member) {
    return false;
  }
  std::vector<std::string> arguments = {value_before(code, member->begin)};
  for (std::string& each :
       base::arguments_of(code, (*member)[1].empty() ? code.size() : member->end - 1)) {
    arguments.push_back(std::move(each));
  }
  const bool of_memory = contains(function->call, " + offsets");
  const bool as_it_is = function->least <= arguments.size() && arguments.size() <= function->most;
  c["call"] = call_of(*function, arguments);
  if (as_it_is && !of_memory && c["call"] == function->call) {
    c["call"] = "tl." + c["name"] + "(" + joined(arguments) + ")";
  }
  return true;
}

/// `$x.$member`, where x is neither tl nor a number, and the one that the message names if it does.
bool member_of_number(const situation&, explanation&, captures& c) {
  const std::string meant = c["member"];
  const std::string member = "(" + (meant.empty() ? R"(\w+)" : meant) + R"()\b)";
  for (const match& found :
       find_all(c["code"], R"(((?:\w+\.)*?\w+(?:\([^()]*\))?)\s*\.\s*)" + member)) {
    if (found[1] != "tl" && std::isdigit(static_cast<unsigned char>(found[1][0])) == 0) {
      c["x"] = found[1];
      c["member"] = found[2];
      return true;
    }
  }
  return false;
}

/// The parameters of the function around a line, and what is declared in it above the line.
std::vector<std::string> names_in_reach(const situation& s, int before) {
  const int function = function_around(s, before);
  std::vector<std::string> names;
  for (const base::cpp_parameter& parameter : s.code.parameters(function)) {
    names.push_back(parameter.name);
  }
  for (const base::cpp_statement& each : s.code.statements()) {
    const bool here = function >= 0 && each.line > s.code[function].line && each.line < before &&
                      s.code[each.around].block_end >= before &&
                      (!each.is_loop() || each.block_end >= before);
    for (const base::cpp_setting& set : here ? each.sets : std::vector<base::cpp_setting>()) {
      names.push_back(set.type.empty() ? "" : set.name);
    }
  }
  std::erase(names, "");
  return names;
}

/// A function of tl, also with std:: before it.
bool function_of_tl(const situation&, explanation&, captures& c) {
  const std::string& code = c["code"];
  const std::size_t open = code.find('(', code.find(c["name"]));
  c["arguments"] = joined(base::arguments_of(code, std::min(open, code.size())));
  return find_tl_function(c["name"]) != nullptr;
}

/// `x = ...` without auto, unless another name is nearly x.
bool new_variable(const situation&, explanation&, captures& c) {
  const std::string& code = c["code"];
  if (!search(code, R"(^)" + c["name"] + R"(\s*=[^=])")) {
    return false;
  }
  c["declared"] = "auto " + code + (code.ends_with(';') ? "" : ";");
  return c["near"].size() != c["name"].size() || c["near"][0] != c["name"][0];
}

/// A name that nothing is like: `$reach` tells what is known there.
bool unlike_any(const situation& s, explanation& e, captures& c) {
  if (base::find_word(e.source_line, c["name"]) == std::string::npos) {
    return false;  // it is a name of the library
  }
  constexpr std::size_t kMost = 10;
  const std::vector<std::string> names = names_in_reach(s, e.line);
  for (std::size_t i = 0; i < names.size() && names.size() <= kMost; ++i) {
    c["reach"] += (i == 0                 ? " The names known here are "
                   : i + 1 < names.size() ? ", "
                                          : " and ") +
                  names[i] + (i + 1 == names.size() ? "." : "");
  }
  return true;
}

constexpr std::string_view kNotKnown = "the name $name is not known here";

constexpr rule kNameTable[] = {
    {.kinds = {kind::no_member},
     .says = "kw::array<|'(?:const )?array<",
     .wrong = "an array has no .$name",
     .why = kKnows},
    {.kinds = {kind::no_class, kind::no_member},
     .says = R"(float(?:16|8_e\dm\d)_t['"]|non-class type)",
     .line = R"((?P<x>(?:\w+\.)*\w+(?:\([^()]*\))?)\s*\.\s*to\((?:tl\.)?(?P<to>\w+))",
     .caret = "to",
     .wrong = "$x is a plain number, not a tile",
     .why = "A number has no member functions. It can be used in the arithmetic of tiles as it is.",
     .fix = "tl.cast($x, $to)"},
    {.kinds = {kind::no_member},
     .line = R"(\btl\.(?P<plain>b?float(?:16|32|64)|u?int(?:8|16|32|64))\((?P<x>\w+)\))",
     .caret = "tl.$plain",
     .wrong = "types and constants are plain names here: $plain, without tl.",
     .why = "tl.cast changes the type of a tile or of a number.",
     .fix = "tl.cast($x, $plain)"},
    {.kinds = {kind::no_member},
     .line = R"(\btl\.(?P<plain>b?float(?:16|32|64)|u?int(?:1|8|16|32|64)|tf32|tf32x3|ieee|inf)\b)",
     .caret = "tl.$plain",
     .wrong = "types and constants are plain names here: $plain, without tl.",
     .fix = "$plain"},
    {.kinds = {kind::no_member},
     .look = member_of_tl,
     .caret = "tl.$name",
     .wrong = "tl has no function $name",
     .why = "docs/pages/tl_reference.md lists all functions of tl, and docs/pages/triton_names.md "
            "what to write for each name of Triton and of its libdevice.",
     .fix = "$near"},
    {.kinds = {kind::no_member},
     .look = function_as_member,
     .wrong = "$name is a function of tl",
     .why = "It takes the tile as its first argument.",
     .fix = "$call"},
    {.kinds = {kind::no_member}, .wrong = "this value has no .$name"},
    {.kinds = {kind::no_class},
     .says = R"(\*)",
     .unless = R"(\[)",
     .look = member_of_number,
     .caret = "$x.$member",
     .wrong = "$x is a pointer: it knows neither a length nor a shape",
     .why = "The kernel takes sizes and strides as parameters, and the launch passes them."},
    {.kinds = {kind::no_class},
     .unless = R"(\[)",
     .look = member_of_number,
     .caret = "$x.$member",
     .wrong = "$x is a plain number, not a tile",
     .why =
         "A number has no member functions. It can be used in the arithmetic of tiles as it is."},
    {.kinds = {kind::no_device_address},
     .wrong = "$name is a constant of the host, and the GPU has only its value",
     .why = "A kernel may compute with the constant, but a parameter `const T&` of a function of "
            "your own, an array that is indexed and the operator & need its address. Take the "
            "parameter by value, or declare the constant inside the kernel.",
     .fix = "constexpr auto $name = ...;   inside the kernel"},
    {.kinds = {kind::undeclared},
     .look = function_of_tl,
     .wrong = "$name is a function of tl",
     .why = "The language's functions are called through tl, which knows the program.",
     .fix = "tl.$name(${arguments|...})"},
    {.kinds = {kind::undeclared},
     .look = new_variable,
     .wrong = kNotKnown,
     .why = "A new variable is declared where it first gets its value, with auto in front.",
     .fix = "$declared"},
    {.kinds = {kind::undeclared},
     .says = "did you mean '",
     .wrong = kNotKnown,
     .why = "Is it misspelled?",
     .fix = "$near"},
    {.kinds = {kind::undeclared},
     .says = "^'(?P<name>[A-Z][A-Z0-9_]+)'",
     .wrong = kNotKnown,
     .why = "A block size is a template parameter of the kernel, and the launch gives its value: "
            "Kernel<1024>{}.",
     .fix = "template <int $name>   in front of the kernel's struct"},
    {.kinds = {kind::undeclared},
     .look = unlike_any,
     .wrong = kNotKnown,
     .why =
         "A name must be declared above the line that uses it, in the same pair of braces.$reach"},
    {.kinds = {kind::declared_twice},
     .unless_line = R"(for \([^;]*,)",
     .wrong = "$name is declared twice",
     .why = "Each variable or parameter has one declaration. Choose another name, or leave out "
            "auto to change the tile that exists."},
    {.kinds = {kind::read_only},
     .line = R"((?P<name>\w+)\s*(?:\[[^]]*\])?\s*[-+*/]?=[^=]|$)",
     .unless_line = R"(^(?:\} else )?(?:if|while)\b)",
     .wrong = "${name|this} is const: it can be read, not written",
     .why = "A parameter such as const float* x is an input. Results go to an output, by tl.store.",
     .fix = "tl.store(out + offsets, value, mask)"},
};

}  // namespace

constinit const rule_table kNameRules = kNameTable;

}  // namespace kw::explain
