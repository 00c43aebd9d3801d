// What the library's own assertions say is whole sentences already. These rules add what only the
// compiler's output and the learner's line know: shapes, numbers, and the line that works.
#include <algorithm>
#include <string>

#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

/// Whether the two shapes are as in a pattern, with equal extents `a` and `b`.
bool shapes_are(const captures& c, std::string_view pattern) {
  captures shapes;
  return search(c.at("first") + " & " + c.at("second"), pattern, &shapes) &&
         shapes["a"] == shapes["b"];
}

/// A tile [R, C] and one with R elements.
bool tile_of_rows(const situation&, explanation&, captures& c) {
  return shapes_are(c, R"(^(?P<a>\d+), \d+ & (?P<b>\d+)$|^(?P<a2>\d+) & (?P<b2>\d+), \d+$)");
}

/// [M, K] and [K, N], which tl.dot can multiply.
bool shapes_of_a_product(const situation&, explanation&, captures& c) {
  return shapes_are(c, R"(^\d+, (?P<a>\d+) & (?P<b>\d+), \d+$)");
}

constexpr std::string_view kShapesOfTiles = "these_two_tiles_have_shapes";

// ---- block sizes -------------------------------------------------------------------------------

/// The first extent of a tile in the compiler's output that is not a power of two, or -1.
int wrong_extent(const std::string& block) {
  for (const match& found :
       find_all(block, R"((?:tile_shape<|is_power_of_two\(|[MN] ?= ?)([0-9]+)(?:, ([0-9]+))?)")) {
    for (std::size_t group = 1; group <= 2; ++group) {
      const std::string& digits = found[group];
      const long long n = digits.empty() || digits.size() > 9 ? 1 : std::stoll(digits);
      if (n == 0 || (n & (n - 1)) != 0) {
        return static_cast<int>(n);
      }
    }
  }
  return -1;
}

/// Moves to the first line of the file whose code has a pattern, unless this one has it.
void move_to_code(const std::string& pattern, const situation& s, explanation& e) {
  const auto found = search(e.source_line, pattern) ? std::nullopt : find(s.text, pattern);
  if (found) {
    move_to(s, line_at(s, found->end - 1), e);
  }
}

/// A block of 100 elements: the number is often in another line than the one that fails.
bool number_of_elements(const situation& s, explanation& e, captures& c) {
  const int wrong = wrong_extent(s.block);
  int next = 1;
  while (next < wrong) {
    next *= 2;
  }
  c["name"] = std::to_string(wrong);
  c["next"] = std::to_string(next);
  move_to_code("<([^<>\n]*[^0-9<>])?" + c["name"] + "([^0-9<>][^<>\n]*)?>", s, e);
  move_to_code(R"((?m)(^|[^\w.]))" + c["name"] + R"((?:[^\w.\n]|$))", s, e);
  e.column = 0;
  return wrong >= 0;
}

// ---- operators and calls -----------------------------------------------------------------------

// Both sides of && or ||, without parentheses around them.
constexpr std::string_view kBothMasks =
    R"((?:= |[(,] ?|return )\(?(?P<left>(?:[^(),;=&|]|[<>=!]=|\([^()]*\))+?)\)? )"
    R"((?P<name>&&|and|\|\||or) \(?(?P<right>(?:[^(),;=&|]|[<>=!]=|\([^()]*\))+))";

constexpr spelling kSignsOfMasks[] = {{"&&", "&"}, {"and", "&"}, {"||", "|"}, {"or", "|"}};

/// The numbers of tl.arange(2, 10), as far as they are known at compile time: `$range`.
bool range_of_lanes(const situation&, explanation&, captures& c) {
  const std::string from = c["from"], to = c["to"];
  const std::string begin = from == "0" ? "" : from + " + ";
  const bool numbers = search(from + to, R"(^\d{1,9}$)");
  int length = 1;
  while (numbers && length < std::stoi(to) - std::stoi(from)) {
    length *= 2;
  }
  const bool constant = search(to, "^[A-Z0-9_]+$") && (begin.empty() || numbers);
  c["range"] = begin + "tl.arange(size<" +
               (begin.empty() && constant ? to
                : numbers                 ? std::to_string(length)
                                          : "BLOCK_SIZE") +
               ">)";
  return true;
}

