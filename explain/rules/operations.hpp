// Operators that tiles do not have.
#pragma once

#include "explain/rules/rule.hpp"

namespace kw::explain {

/// Applies the first rule of kOperationRules that fits the operator and its operands' types, which
/// are `sign`, `left` and `right` as far as the message has them.
///
/// What an operation is, for a rule's `says`: both sides in brackets, as what they are, around the
/// sign. For example `[tile lazy] + [address]`. A side may be
///   pointers  a tile of addresses        address      a pointer
///   tile      a tile of any kind         lazy         made of indices, without storage
///   accumulator, descriptor, staged      mentions  its type names addresses somewhere
bool explain_operation(const situation& s, explanation& e, captures& c);

}  // namespace kw::explain
