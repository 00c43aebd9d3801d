// Numbers and types that must be known at compile time, in the places where templates want them.
#include <algorithm>

#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The number that is not constant, in the compiler's words or else in angle brackets.
bool number_at_run_time(const situation& s, explanation& e, captures& c) {
  search(s.block,
         R"re(value of '(?P<name>\w+)' is not usable|error: '(?P<name2>\w+)' is not a constant|)re"
         R"re(non-const variable '(?P<name3>\w+)'|parameter '(?P<name4>\w+)' with unknown|)re"
         R"re(value of variable "(?P<name5>\w+)"|parameter "(?P<name6>\w+)"|)re"
         R"re("(?P<name7>\w+)" \(declared)re",
         &c);
  if (c["name"].empty()) {
    c["name"] = first_match(e.source_line, R"(<(\w+)>)");
  }
  return true;
}

bool member_at_run_time(const situation& s, explanation& e, captures& c) {
  return number_at_run_time(s, e, c) && !c["name"].empty() &&
         contains(e.source_line, c["name"] + ".");
}

/// A member of what autotune hands to a lambda, `(config c)`.
bool config_at_run_time(const situation& s, explanation& e, captures& c) {
  return member_at_run_time(s, e, c) &&
         std::any_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
           return contains(line, "(config " + c["name"] + ")");
         });
}

constexpr std::string_view kNotConstant =
    "not usable in a constant expression|is not a constant expression|"
    "template argument is not a constant expression|expression must have a constant value";
constexpr std::string_view kRunTime =
    "${name|this number} must be known at compile time, but is known only at run time";
constexpr std::string_view kFixedExtents =
    "Extents of tiles and template arguments are fixed when the program is compiled. In a kernel "
    "they are template parameters, and in a function they are constants.";
constexpr std::string_view kTypeForValue =
    "expected primary-expression before|function-style cast|type name is not allowed|"
    "does not refer to a value|unexpected type name";
constexpr std::string_view kTakeNumbers =
    "size<N>, shape<M, N> and axis<K> take numbers. A type of elements is an argument of its own, "
    "such as float32.";
/// matrix(x), where x is declared above as a view of one axis.
bool matrix_of_a_vector(const situation& s, explanation& e, captures& c) {
  for (const match& each : find_all(statement_at(s, e.line), R"(\bmatrix\((\w+)\))")) {
    if (search(text_of(s), R"(\bview<[^<>,]*> )" + each[1] + R"(\b)")) {
      c["x"] = each[1];
      return true;
    }
  }
  return false;
}

/// A template of the lesson's headers that the line names without arguments: its `$parameters`.
bool name_of_a_template(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  for (const match& each : find_all(code, R"(\b([A-Za-z_]\w*)\b)")) {
    for (const header& from : s.headers) {
      const auto found =
          code.substr(each.end, 1) == "<"
              ? std::nullopt
              : find(from.text, R"(template\s*<([^<>]*)>\s*[\w: ]*\b)" + each[1] + R"(\s*[={;])");
      if (found) {
        c["name"] = each[1];
        c["parameters"] = first_match((*found)[1], R"((\w+)$)");
        return true;
      }
    }
  }
  return false;
}

constexpr std::string_view kNotDeduced =
    "class template argument deduction failed|no viable constructor or deduction guide|"
    "cannot deduce class template arguments|no instance of constructor|"
    "wrong number of template arguments|too few template arguments|missing template arguments";

