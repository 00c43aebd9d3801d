// Members that are not there, of tl, of tiles, of matrices and of structs.
#include <algorithm>
#include <cctype>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
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
bool function_as_member(const situation&, explanation& e, captures& c) {
  c["x"] = first_match(without_comment(e.source_line), R"((\w+)\s*\.\s*)" + c["name"] + R"(\b)");
  c["x"] = c["x"].empty() ? "x" : c["x"];
  return find_tl_function(c["name"]) != nullptr;
}

/// `$x.$member`, where x is neither tl nor a number, and the one that the message names if it does.
bool member_of_number(const situation&, explanation& e, captures& c) {
  const std::string meant = c["member"];
  for (const match& found :
       find_all(without_comment(e.source_line), R"(((?:\w+\.)*\w+(?:\([^()]*\))?)\s*\.\s*(\w+))")) {
    if (found[1] != "tl" && std::isdigit(static_cast<unsigned char>(found[1][0])) == 0 &&
        (meant.empty() || found[2] == meant)) {
      c["x"] = found[1];
      c["member"] = found[2];
      return true;
    }
  }
  return false;
}

/// Whether the letters of `part` are in `whole` in this order, as those of `cols` in `columns`.
bool abbreviates(const std::string& part, const std::string& whole) {
  std::size_t at = 0;
  for (const char letter : whole) {
    at += at < part.size() && part[at] == letter ? 1 : 0;
  }
  return at == part.size() && part[0] == whole[0];
}

/// The candidate that is nearest, or the longest that the name is a part of, or that is part of it.
std::string near_or_part(const std::string& name, const std::vector<std::string>& candidates) {
  std::string near = nearest(name, candidates);
  if (!near.empty() || name.size() < 3) {
    return near;
  }
  for (const std::string& each : candidates) {
    const bool alike = each.size() > 2 && (contains(each, name) || contains(name, each) ||
                                           abbreviates(name, each) || abbreviates(each, name));
    near = alike && each.size() > near.size() ? each : near;
  }
  return near;
}

/// A member that a known `$type` does not have: its `$members`, and the one that is `$written`
/// nearly so.
bool no_such_member(const situation& s, explanation& e, captures& c) {
  constexpr std::size_t kMost = 12;
  c["type"] = first_match(c["of"], R"re(^(?:const )?(?:struct |class |enum )?(?:\w+::)*(\w+))re");
  c["type"] = c["type"] == "fixed_config" ? "config" : c["type"];
  const std::vector<std::string> members = known_members(s, c["type"]);
  if (members.empty() || c["type"] == "context" || find_tl_function(c["name"]) != nullptr ||
      std::find(members.begin(), members.end(), c["name"]) != members.end()) {
    return false;
  }
  for (std::size_t i = 0; i < members.size() && members.size() <= kMost; ++i) {
    c["members"] += (i == 0                   ? "It has "
                     : i + 1 < members.size() ? ", "
                                              : " and ") +
                    members[i] + (i + 1 == members.size() ? "." : "");
  }
  // A call keeps its parentheses and arguments; only the name changes.
  const std::string near = near_or_part(c["name"], members), code = without_comment(e.source_line);
  const auto used = find(code, R"(\w*(?:\.|->|::))" + c["name"] + R"(\b)");
  if (used && !near.empty()) {
    const std::size_t open = used->end;
    const std::size_t close = open < code.size() && code[open] == '('
                                  ? base::closing_bracket(code, open)
                                  : std::string::npos;
    c["written"] = (*used)[0].substr(0, (*used)[0].size() - c["name"].size()) + near +
                   (close == std::string::npos ? "" : code.substr(open, close + 1 - open));
  }
  return true;
}

constexpr rule kMembers[] = {
    {.name = "member of a matrix",
     .kinds = {kind::no_member},
     .also = "kw::matrix<|'(?:const )?matrix<",
     .caret = "$name",
     .wrong = "a matrix has no .$name",
     .why = kKnows},
    {.name = "cast of a number",
     .kinds = {kind::no_class, kind::no_member},
     .also = R"(float(?:16|8_e\dm\d)_t['"]|non-class type|structure or union|class type)",
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
     .look = {member_of_tl, "near"},
     .caret = "tl.$name",
     .wrong = "tl has no function $name",
     .why = "docs/pages/tl_reference.md lists all functions of tl.",
     .fix = "$near"},
    {.name = "function of tl as a member",
     .kinds = {kind::no_member},
     .look = {function_as_member, "x"},
     .caret = "$name",
     .wrong = "$name is a function of tl",
     .why = "It takes the tile as its first argument.",
     .fix = "tl.$name($x)"},
    {.name = "no such member of a known type",
     .kinds = {kind::no_member, kind::no_field},
     .look = {no_such_member, "type members written"},
     .caret = "$name",
     .wrong = "$type has no member called $name",
     .why = "$members",
     .fix = "$written"},
    {.name = "no such member",
     .kinds = {kind::no_member},
     .caret = "$name",
     .wrong = "this value has no .$name"},
    {.name = "member of a pointer",
     .kinds = {kind::no_class},
     .also = R"(\*)",
     .unless = R"(\[)",
     .look = {member_of_number, "x member"},
     .caret = "$x.$member",
     .wrong = "$x is a pointer: it knows neither a length nor a shape",
     .why = "The kernel takes sizes and strides as parameters, and the launch passes them."},
    {.name = "member of a number",
     .kinds = {kind::no_class},
     .unless = R"(\[)",
     .look = {member_of_number, "x member"},
     .caret = "$x.$member",
     .wrong = "$x is a plain number, not a tile",
     .why =
         "A number has no member functions. It can be used in the arithmetic of tiles as it is."},
    {.name = "arrow after an object",
     .kinds = {kind::no_pointer},
     .line = R"((?P<x>\w+)->(?P<member>\w+))",
     .caret = "->",
     .wrong = "$x is not a pointer: its members come after a dot",
     .fix = "$x.$member"},
};

}  // namespace

constinit const std::span<const rule> kMemberRules = kMembers;

}  // namespace kw::explain
