/// \file
/// How many steps of streams the checked programs on the CPU have executed, and used a tile of
/// (testing/stream_steps.hpp is for tests).
#pragma once
#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::runtime {

/// Notes so many steps of a program. Callable from any thread.
KW_RUNTIME_API void note_stream_steps(std::int64_t steps);

/// Since the last call of this function.
std::int64_t take_stream_steps();

}  // namespace kw::runtime
