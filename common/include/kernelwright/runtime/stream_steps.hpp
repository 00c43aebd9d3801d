/// \file
/// What the checked programs on the CPU do with streams: how many steps they have executed and used
/// a tile of, and whether their results come from these tiles (testing/stream_steps.hpp is for
/// tests).
#pragma once
#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::runtime {

/// Notes so many steps of a program. Callable from any thread.
KW_RUNTIME_API void note_stream_steps(std::int64_t steps);

/// Since the last call of this function.
std::int64_t take_stream_steps();

/// From now on, the first tile of each step comes with the opposite sign, as a test asks for that
/// wants to see other results.
void negate_streams(bool on);
KW_RUNTIME_API bool streams_are_negated();

}  // namespace kw::runtime
