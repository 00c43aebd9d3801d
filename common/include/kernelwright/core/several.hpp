/// \file
/// Several results returned together, for structured bindings.
#pragma once

namespace kw::core {

/// Two or four results: `auto [a, b, c, d] = tl.rand4x(seed, offsets);`.
template <class X>
struct two {
  X first, second;
};
template <class X>
struct four {
  X first, second, third, fourth;
};

}  // namespace kw::core
