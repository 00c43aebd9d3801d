// Operators that tiles do not have.
#pragma once

#include "explain/rules/rule.hpp"

namespace kw::explain {

/// Adds `$sides`, what an operation is: both sides in brackets, as what they are, around the sign.
/// For example `[tile lazy] + [address]`. A side may be
///   pointers  a tile of addresses        address      a pointer
///   tile      a tile of any kind         lazy         made of indices, without storage
///   accumulator, descriptor, staged      mentions  its type names addresses somewhere
/// Adds `$sign`, and the names beside it, `$left` and `$right`, and moves the caret to the sign.
/// Before, they are the sign and the operands' types as far as the message has them; false if it
/// has neither.
bool describe_operator(const situation& s, explanation& e, captures& c);

}  // namespace kw::explain
