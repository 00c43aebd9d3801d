/// \file
/// Pointers that only `tl` can follow, and that show which argument they were made from.
///
/// `x[i]` in a kernel is a read that the checker cannot see, and that every thread of a GPU's block
/// would do. So a checked launch passes its kernel pointers into a part of the address space where
/// there is no memory: each argument has its own stretch of it. Arithmetic on such pointers works
/// as usual, and `tl` finds the memory again. Since the stretch identifies the argument, an access
/// through `v` is never taken for one through `q`, even if both are views of one array.
#pragma once
#include <cstddef>

#include "kernelwright/compiler/address_space.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// The guarded pointers of one launch, and where they lead.
struct guarded_pointers {
  /// A pointer may leave its array by half a stretch, 2^40 bytes, before it is taken for another.
  static constexpr int kStretchBits = 41;
  static constexpr std::uintptr_t kStretch = std::uintptr_t{1} << kStretchBits;
  /// The first stretch that no sanitizer uses.
  static constexpr std::uintptr_t kFirst = 9;
  static constexpr std::uintptr_t kBegin = kFirst * kStretch;
  static constexpr std::uintptr_t kEnd = compiler::kUnusedEnd;
  /// How many pointers a launch can guard; any further ones are passed on as they are.
  static constexpr int kMost = static_cast<int>(kEnd / kStretch) - static_cast<int>(kFirst);

  int count = 0;
  int arguments[kMost > 0 ? kMost : 1] = {};  ///< the number of the launch's argument
  std::ptrdiff_t guarded_shifts[kMost > 0 ? kMost : 1] =
      {};  ///< from the guarded pointer to the memory
  /// Where kernels have what the host has at an address, for pointers that are no arguments; null
  /// where both see the same.
  const void* (*elsewhere)(const void* pointer) = nullptr;

  static KW_HD constexpr bool holds(std::uintptr_t address) {
    return address >= kBegin && address < kEnd;
  }
  /// Which of the guarded pointers an address was made from.
  KW_HD int number_of(std::uintptr_t address) const {
    const int stretch = static_cast<int>(address >> kStretchBits) - static_cast<int>(kFirst);
    return stretch < count ? stretch : count - 1;
  }
  /// Which argument a pointer was made from; -1 for a pointer that is not guarded.
  int argument_of(const void* pointer) const {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    return count > 0 && holds(address) ? arguments[number_of(address)] : -1;
  }

  /// The pointer of an argument as the kernel gets it; itself if it is null or no more can be
  /// guarded.
  void* add(void* pointer, int argument) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (count >= kMost || pointer == nullptr) {
      return pointer;
    }
    constexpr std::uintptr_t kKept = (std::uintptr_t{1} << 21) - 1;  // keeps any alignment
    const std::uintptr_t guarded =
        (kFirst + static_cast<std::uintptr_t>(count)) * kStretch + kStretch / 2 + (address & kKept);
    arguments[count] = argument;
    guarded_shifts[count] = static_cast<std::ptrdiff_t>(address - guarded);
    ++count;
    return reinterpret_cast<void*>(guarded);
  }
};

/// Where a pointer leads; one that is not guarded leads to its own address.
/// \param guards null if no pointer is guarded
template <class T>
KW_HD T* followed_pointer(const guarded_pointers* guards, T* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (guards == nullptr) {
    return pointer;
  }
  if (guards->count == 0 || !guarded_pointers::holds(address)) {
    if (guards->elsewhere == nullptr) {
      return pointer;
    }
    const void* const found = guards->elsewhere(static_cast<const void*>(pointer));
    return static_cast<T*>(const_cast<void*>(found));
  }
  const auto shift =
      static_cast<std::uintptr_t>(guards->guarded_shifts[guards->number_of(address)]);
  return reinterpret_cast<T*>(address + shift);
}
template <class T>
KW_HD T* followed_pointer(const program& p, T* pointer) {
  return followed_pointer(p.pointer_guards, pointer);
}

}  // namespace kw::runtime
