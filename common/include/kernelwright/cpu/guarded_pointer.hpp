/// \file
/// Pointers that only `tl` can follow.
///
/// `x[i]` in a kernel is a read that no checker sees and that a GPU's whole block would do. So a
/// checked launch hands its kernel pointers with one bit changed: they lead to addresses where
/// nothing is, arithmetic on them works as ever, and `tl` changes the bit back.
#pragma once
#include "kernelwright/core/concepts.hpp"

namespace kw::cpu {

#if defined(__x86_64__) && defined(__linux__)
/// A process on Linux has memory below 2^40 (the program itself, without PIE) and from 2^46 to 2^47
/// (all else). In between there is nothing unless a sanitizer put it there; launches look.
inline constexpr std::uintptr_t kGuardBit = std::uintptr_t{1} << 46;
inline constexpr std::uintptr_t kGuardedBegin = std::uintptr_t{1} << 40;
#else
inline constexpr std::uintptr_t kGuardBit = 0, kGuardedBegin = 0;
#endif

KW_HD constexpr bool is_guarded(std::uintptr_t address) {
  return address >= kGuardedBegin && address < kGuardBit;
}

/// The pointer with the bit changed; itself where nothing would be guarded by that.
inline void* guarded(void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return (address & kGuardBit) != 0 ? reinterpret_cast<void*>(address ^ kGuardBit) : pointer;
}

/// The pointer that was guarded; any other one unchanged.
template <class T>
KW_HD T* followed(T* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return is_guarded(address) ? reinterpret_cast<T*>(address | kGuardBit) : pointer;
}

}  // namespace kw::cpu
