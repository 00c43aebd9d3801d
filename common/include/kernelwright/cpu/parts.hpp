/// \file
/// A learner's file compiled in parts side by side: each compiler takes all of the host's code and
/// some of the kernels, and the linker joins what they made (explain/src/parts.hpp starts them).
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

constexpr bool contains_text(const char* text, const char* part) {
  for (; *text != '\0'; ++text) {
    int same = 0;
    while (part[same] != '\0' && text[same] == part[same]) {
      ++same;
    }
    if (part[same] == '\0') {
      return true;
    }
  }
  return false;
}

/// Do all parts mean the same type by this name? A type without linkage is another in each.
template <class Type>
constexpr bool is_one_type() {
  const char* name = behind_with(__PRETTY_FUNCTION__);
  constexpr const char* marks[] = {"{anonymous}", "<unnamed", "<lambda", ")::", "]::"};
  for (const char* mark : marks) {
    if (contains_text(name, mark)) {
      return false;
    }
  }
  return true;
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
