// Stores that checked programs announce to the checker, for a judge that lets nothing else be
// stored.
#pragma once

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Receives the bytes that a checked program is about to store to, a row at a time.
using store_listener = void (*)(const void* data, std::int64_t bytes);

/// Null, as usual, if nobody wants to know. It is set before the first launch.
store_listener& listener_of_stores();

/// Tells the listener of an access, unless it only reads.
void announce(const program& p, const access& a);
/// The same for lanes in any order, as `check_lanes` gets them.
void announce(const program& p, access_kind kind, const void* base, int element_size,
              const std::int64_t* offsets, const bool* active, int lanes);

}  // namespace kw::runtime
