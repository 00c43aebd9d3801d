/// \file
/// Pointers that only `tl` can follow.
///
/// `x[i]` in a kernel is a read that no checker sees and that a GPU's whole block would do. So a
/// checked launch hands its kernel pointers with one bit changed: they lead to addresses where
/// nothing is, arithmetic on them works as ever, and `tl` changes the bit back.
#pragma once
#include "kernelwright/compiler/address_space.hpp"
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::runtime {

/// The bit, which every ordinary pointer to data has; 0 on a platform where nothing is guarded.
inline constexpr std::uintptr_t kGuardBit = compiler::kUnusedEnd;
inline constexpr std::uintptr_t kGuardedBegin = compiler::kUnusedBegin;

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

}  // namespace kw::runtime
