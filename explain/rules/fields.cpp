// Members and enumerators that a type does not have, where its definition says what it has: in the
// learner's file, in the lesson's headers or in the library.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/fields.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

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

}  // namespace

bool no_such_member(const situation& s, explanation& e, captures& c) {
  constexpr std::size_t kMost = 12;
  c["type"] = c["type"] == "fixed_config" ? "config" : c["type"];
  const std::vector<std::string> members = known_members(s, c["type"]);
  const bool is_tl = base::find_word(e.source_line, "tl." + c["name"]) != std::string::npos;
  if (members.empty() || c["type"] == "context" || is_tl ||
      find_tl_function(c["name"]) != nullptr ||
      std::find(members.begin(), members.end(), c["name"]) != members.end()) {
    return false;
  }
  c["near"] = near_or_part(c["name"], members);
  for (std::size_t i = 0; i < members.size() && members.size() <= kMost; ++i) {
    c["members"] += (i == 0                   ? "It has "
                     : i + 1 < members.size() ? ", "
                                              : " and ") +
                    members[i] + (i + 1 == members.size() ? "." : "");
  }
  // A call keeps its parentheses and arguments; only the name changes.
  const std::string code = without_comment(e.source_line);
  const auto used = find(code, R"(\w*(?:\.|->|::))" + c["name"] + R"(\b)");
  if (used && !c["near"].empty()) {
    const std::size_t open = used->end;
    const std::size_t close = open < code.size() && code[open] == '('
                                  ? base::closing_bracket(code, open)
                                  : std::string::npos;
    c["written"] = (*used)[0].substr(0, (*used)[0].size() - c["name"].size()) + c["near"] +
                   (close == std::string::npos ? "" : code.substr(open, close + 1 - open));
  }
  return true;
}

namespace {

bool near_member(const situation& s, explanation& e, captures& c) {
  return no_such_member(s, e, c) && !c["written"].empty();
}

/// `$x.$name`, where x is declared with the type of one number: `$type`, in line `$declared`.
bool member_of_declared_number(const situation& s, explanation& e, captures& c) {
  c["x"] = first_match(without_comment(e.source_line), R"((\w+)\s*\.\s*)" + c["name"] + R"(\b)");
  const auto variable = known_variable(s, c["x"], e.line - 1);
  if (!variable || contains(variable->type, "auto") || !contains(variable->value, "(")) {
    return false;
  }
  c["type"] = variable->type;
  c["used"] = std::to_string(e.line);
  c["value"] = variable->value;
  e.line = variable->line;
  e.source_line = line_of(s, e.line);
  return true;
}

/// A struct in brackets: its members.
bool struct_in_brackets(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> members = known_members(s, c["type"]);
  captures parts;
  search(without_comment(e.source_line), R"((?P<x>\w+)\[(?P<i>\d)\])", &parts);
  const std::size_t index = parts["i"].empty() ? members.size() : std::stoul(parts["i"]);
  c["x"] = parts["x"];
  c["members"] = joined(members);
  c["member"] = index < members.size() ? members[index] : "";
  return !c["member"].empty();
}

constexpr rule kFieldTable[] = {
    {.name = "struct in brackets",
     .says = R"re(operand types are '(?:const )?(?:\w+::)*(?P<type>\w+)' and 'int'|)re"
             R"re(type '(?:const )?(?:\w+::)*(?P<type2>\w+)' does not provide a subscript)re",
     .look = {struct_in_brackets, "x members member"},
     .caret = "$x[",
     .wrong = "$x has members with names, not with numbers",
     .why = "It has $members.",
     .fix = "$x.$member"},
    {.name = "array with a member",
     .says = R"re(member '(?P<name>\w+)' in '(?P<x>\w+)', which is of non-class type '[^']*\[|)re"
             R"re(member reference base type '[^']*\[[^']*\]' is not)re",
     .line = R"((?P<x2>\w+)\.(?P<name2>append|push_back|add|size|length)\((?P<value>.*)\);)",
     .caret = ".$name",
     .wrong = "$x is an array, which has no members",
     .why = "Its length is fixed, and each element has its number in brackets.",
     .fix = "$x[i] = $value;"},
    {.name = "member misspelled",
     .says = kNotAMember,
     .look = {near_member, "near members written"},
     .caret = "$name",
     .wrong = "$type has no member called $name",
     .why = "$members",
     .fix = "$written"},
    {.name = "member of what is declared as a number",
     .says = R"re(request for member '(?P<name>\w+)' in '\w+', which is of non-class type|)re"
             R"re(member reference base type '(?:float|int|double)' is not a structure|)re"
             "expression must have class type",
     .look = {member_of_declared_number, "x type used value name"},
     .caret = "$x",
     .wrong = "$x is declared as one $type, but line $used asks for its .$name",
     .why = "A variable that is declared with auto has the "
            "type of its value.",
     .fix = "auto $x = $value;"},
};

}  // namespace

constinit const std::span<const rule> kFieldRules = kFieldTable;

}  // namespace kw::explain
