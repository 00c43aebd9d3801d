// Functions that the tests call and the learner's file does not define: the linker misses them, and
// names no line.
#include "common/base/cpp_text.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The function `$function` of the namespace `$space`, as the lesson declares it, `$declared`.
bool declared_by_the_lesson(const situation& s, explanation&, captures& c) {
  const auto functions = functions_named(s.contract, c["function"]);
  if (functions.empty()) {
    return false;
  }
  std::string parameters;
  for (const std::string& each : functions[0].parameters) {
    parameters += (parameters.empty() ? "" : ", ") + replaced(each, "kw::", "");
  }
  c["declared"] =
      functions[0].before + " " + c["space"] + "::" + c["function"] + "(" + parameters + ") {";
  return true;
}

/// The file defines a function of this name outside of the namespace. Moves to it.
bool defined_without_namespace(const situation& s, explanation& e, captures& c) {
  if (!declared_by_the_lesson(s, e, c)) {
    return false;
  }
  for (int line = 1; line <= static_cast<int>(s.source.size()); ++line) {
    const std::string code = without_comment(line_of(s, line));
    const auto head = find(code, "^[a-z][\\w:<>]* " + c["function"] + "\\(");
    if (head) {
      e.line = line;
      e.source_line = line_of(s, line);
      e.column = static_cast<int>(base::find_word(e.source_line, c["function"])) + 1;
      e.width = static_cast<int>(c["function"].size());
      return true;
    }
  }
  return false;
}

constexpr std::string_view kMissed =
    R"re(^`(?P<space>lesson\d+)::(?P<function>\w+)[(<].*defined here)re";

constexpr rule kLinkTable[] = {
    {.name = "function outside of the lesson's namespace",
     .says = kMissed,
     .look = {defined_without_namespace, "declared"},
     .wrong =
         "$function is not the lesson's function, because `$space::` is missing before its name",
     .why = "The tests call $space::$function, which nothing defines.",
     .fix = "$declared"},
    {.name = "function of the lesson that is not defined",
     .says = kMissed,
     .look = {declared_by_the_lesson, "declared"},
     .wrong = "this file does not define $space::$function, which the tests call",
     .why = "Was it deleted or renamed? The lesson declares it with this line.",
     .fix = "$declared"},
};

}  // namespace

constinit const std::span<const rule> kLinkRules = kLinkTable;

}  // namespace kw::explain
