// Calls of functions that the lesson's headers or the learner's file declare, with arguments that
// do not fit: what the declaration takes is compared with what the call gives.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// A call of the learner's, and the function that it means.
struct lesson_call {
  declared_function function;
  std::vector<std::string> arguments;
  std::string object;     ///< "softmax." or "lesson04::", or empty.
  std::string templates;  ///< "<BLOCK_SIZE>" or empty.
  std::size_t least = 0;  ///< How many arguments it needs.
};

bool is_optional(const std::string& parameter) {
  return contains(parameter, "=");
}

bool takes_tl(const declared_function& function) {
  return !function.parameters.empty() && name_of_parameter(function.parameters[0]) == "tl";
}

/// The call in the line whose function the compiler complains about.
std::optional<lesson_call> find_call(const situation& s, const explanation& e, captures& c) {
  const std::string code = statement_at(s, e.line);
  for (const match& each : find_all(code, R"((\w+(?:\.|->|::))?\b([A-Za-z_]\w*)(<[^<>()]*>)?\()")) {
    const bool meant = base::find_word(s.message, each[2]) != std::string::npos;
    if (!meant || (each[1] == "tl." && find_tl_function(each[2]) != nullptr)) {
      continue;
    }
    const auto functions = known_functions(s, each[2]);
    const base::argument_list list = base::arguments_at(code, each.end - 1);
    const bool through_tl = each[1] == "tl." && (functions.empty() || !takes_tl(functions[0]));
    if (functions.empty() || !list.closed || through_tl) {
      continue;
    }
    lesson_call found{functions[0], list.items, each[1], each[3]};
    std::erase(found.arguments, "");
    found.least = static_cast<std::size_t>(
        std::count_if(found.function.parameters.begin(), found.function.parameters.end(),
                      [](const std::string& p) { return !is_optional(p); }));
    c["function"] = each[2];
    return found;
  }
  return std::nullopt;
}

/// The call again, with these arguments.
std::string written(const lesson_call& call, const captures& c,
                    const std::vector<std::string>& arguments, const std::string& object) {
  return object + c.at("function") + call.templates + "(" + joined(arguments) + ")";
}

std::string parameters_of(const lesson_call& call) {
  std::vector<std::string> shown;
  for (const std::string& parameter : call.function.parameters) {
    if (!is_optional(parameter)) {
      shown.push_back(name_of_parameter(parameter));
    }
  }
  return joined(shown);
}

bool without_tl(const situation& s, explanation& e, captures& c) {
  const auto call = find_call(s, e, c);
  if (!call || !takes_tl(call->function) || call->object == "tl." ||
      std::find(call->arguments.begin(), call->arguments.end(), "tl") != call->arguments.end()) {
    return false;
  }
  std::vector<std::string> arguments = call->arguments;
  arguments.insert(arguments.begin(), "tl");
  c["call"] = written(*call, c, arguments, call->object);
  return true;
}

/// tl.load_tile(x, rows, cols), where load_tile is a function that takes tl.
bool as_member_of_tl(const situation& s, explanation& e, captures& c) {
  const auto call = find_call(s, e, c);
  if (!call || call->object != "tl." || !takes_tl(call->function)) {
    return false;
  }
  std::vector<std::string> arguments = call->arguments;
  arguments.insert(arguments.begin(), "tl");
  c["call"] = written(*call, c, arguments, "");
  return true;
}

/// The template parameter `$missing` that no argument tells.
bool without_template_argument(const situation& s, explanation& e, captures& c) {
  const auto call = find_call(s, e, c);
  if (!call || !call->templates.empty() || call->function.template_parameters.empty()) {
    return false;
  }
  const std::string first = call->function.template_parameters[0];
  c["missing"] = name_of_parameter(first);
  const bool deducible = std::any_of(
      call->function.parameters.begin(), call->function.parameters.end(),
      [&](const std::string& p) { return base::find_word(p, c["missing"]) != std::string::npos; });
  if (deducible || c["missing"].empty()) {
    return false;
  }
  const std::string value = first.starts_with("bool") ? "true" : c["missing"];
  c["value"] = first.starts_with("bool") ? ", true or false," : "";
  lesson_call with = *call;
  with.templates = "<" + value + ">";
  c["call"] = written(with, c, call->arguments, call->object);
  return true;
}

bool other_count(const situation& s, explanation& e, captures& c) {
  const auto call = find_call(s, e, c);
  if (!call) {
    return false;
  }
  const std::size_t has = call->arguments.size(), most = call->function.parameters.size();
  c["has"] = std::to_string(has);
  c["takes"] = std::to_string(has < call->least ? call->least : most);
  c["takes"] += c["takes"] == "1" ? " argument" : " arguments";
  c["parameters"] = parameters_of(*call);
  return has < call->least || has > most;
}

