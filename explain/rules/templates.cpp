// Numbers and types that must be known at compile time, in the places where templates want them.
#include <algorithm>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

bool explain_constant(const situation& s, explanation& e) {
  if (!contains_any(s.message,
                    {"not usable in a constant expression", "is not a constant expression",
                     "template argument is not a constant expression",
                     "expression must have a constant value"})) {
    return false;
  }
  const std::string name = first_match(
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
  const bool handed_over = std::any_of(s.source.begin(), s.source.end(), [&](const std::string& l) {
    return contains(l, "(config " + inside + ")");
  });
  const bool member = !inside.empty() && contains(e.source_line, inside + ".");
  e.fix = contains(e.source_line, "if constexpr")
              ? replaced(trimmed(e.source_line), "if constexpr", "if")
          : handed_over && member ? "[&](auto " + inside + ") { ... }"
          : member                ? "constexpr int kBlockSize = 1024;"
          : in_kernel ? "template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>"
                      : "constexpr int " + (inside.empty() ? "kBlockSize" : inside) + " = 1024;";
  return true;
}

/// size(64), size<64>{}, size<64: the compile-time values of the language.
bool explain_value_template(const situation& s, explanation& e) {
  groups match;
  const std::string code = without_comment(e.source_line);
  if (contains_any(s.message, {"incomplete type", "non-literal type"}) &&
      search(code, "\\bshape<[^<>,]*,[^<>,]*,[^<>]*>", &match)) {
    e.column = 0;
    point_at(e, match[0]);
    e.message = "tiles have one or two axes";
    e.advice = "What has more is walked over by a loop, or by the axes of the grid.";
    e.fix = "shape<M, N>";
    return true;
  }
  if (search(code, "\\b(size|shape|axis|stages)\\s*\\(([^()]*)\\)", &match) &&
      contains_any(s.message, {"template argument", "argument list for", "missing template"})) {
    e.column = 0;
    point_at(e, match[0]);
    e.message = match[1] + " takes its numbers in angle brackets";
    e.advice = "They are part of the type, and known at compile time.";
    e.fix = match[1] + "<" + match[2] + ">";
    return true;
  }
  static const std::string object("\\b((?:size|shape|axis|stages)<[^<>]*>)\\s*(?:\\{\\}|\\(\\))");
  if (contains(s.message, "expected") && search(code, object, &match)) {
    e.column = 0;
    point_at(e, match[0]);
    e.message = match[1] + " is a value already";
    e.fix = match[1];
    return true;
  }
  if (contains_any(s.message,
                   {"parse error in template argument list", "expected '>'", "expected a \">\""}) &&
      search(code, "\\b((?:size|shape|axis|stages)<[^<>()]*)[();]", &match)) {
    e.column = 0;
    point_at(e, match[1]);
    e.message = "a closing > is missing";
    e.fix = match[1] + ">";
    return true;
  }
  return false;
}

/// float where a value such as float32 is wanted: the types of elements are values here.
bool explain_type_for_value(const situation& s, explanation& e) {
  groups match;
  static const std::string type(
      "[(,]\\s*((?:std::)?(?:float|double|int|bool|half|T|int64_t|int32_t|float16_t|bfloat16_t)|"
      "dtype<\\w+>)\\s*\\)");
  const std::string code = without_comment(e.source_line);
  if (!contains_any(s.message, {"expected primary-expression before", "function-style cast",
                                "type name is not allowed", "does not refer to a value",
                                "unexpected type name"}) ||
      !search(code, type, &match)) {
    return false;
  }
  static constexpr const char* kValues[][2] = {
      {"float", "float32"},       {"double", "float64"},     {"int", "int32"},
      {"bool", "int1"},           {"half", "float16"},       {"float16_t", "float16"},
      {"bfloat16_t", "bfloat16"}, {"std::int64_t", "int64"}, {"std::int32_t", "int32"},
      {"int64_t", "int64"},       {"int32_t", "int32"},      {"T", "dtype<T>{}"}};
  e.fix = match[1] + "{}";
  for (const auto& value : kValues) {
    e.fix = match[1] == value[0] ? value[1] : e.fix;
  }
  e.column = 0;
  point_at(e, match[1]);
  e.message = match[1] + " is a type of C++, and here a value stands for it";
  e.advice = "The types of elements are values: float32, float16, bfloat16, int32, dtype<T>{}.";
  return true;
}

bool explain_template_argument(const situation& s, explanation& e) {
  const bool kernel_type = search(e.source_line, "\\b[A-Z]\\w*<[^<>]*>\\s*,");
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
  groups numbers;
  const bool for_number = contains_any(
      s.message, {"wrong number of template arguments", "too many template arguments"});
  if (for_number && search(e.source_line, "\\bsize<([^<>]*,[^<>]*)>", &numbers)) {
    e.column = 0;
    point_at(e, numbers[0]);
    e.message = "size<N> is the length of a 1-D tile";
    e.advice = "The shape of a 2-D tile is shape<M, N>.";
    e.fix = "shape<" + numbers[1] + ">";
    return true;
  }
  const bool of_kernel = search(e.source_line, "\\b[A-Z]\\w*\\s*(<[^<>]*>)?\\s*[{(]");
  if (of_kernel &&
      contains_any(s.message, {"too many template arguments", "too few template arguments",
                               "wrong number of template arguments"})) {
    const std::string type = first_match(e.source_line, "\\b([A-Z]\\w*)\\s*<[^<>]*>\\s*[{(]");
    const std::string taken = first_match(s.block, "should be (?:at least )?([0-9]+)");
    point_at(e, type);
    e.message = type + " has another number of template arguments";
    e.advice = "Those behind `template <` above the kernel's struct, in this order" +
               (taken.empty() ? std::string(".") : ": " + taken + " of them.");
    return true;
  }
  if (of_kernel &&
      contains_any(s.message, {"class template argument deduction failed",
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

}  // namespace

bool explain_template(const situation& s, explanation& e) {
  return explain_constant(s, e) || explain_value_template(s, e) || explain_type_for_value(s, e) ||
         explain_template_argument(s, e);
}

}  // namespace kw::explain
