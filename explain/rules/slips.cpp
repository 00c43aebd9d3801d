// The slips of C++ that beginners make, in the words of g++, clang++ and nvcc.
#include <string>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The next line, which gives the variable of this one its first value: `$assigned`.
bool value_below(const situation& s, explanation& e, captures& c) {
  c["assigned"] = without_comment(line_of(s, e.line + 1));
  return c["assigned"].starts_with(c["name"] + " = ");
}

/// The variable of a loop above that ends with its first line, by a semicolon: `$loop` without it.
/// The explanation moves there.
bool loop_ended_early(const situation& s, explanation& e, captures& c) {
  const std::string pattern =
      R"(^(?P<loop>for \((?:const )?[\w:]+ )" + c["name"] + R"( = .*\));\s*\{?$)";
  for (int line = e.line - 1; line > 0; --line) {
    if (search(without_comment(line_of(s, line)), std::string_view(pattern), &c)) {
      e.line = line;
      e.source_line = line_of(s, line);
      return true;
    }
  }
  return false;
}

/// A name that is made a column or a row here, and declared as a number above: `$name`, and its
/// `$type`, `$value` and the line, `$declared`.
bool declared_as_number(const situation& s, explanation& e, captures& c) {
  for (const match& turned : find_all(e.source_line, R"((\w+)\((?:_, None|None, _)\))")) {
    const std::string pattern = "^(?:const )?(?P<type>auto|int|float|double|bool|std::int64_t) " +
                                turned[1] + " = (?P<value>.*)$";
    for (int line = e.line - 1; line > 0; --line) {
      const std::string code = without_comment(line_of(s, line));
      if (!kw::explain::search(code, std::string_view(pattern), &c)) {
        continue;
      }
      const std::string block = first_match(c["value"], R"(^tl\.program_id\(\d\) \* (\w+);)");
      if (c["type"] == "auto" && block.empty()) {
        break;
      }
      if (block.empty() && !contains(c["value"], "tl.arange") && !contains(c["value"], "tl.load")) {
        return false;  // the number is right, and the axes are not
      }
      c["name"] = turned[1];
      c["declared"] = std::to_string(line);
      c["type"] = c["type"] == "auto" ? "number" : c["type"];
      c["value"] = block.empty() ? c["value"]
                                 : replaced(c["value"], ";", " + tl.arange(size<" + block + ">);");
      return true;
    }
  }
  return false;
}

/// `$name` is declared as one number, in line `$declared`.
bool computed_number(const situation& s, explanation& e, captures& c) {
  const auto variable = known_variable(s, c["name"], e.line - 1);
  c["declared"] = variable ? std::to_string(variable->line) : "";
  return variable && search(variable->type, "^(?:const )?(?:float|double|int)$") &&
         !contains(variable->value, "tl.arange");
}

/// A name that is made a column or a row here, and was reduced without an axis above.
bool reduced_to_a_number(const situation& s, explanation& e, captures& c) {
  for (const match& turned : find_all(e.source_line, R"((\w+)\((?:_, None|None, _)\))")) {
    const auto variable = known_variable(s, turned[1], e.line - 1);
    const bool row = contains(turned[0], "(None, _)");
    const std::string value = variable ? variable->value : "";
    const auto call = find(value, R"(^tl\.(?:sum|max|min|mean|argmax|argmin)\()");
    if (call && base::closing_bracket(value, call->end - 1) + 1 == value.size() &&
        base::arguments_of(value, call->end - 1).size() == 1) {
      c["name"] = turned[1];
      c["declared"] = std::to_string(variable->line);
      c["value"] = value.substr(0, value.size() - 1) + (row ? ", axis<0>);" : ", axis<1>);");
      return true;
    }
  }
  return false;
}

constexpr std::string_view kNoType =
    "forbids declaration of|requires a type specifier|explicit type is missing|"
    "expected type-specifier before";
