// Addresses that are none, and addresses of one axis where two are meant: the line that loads the
// tile says why it has no second axis, so the place moves there.
#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
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

constexpr rule kAddressTable[] = {
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
