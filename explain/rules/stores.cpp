// Addresses, values and masks of a store or a load that do not fit each other, where the learner's
// own lines show what would. Tried before the other assertions of the library.
#include <algorithm>

#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The same where the value has one axis more than the pointers: `$axis`, which has to go.
bool axis_too_many(const situation& s, explanation&, captures& c) {
  if (!shapes_behind(s, "these_pointers_and_this_value_have_shapes", c)) {
    return false;
  }
  const auto extents = find_all(c["second"], "([0-9]+)");
  if (extents.size() == 2 && extents[0][1] != extents[1][1]) {
    c["axis"] = extents[1][1] == c["first"] ? "0" : extents[0][1] == c["first"] ? "1" : "";
  }
  return !c["axis"].empty();
}
/// Is `$mask` a variable that is made by a comparison?
bool names_a_mask(const situation& s, explanation&, captures& c) {
  return std::any_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
    return search(without_comment(line), "auto " + c["mask"] + " = .*(?:<|>|==)");
  });
}

/// The offsets that another line of the learner's adds to a pointer: `$offsets`, which are lanes.
bool offsets_elsewhere(const situation& s, explanation&, captures& c) {
  for (const std::string& line : s.source) {
    const std::string name =
        first_match(without_comment(line), R"(tl\.(?:load|store|atomic_\w+)\(\w+ \+ (\w+)[,)])");
    const auto declares = [&](const std::string& other) {
      return search(without_comment(other), "auto " + name + " = .*tl\\.arange");
    };
    if (!name.empty() && std::any_of(s.source.begin(), s.source.end(), declares)) {
      c["offsets"] = name;
      return true;
    }
  }
  return false;
}

constexpr rule kStoreTable[] = {
    {.name = "mask before the value",
     .says = "the mask must be a tile of true and false",
     .line = R"(tl\.store\((?P<address>[^,]+), (?P<mask>\w+), (?P<value>[^,]+)\);)",
     .look = {names_a_mask, ""},
     .caret = "tl.store",
     .wrong = "the mask of tl.store comes third, after the value",
     .fix = "tl.store($address, $value, $mask);"},
    {.name = "value that lacks a reduction",
     .says = "the value has more elements",
     .line = R"(tl\.(?:store|atomic_\w+)\((?P<pointers>[^,]+), (?P<value>\w+)(?P<rest>[,)].*))",
     .look = {axis_too_many, "first second axis"},
     .wrong = "the pointers have shape [$first], but the value [$second]",
     .why =
         "Each pointer takes one lane of the value. A reduction along axis<$axis> gives the value "
         "the shape of the pointers.",
     .fix = "tl.sum($value, axis<$axis>)"},
    {.name = "tile stored at the address of one element",
     .says = "(?:writes|changes) one element, but its value is a tile",
     .line = R"((?P<call>tl\.(?:store|atomic_\w+))\((?P<pointer>\w+), (?P<rest>.+))",
     .look = {offsets_elsewhere, "offsets"},
     .caret = "$call",
     .why = "Add the offsets to the pointer. To store one number, reduce the tile first: "
            "tl.sum(value) or tl.max(value).",
     .fix = "$call($pointer + $offsets, $rest"},
    {.name = "mask of a tile at the address of one element",
     .says = "one element, but its mask is a tile",
     .line = R"((?P<call>tl\.(?:load|store|atomic_\w+))\((?P<pointer>\w+), (?P<rest>.+))",
     .look = {offsets_elsewhere, "offsets"},
     .caret = "$call",
     .fix = "$call($pointer + $offsets, $rest"},
    {.name = "tile at the address of one element, with an offset",
     .says = "writes one element, but its value is a tile",
     .line = R"(tl\.store\((?P<address>\w+ \+ \w+), (?P<value>\w+)\))",
     .caret = "tl.store",
     .why = "A reduction makes one number of a tile: tl.sum(value) or tl.max(value). Or add a tile "
            "of offsets to the pointer, so each lane has its own element.",
     .fix = "tl.store($address, tl.sum($value));"},
};

}  // namespace

constinit const std::span<const rule> kStoreRules = kStoreTable;

}  // namespace kw::explain