constexpr std::string_view kNotCaptured =
    "'(?P<name>\\w+)' is not captured|variable '(?P<name2>\\w+)' cannot be implicitly|"
    "cannot be referenced in a lambda body";
constexpr std::string_view kUnseen = "this lambda cannot use ${name|the variables outside it}";
constexpr std::string_view kCapture = "[&] lets it use the variables around it; [] keeps them out.";
constexpr std::string_view kCallOperator =
    "a kernel's call operator is written void operator()(program auto tl, ...) const";
constexpr std::string_view kTwoBrackets =
    "The first () is part of its name; the parameters follow in the second.";
constexpr std::string_view kElements =
    "$type names the element type of a tile; a variable has a type of C++";

constexpr std::string_view kConcept =
    "It is a concept: it says what tl can do. The type of tl differs between a CPU and a GPU, and "
    "auto covers both.";

constexpr rule kSlipTable[] = {
    {.name = "program after auto",
     .line = R"((?P<words>auto +program) +tl\b)",
     .caret = "$words",
     .wrong = "program goes before auto",
     .why = kConcept,
     .fix = "program auto tl"},
    {.name = "program without auto",
     .says = "expected|is not a type name",
     .line = R"(\((?:const )?(?P<word>program)(?:[ &*]+tl\b|,|\)))",
     .caret = "$word",
     .wrong = "program is not a type: it needs auto after it",
     .why = kConcept,
     .fix = "program auto tl"},
    {.name = "call operator with one bracket",
     .says = "expected",
     .line = R"((?P<operator>operator) *\( *(?:program )?auto)",
     .caret = "$operator",
     .wrong = kCallOperator,
     .why = kTwoBrackets,
     .fix = kEntry},
    {.name = "call operator without a type",
     .says = kNoType,
     .line = R"((?P<operator>operator(?:\(\))?))",
     .caret = "$operator",
     .wrong = kCallOperator,
     .why = kTwoBrackets,
     .fix = kEntry},
    {.name = "function without a type",
     .says = kNoType,
     .line = R"(^[a-z_0-9:]+\()",
     .wrong = "the type of what the function returns is missing",
     .why = "A function that returns nothing is void.",
     .fix = "void $code"},

    {.name = "lambda without captures",
     .says = kNotCaptured,
     .line = R"(\[\])",
     .caret = "${name|^}",
     .wrong = kUnseen,
     .why = kCapture,
     .fix = "$rewritten",
     .replaced = "[]",
     .by = "[&]"},
    {.name = "lambda that captures something else",
     .says = kNotCaptured,
     .caret = "${name|^}",
     .wrong = kUnseen,
     .why = kCapture,
     .fix = "[&](...) { ... }"},

    {.name = "semicolon that ends a loop",
     .says = R"re('(?P<name>\w+)' was not declared|undeclared identifier '(?P<name2>\w+)'|)re"
             R"re(identifier "(?P<name3>\w+)" is undefined)re",
     .look = {loop_ended_early, "loop name"},
     .caret = "$loop",
     .wrong = "the semicolon behind the parenthesis ends the loop, so it repeats nothing",
     .why = "The block below is not part of it, and does not know $name.",
     .fix = "$loop {"},
    {.name = "auto that gets its value later",
     .says = R"re(has no initializer|requires an initializer|)re"
             R"re(cannot deduce "auto" type \(initializer required\))re",
     .line = R"(^auto (?P<name>\w+);$)",
     .look = {value_below, "assigned"},
     .wrong = "a variable that is declared with auto gets its value in the same line",
     .why = "Its type is the value's, and $name has its first value below.",
     .fix = "auto $assigned"},
    {.name = "number that is used as a tile",
     .says = "cannot be used as a function|called object type|not a function|"
             "apparent call must have pointer-to-function",
     .look = {declared_as_number, "name type declared value"},
     .caret = "$name",
     .wrong = "$name is declared as one $type in line $declared, and is used as a tile here",
     .why = "A tile is declared with auto, and a range of offsets needs tl.arange.",
     .fix = "auto $name = $value"},
    {.name = "axes of a number",
     .says = "cannot be used as a function|called object type|not a function|"
             "apparent call must have pointer-to-function",
     .line = R"(\b(?P<name>\w+)\((?:_, None|None, _)\))",
     .look = {computed_number, "name declared"},
     .caret = "$name",
     .wrong = "$name is one number, so it needs no axes",
     .why = "It is declared in line $declared. A number combines with a tile of any shape.",
     .fix = "$name"},
    {.name = "one number that is used as a tile",
     .says = "cannot be used as a function|called object type|not a function|"
             "apparent call must have pointer-to-function",
     .look = {reduced_to_a_number, "name declared value"},
     .caret = "$name",
     .wrong = "$name is one number, so it has no axes to add",
     .why = "In line $declared the whole tile is reduced, because no axis is given. axis<1> keeps "
            "a number for each row, axis<0> one for each column.",
     .fix = "auto $name = $value   in line $declared"},
    {.name = "auto without a value",
     .says = R"re(has no initializer|requires an initializer|)re"
             R"re(cannot deduce "auto" type \(initializer required\))re",
     .wrong = "a variable that is declared with auto gets its value in the same line",
     .why = "Its type is the value's. Each variable has a declaration of its own.",
     .fix = "auto a = ...; auto b = ...;"},
    {.name = "cast without a type",
     .says = "expected",
     .line = R"((?P<cast>static_cast)(?P<rest>\([^()]*\)))",
     .caret = "$cast",
     .wrong = "$cast needs the type that the value should get, in angle brackets",
     .fix = "$cast<float>$rest, or another type"},
    {.name = "ending of a number",
     .says = "literal operator",
     .line = R"(\b(?P<number>[1-9][0-9.]*|0\.[0-9]*)[a-z]+\b)",
     .caret = "$number",
     .wrong = "a number cannot end like this",
     .why = "A number takes the element type of the tile that it is combined with.",
     .fix = "${number}f"},
    {.name = "digit of a hexadecimal number",
     .says = "literal operator|suffix|user-defined",
     .line = R"(\b(?P<number>0x[0-9a-f]*(?P<digit>[g-tv-z])\w*))",
     .caret = "$number",
     .wrong = "$digit is not a digit of a hexadecimal number",
     .why = "Its digits are 0 to 9 and a to f; a u at the end makes it unsigned."},
    {.name = "condition without parentheses",
     .says = "expected",
     .line = R"(^(?P<key>if constexpr|if|while|for) (?P<condition>[^(].*[^ {]) *\{?$)",
     .caret = "$key",
     .wrong = "the condition after $key needs parentheses",
     .fix = "$key ($condition) {"},
    {.name = "integer declared as elements",
     .says = "expected",
     .line = R"(^(?P<type>u?int(?:8|16|32|64)) (?P<name>\w+) *= *(?P<value>.*)$)",
     .caret = "$type",
     .wrong = kElements,
     .fix = "std::${type}_t $name = $value"},
    {.name = "number declared as elements",
     .says = "expected",
     .line = R"(^(?P<type>b?float(?:8|16|32|64)) (?P<name>\w+) *= *(?P<value>.*)$)",
     .caret = "$type",
     .wrong = kElements,
     .fix = "float $name = $value"},
    {.name = "loop with commas",
     .says = "expected|redeclaration|redefinition|already been declared|declared",
     .line = R"(^for \((?P<begin>[^;,]*),(?P<condition>[^;,]*),(?P<step>[^;]*)\) ?\{?$)",
     .unless_line = R"( : |\bin range\()",
     .caret = kWholeLine,
     .wrong = "the three parts of a loop are separated by semicolons",
     .fix = "for ($begin;$condition;$step) {"},
};

}  // namespace

constinit const std::span<const rule> kSlipRules = kSlipTable;

}  // namespace kw::explain