constexpr rule kTemplateTable[] = {
    {.name = "other of a fetched tile",
     .told = "zero_other",
     .line = R"(\btile_at\()",
     .caret = "tile_at",
     .wrong = "a tile that a stream fetches has zeros outside its mask",
     .why = "The copy can only fill in zeros, so `other` must be a constant zero. For another "
            "value, load the tile in the body, and choose with tl.where.",
     .fix = "fetch(tile_at(pointers, mask, 0.0f))"},
    {.name = "constant condition at run time",
     .says = kNotConstant,
     .line = "if constexpr",
     .look = {number_at_run_time, "name"},
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "$rewritten",
     .replaced = "if constexpr",
     .by = "if"},
    {.name = "config at run time",
     .says = kNotConstant,
     .look = {config_at_run_time, "name"},
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "[&](auto $name) { ... }"},
    {.name = "member at run time",
     .says = kNotConstant,
     .look = {member_at_run_time, "name"},
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "constexpr int kBlockSize = 1024;"},
    {.name = "number of a kernel at run time",
     .says = kNotConstant,
     .line = R"(tl\.)",
     .look = {number_at_run_time, "name"},
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>"},
    {.name = "number at run time",
     .says = kNotConstant,
     .look = {number_at_run_time, "name"},
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "constexpr int ${name|kBlockSize} = 1024;"},

    // size(64), size<64>{}, size<64: the compile-time values of the language.
    {.name = "three axes",
     .says = "incomplete type|non-literal type",
     .line = R"((?P<value>\bshape<[^<>,]*,[^<>,]*,[^<>]*>))",
     .caret = "$value",
     .wrong = "tiles of more than two axes are in a header of their own",
     .why = "It declares them, and the functions that change the shape of a tile.",
     .fix = "#include <kernelwright/shapes.hpp>"},
    {.name = "size in parentheses",
     .says = "template argument|argument list for|missing template",
     .line = R"((?P<value>\b(?P<name>size|shape|axis|stages)\s*\((?P<numbers>[^()]*)\)))",
     .caret = "$value",
     .wrong = "$name takes its numbers in angle brackets",
     .why = "They are part of the type, so they must be known at compile time.",
     .fix = "$name<$numbers>"},
    {.name = "object of a size",
     .says = "expected",
     .line = R"((?P<object>\b(?P<value>(?:size|shape|axis|stages)<[^<>]*>)\s*(?:\{\}|\(\))))",
     .caret = "$object",
     .wrong = "$value is a value already",
     .fix = "$value"},
    {.name = "closing angle bracket missing",
     .says = R"re(parse error in template argument list|expected '>'|expected a ">")re",
     .line = R"(\b(?P<value>(?:size|shape|axis|stages)<[^<>()]*)[();])",
     .caret = "$value",
     .wrong = "a closing > is missing",
     .fix = "$value>"},

    {.name = "type for a value",
     .says = kTypeForValue,
     .line = R"([(,]\s*(?P<type>(?:std::)?(?P<name>float|double|int|bool|half|T|int64_t|int32_t|)"
             R"(float16_t|bfloat16_t))\s*\))",
     .among = kElementTypes,
     .caret = "$type",
     .wrong = "$type is a type of C++, but this place needs a value",
     .why = "Element types are values: float32, float16, bfloat16, int32, dtype<T>{}.",
     .fix = "$here"},
    {.name = "dtype without an object",
     .says = kTypeForValue,
     .line = R"([(,]\s*(?P<type>dtype<\w+>)\s*\))",
     .caret = "$type",
     .wrong = "$type is a type of C++, but this place needs a value",
     .why = "Element types are values: float32, float16, bfloat16, int32, dtype<T>{}.",
     .fix = "$type{}"},

    {.name = "type for a number",
     .says = "type/value mismatch|for non-type template parameter must be",
     .line = R"((?:size|shape|axis|[A-Z]\w*)<\s*(?P<type>[a-z]\w*))",
     .caret = "$type",
     .wrong = "this place needs a number, not the type $type",
     .why = kTakeNumbers,
     .fix = "size<64>"},
    {.name = "type for a number, for nvcc",
     .says = "type name is not allowed",
     .line = R"((?:size|shape|axis)<\s*(?P<type>[a-z]\w*))",
     .caret = "$type",
     .wrong = "this place needs a number, not the type $type",
     .why = kTakeNumbers,
     .fix = "size<64>"},
    {.name = "kernel without braces",
     .says = "expected primary-expression before ','|function-style cast|type name is not allowed",
     .line = R"(\b(?P<type>[A-Z]\w*<[^<>]*>)\s*,)",
     .caret = "$type",
     .wrong = "$type is a type; launch takes an object of it",
     .why = "A pair of braces makes the object.",
     .fix = "$type{}"},
    {.name = "size with two numbers",
     .says = "wrong number of template arguments|too many template arguments",
     .line = R"((?P<value>\bsize<(?P<numbers>[^<>]*,[^<>]*)>))",
     .caret = "$value",
     .wrong = "size<N> is the length of a 1-D tile",
     .why = "The shape of a 2-D tile is shape<M, N>.",
     .fix = "shape<$numbers>"},
    {.name = "number of a kernel's template arguments, known",
     .says = "too many template arguments|too few template arguments|"
             "wrong number of template arguments",
     .told = "should be (?:at least )?(?P<taken>[0-9]+)",
     .line = R"(\b(?P<type>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .caret = "$type",
     .wrong = "$type takes a different number of template arguments",
     .why = "It takes those after `template <` above the kernel's struct, in this order: $taken of "
            "them."},
    {.name = "number of a kernel's template arguments",
     .says = "too many template arguments|too few template arguments|"
             "wrong number of template arguments",
     .line = R"(\b(?P<type>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .caret = "$type",
     .wrong = "$type takes a different number of template arguments",
     .why = "It takes those after `template <` above the kernel's struct, in this order."},
    {.name = "matrix of a vector",
     .says = kNotDeduced,
     .look = {matrix_of_a_vector, "x"},
     .caret = "matrix($x)",
     .wrong = "a matrix has two axes, but $x is a view of one",
     .why = "The kernel takes a view of one axis as a pointer.",
     .fix = "$x"},
    {.name = "template arguments of a name of the lesson",
     .says =
         "missing template arguments|requires template arguments|argument list for .* is missing|"
         "without a template argument list",
     .look = {name_of_a_template, "name parameters"},
     .caret = "$name",
     .wrong = "$name needs its template arguments, in angle brackets",
     .fix = "$name<$parameters>"},
    {.name = "template arguments of a kernel",
     .says = kNotDeduced,
     .line = R"(\b(?P<type>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .caret = "$type",
     .wrong = "$type needs its template arguments",
     .why = "The kernel is a template over its block sizes; say which ones to use.",
     .fix = "$type<1024>{}"},
};

}  // namespace

constinit const std::span<const rule> kTemplateRules = kTemplateTable;

}  // namespace kw::explain
