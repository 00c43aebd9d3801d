// Numbers and types that must be known at compile time, in the places where templates want them.
#include <algorithm>

#include "explain/rules/helpers.hpp"
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

constexpr std::string_view kRunTime =
    "${name|this number} must be known at compile time, but is known only at run time";
constexpr std::string_view kFixedExtents =
    "Extents of tiles and template arguments are fixed when the program is compiled. In a kernel "
    "they are template parameters, and in a function they are constants.";
constexpr std::string_view kTakeNumbers =
    "size<N>, shape<M, N> and axis<K> take numbers. A type of elements is an argument of its own, "
    "such as float32.";

constexpr rule kTemplateTable[] = {
    {.name = "other of a fetched tile",
     .told = "zero_other",
     .line = R"(\btile_at\()",
     .caret = "tile_at",
     .wrong = "a tile that a stream fetches has zeros outside its mask",
     .why = "The copy can only fill in zeros, so `other` must be a constant zero. For another "
            "value, load the tile in the body, and choose with tl.where.",
     .fix = "fetch(tile_at(pointers, mask, 0.0f))"},
    {.name = "number of a kernel at run time",
     .kinds = {kind::not_constant},
     .line = R"(tl\.)",
     .look = number_at_run_time,
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>"},
    {.name = "number at run time",
     .kinds = {kind::not_constant},
     .look = number_at_run_time,
     .caret = "$name",
     .wrong = kRunTime,
     .why = kFixedExtents,
     .fix = "constexpr int ${name|kBlockSize} = 1024;"},

    // size(64), size<64>{}, size<64: the compile-time values of the language.
    {.name = "size in parentheses",
     .kinds = {kind::template_list, kind::not_deduced},
     .line = R"((?P<value>\b(?P<name>size|shape|axis|stages)\s*\((?P<numbers>[^()]*)\)))",
     .caret = "$value",
     .wrong = "$name takes its numbers in angle brackets",
     .why = "They are part of the type, so they must be known at compile time.",
     .fix = "$name<$numbers>"},

    {.name = "type for a value",
     .kinds = {kind::type_for_value},
     .line = R"([(,]\s*(?P<type>(?:std::)?(?P<name>float|double|int|bool|half|T|int64_t|int32_t|)"
             R"(float16_t|bfloat16_t))\s*\))",
     .among = kElementTypes,
     .caret = "$type",
     .wrong = "$type is a type of C++, but this place needs a value",
     .why = "Element types are values: float32, float16, bfloat16, int32, dtype<T>{}.",
     .fix = "$here"},

    {.name = "kernel without braces",
     .kinds = {kind::type_for_value},
     .line = R"(\b(?P<type>[A-Z]\w*<[^<>]*>)\s*,)",
     .caret = "$type",
     .wrong = "$type is a type; launch takes an object of it",
     .why = "A pair of braces makes the object.",
     .fix = "$type{}"},
    {.name = "type for a number",
     .kinds = {kind::type_for_number},
     .line = R"((?:size|shape|axis|[A-Z]\w*)<\s*(?P<type>[a-z]\w*))",
     .caret = "$type",
     .wrong = "this place needs a number, not the type $type",
     .why = kTakeNumbers,
     .fix = "size<64>"},
    {.name = "size with two numbers",
     .kinds = {kind::template_count},
     .line = R"((?P<value>\bsize<(?P<numbers>[^<>]*,[^<>]*)>))",
     .caret = "$value",
     .wrong = "size<N> is the length of a 1-D tile",
     .why = "The shape of a 2-D tile is shape<M, N>.",
     .fix = "shape<$numbers>"},
    {.name = "number of a kernel's template arguments",
     .kinds = {kind::template_count},
     .line = R"(\b(?P<type>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .caret = "$type",
     .wrong = "$type takes a different number of template arguments",
     .why = "It takes those after `template <` above the kernel's struct, in this order."},
    {.name = "template arguments of a kernel",
     .kinds = {kind::not_deduced, kind::template_count, kind::template_list},
     .line = R"(\b(?P<type>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .caret = "$type",
     .wrong = "$type needs its template arguments",
     .why = "The kernel is a template over its block sizes; say which ones to use.",
     .fix = "$type<1024>{}"},
};

}  // namespace

constinit const rule_table kTemplateRules = kTemplateTable;

}  // namespace kw::explain
