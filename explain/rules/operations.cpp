#include "explain/rules/operations.hpp"

#include <algorithm>

#include "explain/caret.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The sign at the caret: clang++ does not quote it.
std::string sign_at_caret(const explanation& e) {
  const std::size_t at = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  return first_match(std::string_view(e.source_line).substr(std::min(at, e.source_line.size())),
                     "([-+*/%^&|<>=~!]+)");
}

/// The types of the operands where they are not in the message: `left` and `right`. nvcc tells both
/// in one line, `float * * tile<...>`, and clang++ those of an assignment in its notes alone.
void read_operands(const std::string& block, const std::string& sign, captures& c) {
  const std::string types = first_match(block, R"(operand types? (?:is|are): ([^\n]*))");
  if (types.empty()) {
    const std::string type = first_match(
        block,
        R"(candidate[^\n]*\b(pointer_tile|accumulator_tile|index_tile|bound_mask|both_masks))");
    c["left"] = type.empty() ? block : type;
    c["right"] = "tile<";
    return;
  }
  std::size_t middle = types.find(" " + sign + " ");
  middle =
      middle != std::string::npos && types.compare(middle, 5, " * * ") == 0 ? middle + 2 : middle;
  c["left"] = types.substr(0, middle);
  c["right"] = middle == std::string::npos ? "" : types.substr(middle + sign.size() + 2);
}

/// What a side of an operator is, from its type.
std::string kinds_of(const std::string& type) {
  // The type itself: nvcc tells a loaded tile's by where it came from.
  const bool pointers = search(type, R"re(^['" ]*(const )?(kw::core::|core::)?pointer_tile)re");
  const auto with = [&](std::string_view pattern, std::string_view kind) {
    return search(type, pattern) ? std::string(kind) : std::string();
  };
  return (pointers ? "pointers " : with("pointer_tile", "mentions ")) +
         (!pointers && contains(type, "*") && !contains(type, "tile<") ? "address " : "") +
         with(kTile, "tile ") + with("index_tile|lazy_function|bound_mask|both_masks", "lazy ") +
         with("accumulator", "accumulator ") + with("tensor_descriptor", "descriptor ") +
         with("staged_tile", "staged ");
}

/// The name to the right or to the left of a sign, if it is a plain name.
std::string name_at(const explanation& e, const std::string& sign, bool right) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  const std::size_t at = line.find(sign, std::min(from, line.size()));
  if (at == std::string::npos) {
    return {};
  }
  return right ? first_match(line.substr(at + sign.size()), R"(^ *\(?([A-Za-z_]\w*))")
               : first_match(line.substr(0, at), R"(([A-Za-z_]\w*)\)? *$)");
}

void point_at_sign(const std::string& sign, explanation& e) {
  e.width = static_cast<int>(sign.size());
  if (e.column > 0 && static_cast<std::size_t>(e.column) <= e.source_line.size() &&
      e.source_line.compare(static_cast<std::size_t>(e.column) - 1, sign.size(), sign) != 0) {
    e.column = 0;
    point_at(e, " " + sign + " ");
    e.column += e.column > 0 ? 1 : 0;
    e.width = static_cast<int>(sign.size());
  }
}

/// The names around the sign; the caret moves to the sign.
bool at_sign(const situation& s, explanation& e, captures& c) {
  c["sign"] = first_match(s.message, R"(\] (\S+) \[)");
  point_at_sign(c["sign"], e);
  c["left"] = name_at(e, c["sign"], false);
  c["right"] = name_at(e, c["sign"], true);
  return true;
}
constexpr helper kAtSign = {at_sign, "sign left right"};

constexpr std::string_view kOfTiles = "tile|pointers|address|mentions";
constexpr std::string_view kLoad = "tl.load reads the values at these addresses.";
constexpr std::string_view kOperators =
    "They have + - * / %, comparisons, & | ^ ~ on integers and masks, and << >> on integers.";

constexpr rule kOperationTable[] = {
    {.name = "accumulator assigned",
     .says = R"(^\[[^]]*accumulator[^]]*\] = )",
     .look = kAtSign,
     .wrong = "the accumulator keeps its shape and type, but its new value has a different one",
     .why = "The order of the arguments is tl.dot(a, b, acc).",
     .fix = "acc = tl.dot(a, b, acc);"},
    {.name = "operator on addresses",
     .says = R"(\[pointers)",
     .look = kAtSign,
     .wrong = "one side of this $sign holds addresses, not values",
     .why = "A parameter plus offsets is an address; tl.load reads the value there.",
     .fix = "tl.load(x + offsets, mask) $sign ..."},
    {.name = "operator on two pointers",
     .says = R"(^\[address[^]]*\] \S+ \[address)",
     .look = kAtSign,
     .wrong = "${left|x} and ${right|y} are addresses, which cannot be combined",
     .why = kLoad,
     .fix = "tl.load(${left|x} + offsets) $sign tl.load(${right|y} + offsets)"},
    {.name = "operator on a pointer to the right",
     .says = R"(\] \S+ \[address)",
     .look = kAtSign,
     .wrong = "${right|x} is an address, not a value",
     .why = kLoad,
     .fix = "tl.load(${right|x} + offsets, mask)"},
    {.name = "tile added to a number",
     .says = R"(\] \+= \[)",
     .also = kOfTiles,
     .unless = R"(^\[[^]]*tile)",
     .look = kAtSign,
     .wrong = "${left|it} is one number, so a tile cannot be added to it in place",
     .why = "A variable that will hold a tile must begin as a tile.",
     .fix = "auto ${left|it} = tl.zeros(size<BLOCK_SIZE>);"},
    {.name = "operator on tiles",
     .says = kOfTiles,
     .look = kAtSign,
     .wrong = "tiles have no operator $sign",
     .why = kOperators},
};

}  // namespace

bool explain_operation(const situation& s, explanation& e, captures& c) {
  if (c["sign"].empty() && c["left"].empty()) {
    return false;
  }
  const std::string sign = c["sign"].empty() ? sign_at_caret(e) : c["sign"];
  if (c["left"].empty()) {
    read_operands(s.block, sign, c);
  }
  situation of_operation = s;
  of_operation.message =
      "[" + kinds_of(c["left"]) + "] " + sign + " [" + kinds_of(c["right"]) + "]";
  return apply_first(kOperationTable, of_operation, e);
}

constinit const rule_table kOperationRules = kOperationTable;

}  // namespace kw::explain
