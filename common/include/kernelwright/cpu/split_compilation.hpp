/// \file
/// A learner's file compiled in parts side by side: each compiler takes all of the host's code and
/// some of the kernels, and the linker joins what they made (explain/compilation.hpp starts
/// them).
#pragma once

namespace kw::cpu {

#ifdef KW_PARTS

/// The type that the name of a function template says last: `... [with Type = this]`.
constexpr const char* behind_with(const char* name) {
  while (name[0] != '\0' && !(name[0] == '=' && name[1] == ' ')) {
    ++name;
  }
  return name;
}

/// Do all parts mean the same type by this name? A type without linkage is another in each.
/// (The builtin, since a loop over the long names of launches is what a compiler is slow at.)
template <class Type>
constexpr bool is_one_type() {
  return __builtin_strstr(__PRETTY_FUNCTION__, "{anonymous}") == nullptr &&
         __builtin_strstr(__PRETTY_FUNCTION__, "<unnamed") == nullptr &&
         __builtin_strstr(__PRETTY_FUNCTION__, "<lambda") == nullptr &&
         __builtin_strstr(__PRETTY_FUNCTION__, ")::") == nullptr &&
         __builtin_strstr(__PRETTY_FUNCTION__, "]::") == nullptr;
}

/// Of KW_PARTS, the one that compiles this kernel, from 1: a hash of its name, which begins with a
/// number that deals out the kernels of the lessons evenly. The types of its arguments do not
/// count: what a kernel does with all of them has much in common.
template <class Kernel>
constexpr int part_of_kernel() {
  unsigned hash = 7825;
  for (const char* c = behind_with(__PRETTY_FUNCTION__); *c != '\0'; ++c) {
    hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
  }
  return static_cast<int>((hash >> 16) % KW_PARTS) + 1;
}

template <class... Types>
struct types_of_launch;

template <class Kernel, class... Arguments>
inline constexpr bool compiled_here = part_of_kernel<Kernel>() == KW_PART ||
                                      !is_one_type<types_of_launch<Kernel, Arguments...>>();

#else

template <class Kernel, class... Arguments>
inline constexpr bool compiled_here = true;

#endif

}  // namespace kw::cpu