// ---- the table ---------------------------------------------------------------------------------

constexpr rule kAssertionTable[] = {
    {.says = "tl\\.load needs an address first",
     .line = R"(tl\.load\((?P<x>\w+)\[(?P<index>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "$x[$index] is an element, but tl.load needs its address",
     .why =
         "Brackets read the element, without a check; the address is the pointer plus the index.",
     .fix = "tl.load($x + $index)"},
    {.says = "the mask must be a tile of true and false",
     .line = R"(^(?P<name>tl\.store)\([^,()]+, \w+, )",
     .why = "A comparison makes one, such as offsets < n. It comes third, after the value."},
    {.says = "(?:writes|changes) one element, but its value is a tile",
     .caret = "tl.store",
     .why = "A tile of offsets, added to the pointer, gives each lane an element of its own. To "
            "store one number, reduce the tile: tl.sum(value) or tl.max(value)."},
    {.says = "these two tiles do not broadcast",
     .line = R"((?P<left>\w+) (?P<sign>\*) (?P<right>\w+))",
     .shapes = kShapesOfTiles,
     .look = shapes_of_a_product,
     .caret = "$left $sign $right",
     .wrong = "$sign multiplies element by element, and the shapes are [$first] and [$second]",
     .why = "A product of matrices is tl.dot, which adds to an accumulator.",
     .fix = "acc = tl.dot($left, $right, acc);"},
    {.says = "these two tiles do not broadcast",
     .shapes = kShapesOfTiles,
     .look = tile_of_rows,
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast",
     .why = "One of them has a number for each row. As a column, (_, None), it meets every column "
            "of the other."},
    {.says = "these two tiles do not broadcast",
     .shapes = kShapesOfTiles,
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast"},
    {.says = "the (?P<what>mask|value) has more (?:lanes|elements)",
     .shapes = "these_pointers_and_this_(?:mask|value)_have_shapes",
     .wrong = "the pointers have shape [$first], but the $what [$second]",
     .why = "Each pointer takes one lane of the $what: give both the same shape."},
    {.says = R"(tl\.dot)",
     .shapes = "these_two_tiles_are_multiplied",
     .wrong = "tl.dot cannot multiply [$first] by [$second]",
     .why = "It multiplies (M, K) by (K, N): the first tile must have as many columns as the "
            "second has rows. tl.trans exchanges rows and columns."},
    {.says = R"(tl\.dot)",
     .shapes = "this_product_and_its_accumulator_have_shapes",
     .wrong = "the product has shape [$first], but its accumulator [$second]",
     .fix = "tl.accumulator(shape<$first>)"},
    {.says = "powers? of two",
     .look = number_of_elements,
     .wrong = "a tile of $name elements: the extent of a tile must be a power of two",
     .why = "Take the next power of two, and mask off the lanes that you do not need. Blocks are "
            "1, 2, 4, 8, ... elements, as in Triton.",
     .fix = "size<$next>, with a mask such as offsets < n"},
    {.says = R"(not with (?:&&|\|\|))",
     .line = kBothMasks,
     .among = kSignsOfMasks,
     .fix = "($left) $here ($right)"},

    {.says = "work on the bits of integers",
     .line = R"((?P<left>\w+) (?P<name>\^) [0-9.]+)",
     .wrong = "^ is not a power in C++: it works on the bits of integers",
     .why = "A square is a product; tl.pow(x, y) takes any exponent.",
     .fix = "$left * $left"},
    {.says = R"(tl\.arange\(0, N\) is)",
     .line = R"((?P<name>tl\.arange\((?P<from>\w+), (?P<to>\w+)\)))",
     .look = range_of_lanes,
     .fix = "$range"},
    {.says = R"((?P<name>tl\.(?:load|store|arange|zeros|full)))"},
};

}  // namespace

constinit const rule_table kAssertionRules = kAssertionTable;

}  // namespace kw::explain
