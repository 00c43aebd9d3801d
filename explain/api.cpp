// What the table of the language's names says of their calls, and texts that several rows share.
#include "explain/api.hpp"

#include <algorithm>
#include <iterator>

namespace kw::explain {
namespace {

constexpr std::string_view kOffsetsFirst =
    "Pointers are a parameter plus offsets. A mask is a comparison of the offsets, and `other` is "
    "one number: the value of the lanes that the mask leaves out.";
constexpr std::string_view kOneTile = "It takes one tile or number, and works lane by lane.";
constexpr std::string_view kSeedFirst =
    "It takes a seed, which is one integer, and then a tile of integers with the offset of each "
    "lane. Each offset has its own random number.";
constexpr std::string_view kOfLoop =
    "It takes the end, the begin and the end, or the begin, the end and a step, plain integers.";
constexpr std::string_view kHint =
    "It takes a value, which it returns as it is, and a number for each axis.";
constexpr std::string_view kAlongAxis =
    "It takes one tile. Without an axis it reduces all elements to one number; axis<0> goes down "
    "each column, axis<1> along each row.";
constexpr std::string_view kAtomic =
    "It takes the address, the value, and a mask if not every lane takes part; then a memory order "
    "and a scope if they are not the usual ones. The address comes first: a tile of addresses for "
    "a tile, a plain pointer for one number.";

constexpr std::string_view kRunning =
    "It takes one tile, the axis (axis<0> if none is given), and the word reverse to begin at the "
    "end.";

constexpr std::string_view kNewShape =
    "It takes one tile, and its new shape as a type: size<N> or shape<M, N>.";
constexpr std::string_view kPacked =
    "It takes a tile of integers, each of which holds several 4-bit numbers, and an axis (the last "
    "one if none is given).";
constexpr std::string_view kTwoTiles = "It takes two tiles of one shape.";

constexpr tl_function kFunctions[] = {
#define KW_FUNCTION_OF_ONE(name, domain, source) {#name, 1, 1, "tl." #name "(x)", kOneTile},
#define KW_FUNCTION_OF_TWO(name, x, y, domain, source, advice) \
  {#name, 2, 2, "tl." #name "(" #x ", " #y ")", advice},
#define KW_FUNCTION_OF_THREE(name, x, y, z, domain, source, advice) \
  {#name, 3, 3, "tl." #name "(" #x ", " #y ", " #z ")", advice},
#define KW_NAME(name, parameters, without_tiles, least, most, call, advice) \
  {#name, least, most, call, advice},
#include "common/include/kernelwright/language/names.def"
};

}  // namespace

std::span<const tl_function> tl_functions() {
  return kFunctions;
}

const tl_function* find_tl_function(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [&](const tl_function& each) { return each.name == name; });
  return found == std::end(kFunctions) ? nullptr : &*found;
}

}  // namespace kw::explain
