// Members that are not there, of tl, of tiles, of arrays and of structs.
#include <algorithm>
#include <cctype>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

bool member_of_tl(const situation&, explanation& e, captures& c) {
  c["near"] = nearest(c["name"], tl_names());
  c["near"] = c["near"].empty() ? "" : "tl." + c["near"];
  return base::find_word(e.source_line, "tl." + c["name"]) != std::string::npos;
}

/// The text before the dot of `.$name`.
bool function_as_member(const situation&, explanation&, captures& c) {
  c["x"] = first_match(c["code"], R"((\w+)\s*\.\s*)" + c["name"] + R"(\b)");
  c["x"] = c["x"].empty() ? "x" : c["x"];
  return find_tl_function(c["name"]) != nullptr;
}

/// `$x.$member`, where x is neither tl nor a number, and the one that the message names if it does.
bool member_of_number(const situation&, explanation&, captures& c) {
  const std::string meant = c["member"];
  for (const match& found : find_all(c["code"], R"(((?:\w+\.)*\w+(?:\([^()]*\))?)\s*\.\s*(\w+))")) {
    if (found[1] != "tl" && std::isdigit(static_cast<unsigned char>(found[1][0])) == 0 &&
        (meant.empty() || found[2] == meant)) {
      c["x"] = found[1];
      c["member"] = found[2];
      return true;
    }
  }
  return false;
}

constexpr rule kMembers[] = {
    {.name = "member of an array",
     .kinds = {kind::no_member},
     .says = "kw::array<|'(?:const )?array<",
     .caret = "$name",
     .wrong = "an array has no .$name",
     .why = kKnows},
    {.name = "cast of a number",
     .kinds = {kind::no_class, kind::no_member},
     .says = R"(float(?:16|8_e\dm\d)_t['"]|non-class type|structure or union|class type)",
     .line = R"((?P<x>(?:\w+\.)*\w+(?:\([^()]*\))?)\s*\.\s*to\((?:tl\.)?(?P<to>\w+))",
     .caret = "to",
     .wrong = "$x is a plain number, not a tile",
     .why = "A number has no member functions. It can be used in the arithmetic of tiles as it is.",
     .fix = "tl.cast($x, $to)"},
    {.name = "type or constant of tl",
     .kinds = {kind::no_member},
     .line = R"(\btl\.(?P<plain>b?float(?:16|32|64)|u?int(?:1|8|16|32|64)|tf32|tf32x3|ieee|inf)\b)",
     .caret = "tl.$plain",
     .wrong = "types and constants are plain names here: $plain, without tl.",
     .fix = "$plain"},
    {.name = "no function of tl",
     .kinds = {kind::no_member},
     .look = member_of_tl,
     .caret = "tl.$name",
     .wrong = "tl has no function $name",
     .why = "docs/pages/tl_reference.md lists all functions of tl.",
     .fix = "$near"},
    {.name = "function of tl as a member",
     .kinds = {kind::no_member},
     .look = function_as_member,
     .caret = "$name",
     .wrong = "$name is a function of tl",
     .why = "It takes the tile as its first argument.",
     .fix = "tl.$name($x)"},
    {.name = "no such member",
     .kinds = {kind::no_member},
     .caret = "$name",
     .wrong = "this value has no .$name"},
    {.name = "member of a pointer",
     .kinds = {kind::no_class},
     .says = R"(\*)",
     .unless = R"(\[)",
     .look = member_of_number,
     .caret = "$x.$member",
     .wrong = "$x is a pointer: it knows neither a length nor a shape",
     .why = "The kernel takes sizes and strides as parameters, and the launch passes them."},
    {.name = "member of a number",
     .kinds = {kind::no_class},
     .unless = R"(\[)",
     .look = member_of_number,
     .caret = "$x.$member",
     .wrong = "$x is a plain number, not a tile",
     .why =
         "A number has no member functions. It can be used in the arithmetic of tiles as it is."},
};

}  // namespace

constinit const rule_table kMemberRules = kMembers;

}  // namespace kw::explain
