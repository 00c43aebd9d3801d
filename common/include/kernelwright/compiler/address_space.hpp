/// \file
/// What the platform promises about the addresses of a process.
#pragma once
#include <cstdint>

namespace kw::compiler {

#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__linux__)
/// A process on Linux has memory below 2^40 (the program itself, without PIE) and from 2^46 on (all
/// else). In between there is nothing unless a sanitizer put it there; launches look. (Where a
/// process on an Arm CPU has only 39 bits of addresses, no pointer is guarded.)
inline constexpr std::uintptr_t kUnusedBegin = std::uintptr_t{1} << 40;
inline constexpr std::uintptr_t kUnusedEnd = std::uintptr_t{1} << 46;
#else
inline constexpr std::uintptr_t kUnusedBegin = 0, kUnusedEnd = 0;
#endif

}  // namespace kw::compiler
