// Addresses that are none, and addresses of one axis where two are meant: the line that loads the
// tile says why it has no second axis, so the place moves there.
#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The tile that a reduction, in line `$where`, takes has been loaded at an address of one axis.
bool loaded_in_one_axis(const situation& s, explanation& e, captures& c) {
  const std::string declares = R"(\bauto\s+)" + c["tile"] + R"(\s*=)";
  for (int line = e.line - 1; line > 0; --line) {
    std::string code = without_comment(line_of(s, line));
    if (!search(code, declares)) {
      continue;
    }
    for (int next = line + 1; !contains(code, ";") && next < e.line; ++next) {
      code += " " + without_comment(line_of(s, next));
    }
    c["where"] = std::to_string(e.line);
    c["address"] = first_match(code, R"(tl\.load\(([^,;]*),)");
    if (c["address"].empty() || contains(code, "None")) {
      return false;
    }
    e.line = line;
    e.column = 0;
    e.source_line = line_of(s, line);
    return true;
  }
  return false;
}

/// tl.load(x, offsets, mask) or tl.store(out, offsets, v, mask), where the offsets are a range: the
/// same call with a plus, `$call`.
bool offsets_as_an_argument(const situation& s, explanation& e, captures& c) {
  const std::string code = statement_at(s, e.line);
  for (const match& head : find_all(code, R"(\btl\.(?:load|store)\()")) {
    const base::argument_list list = base::arguments_at(code, head.end - 1);
    if (!list.closed || list.items.size() < 2) {
      continue;
    }
    const std::string name =
        first_match(list.items[1], R"(^(\w+)(?:$|\(_, None\)|\(None, _\)| \+))");
    const auto variable = known_variable(s, name, e.line - 1);
    if (!variable || !contains(variable->value, "tl.arange(") ||
        search(variable->value, "[<>]=? |&")) {
      continue;
    }
    std::vector<std::string> arguments(list.items.begin() + 2, list.items.end());
    arguments.insert(arguments.begin(), list.items[0] + " + " + list.items[1]);
    c["call"] = head[0] + joined(arguments) + ")";
    c["offsets"] = list.items[1];
    return true;
  }
  return false;
}

/// `xs + y`, where xs was loaded and y is a pointer, which is to be loaded as well: `$x`, and the
/// `$load`.
bool pointer_as_a_value(const situation& s, explanation& e, captures& c) {
  const std::string text = text_of(s), code = without_comment(e.source_line);
  for (const match& each : find_all(code, R"(\b(\w+) ?[-+*/] ?(\w+)\b)")) {
    if (search(code.substr(0, each.begin), R"(\btl\.\w+\($)")) {
      continue;  // an address
    }
    for (const auto& [pointer, tile] : {std::pair{each[2], each[1]}, std::pair{each[1], each[2]}}) {
      const bool is_pointer = search(text, R"(\w ?\* ?)" + pointer + R"(\s*[,)])");
      const auto load = find(text, R"(\b)" + tile + R"( = tl\.load\((\w+)( \+ [^;]*)\);)");
      if (is_pointer && load && (*load)[1] != pointer) {
        c["x"] = pointer;
        c["load"] = "tl.load(" + pointer + (*load)[2] + ")";
        return true;
      }
    }
  }
  return false;
}

constexpr rule kAddressTable[] = {
    {.name = "pointer for what it points to",
     .says = "needs a tile of integers",
     .look = {pointer_as_a_value, "x load"},
     .caret = "$x",
     .wrong = "$x is a pointer, and not the elements that it points to",
     .why = "They have to be loaded before one can compute with them.",
     .fix = "$load"},
    {.name = "offsets as an argument of their own",
     .says =
         "reads one element, but its mask is a tile|writes one element, but its value is a tile",
     .look = {offsets_as_an_argument, "call offsets"},
     .caret = "$offsets",
     .wrong = "$offsets is an argument of its own here, but offsets are added to the pointer",
     .why = "Pointer and offsets make the address, which is one argument. The mask comes after it.",
     .fix = "$call"},
    {.name = "element in brackets instead of its address",
     .says = "tl\\.load needs an address first",
     .line = R"(tl\.load\((?P<x>\w+)\[(?P<index>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "$x[$index] is an element, but tl.load needs its address",
     .why =
         "Brackets read the element, without a check; the address is the pointer plus the index.",
     .fix = "tl.load($x + $index)"},
    {.name = "axis<1> of what was loaded in one axis",
     .says = "this tile has no such axis",
     .line = R"(tl\.(?P<call>\w+)\((?P<tile>\w+), axis<(?P<axis>[1-9])>)",
     .look = {loaded_in_one_axis, "where address"},
     .caret = "tl.load",
     .wrong = "$tile is loaded here with one axis, but line $where asks for its axis<$axis>",
     .why =
         "Everything that is added to the address has one axis. A tile of rows and columns "
         "needs its rows as a column, rows(_, None), and its columns as a row, cols(None, _). If "
         "one axis is meant, it is axis<0> in line $where.",
     .fix = "tl.load(x + rows(_, None) * x_stride + cols(None, _), ...)"},
};

}  // namespace

constinit const std::span<const rule> kAddressRules = kAddressTable;

}  // namespace kw::explain