bool arguments_of_another_kind(const situation& s, explanation& e, captures& c) {
  const auto call = find_call(s, e, c);
  if (!call) {
    return false;
  }
  std::vector<std::string> shown;
  for (const std::string& parameter : call->function.parameters) {
    if (!is_optional(parameter)) {
      shown.push_back(replaced(replaced(parameter, "kw::", ""), "const ", ""));
    }
  }
  c["parameters"] = joined(shown);
  return true;
}

/// A call of a lambda that the file defines above: its `$function`, and the line of the definition.
std::string own_lambda(const situation& s, const explanation& e, captures& c) {
  for (const match& call : find_all(without_comment(e.source_line), R"(\b([A-Za-z_]\w*)\()")) {
    for (int line = e.line - 1; line > 0; --line) {
      const std::string code = without_comment(line_of(s, line));
      if (search(code, "^(?:const )?auto " + call[1] + R"( = \[)")) {
        c["function"] = call[1];
        c["defined"] = std::to_string(line);
        return code;
      }
    }
  }
  return "";
}

/// A reference needs a variable, and the result of an expression is not one.
bool result_for_a_reference(const situation& s, explanation& e, captures& c) {
  const std::string code = own_lambda(s, e, c);
  const std::string arguments =
      first_match(without_comment(e.source_line), "\\b" + c["function"] + R"(\((.*)\))");
  c["fixed"] = replaced(code, "auto& ", "auto ");
  return !code.empty() && c["fixed"] != code && !search(arguments, R"(^[\w, ]*$)");
}

constexpr std::string_view kNotFromTl = "$function is a function of the lesson, not of tl";

constexpr rule kFunctionTable[] = {
    {.name = "two values that are returned as in Python",
     .kinds = {kind::does_not_fit},
     .line = R"(^\s*return (?P<values>[^(){};,]*(?:\([^()]*\)[^(){};,]*)*,[^{};]*);)",
     .caret = "$values",
     .wrong = "a comma does not make one result of two values in C++",
     .why = "The function returns one object, and braces make it of its parts, in their order.",
     .fix = "return {$values};"},
    {.name = "function of the lesson as a member of tl",
     .kinds = {kind::does_not_fit},
     .look = {as_member_of_tl, "function call"},
     .caret = "tl.$function",
     .wrong = kNotFromTl,
     .why = "It is called by its name, and takes tl as its first argument.",
     .fix = "$call"},
    {.name = "function of the lesson without tl",
     .kinds = {kind::does_not_fit},
     .look = {without_tl, "function call"},
     .caret = "$function",
     .wrong = "$function needs tl as its first argument",
     .why = "A function that loads, stores or computes with tiles does so through tl.",
     .fix = "$call"},
    {.name = "function of the lesson without its template argument",
     .kinds = {kind::does_not_fit},
     .look = {without_template_argument, "function call missing value"},
     .caret = "$function",
     .wrong = "$function needs its template argument $missing",
     .why = "$missing$value is not among the arguments in parentheses, so it has to be written in "
            "angle brackets.",
     .fix = "$call"},
    {.name = "result of an expression for a reference",
     .kinds = {kind::binds_no_value},
     .look = {result_for_a_reference, "function defined fixed"},
     .caret = "$function",
     .wrong = "$function takes a reference, and gets the result of an expression",
     .why = "A reference, auto&, needs a variable to refer to. Without the & in line "
            "$defined "
            "it takes any value.",
     .fix = "$fixed"},
    {.name = "kernel in a function",
     .kinds = {kind::template_in_function},
     .caret = kWholeLine,
     .wrong = "a kernel, or a function with auto, cannot be defined inside a function",
     .why = "It is a template, because tl has another type on each device. Move it above the "
            "function that uses it; a "
            "small function inside is a lambda."},
    {.name = "number of a function's arguments",
     .kinds = {kind::does_not_fit},
     .look = {other_count, "function has takes parameters"},
     .caret = "$function",
     .wrong = "$function takes $takes, but this call has $has",
     .why = "It takes ($parameters)."},
    {.name = "kinds of a function's arguments",
     .kinds = {kind::does_not_fit},
     .look = {arguments_of_another_kind, "function parameters"},
     .caret = "$function",
     .wrong = "the arguments of this $function do not fit",
     .why = "It takes ($parameters), in this order."},
};

}  // namespace

constinit const std::span<const rule> kFunctionRules = kFunctionTable;

}  // namespace kw::explain
