/// \file
/// A file that several nvccs compile: each compiles some of the kernels with the functions that
/// launch them, the first all other code of the host, and the linker joins what they made
/// (explain/compilation.hpp starts them).
#pragma once
#include "kernelwright/descriptor.hpp"

namespace kw::cuda {

#ifdef KW_PARTS

constexpr unsigned with(unsigned hash, unsigned number) {
  return (hash ^ number) * 16777619u;
}

/// Adds to a hash what is known of a type in numbers. Its name would say more, but the compilers
/// inside of nvcc, for the host and for the device, must agree, and each has its own spelling.
template <class T>
struct numbers_of {
  static constexpr unsigned kind = std::is_arithmetic_v<T>
                                       ? sizeof(T) + 16 * std::is_floating_point_v<T>
                                       : 33 + std::is_same_v<T, bfloat16_t>;
  static constexpr unsigned hashed(unsigned hash) { return with(hash, kind); }
};
template <class T>
struct numbers_of<T*> {
  static constexpr unsigned hashed(unsigned hash) {
    return numbers_of<std::remove_const_t<T>>::hashed(with(hash, 2 + std::is_const_v<T>));
  }
};
template <class T, int Rank>
struct numbers_of<tensor_descriptor<T, Rank>> : numbers_of<T*> {};
template <template <auto...> class Template, auto... Values>
struct numbers_of<Template<Values...>> {
  static constexpr unsigned hashed(unsigned hash) {
    ((hash = with(hash, number(Values))), ...);
    return hash;
  }
  static constexpr unsigned number(auto value) {
    if constexpr (std::is_integral_v<decltype(value)>) {
      return static_cast<unsigned>(value);
    } else {
      return 0;
    }
  }
};

/// Of KW_PARTS, the one that compiles a launch, from 1. The hash begins with a number that deals
/// out the kernels of the lessons evenly to twelve: by what each takes of nvcc's time, with less
/// for the first, which compiles the host's code as well.
template <class... Types>
constexpr int part_of_launch() {
  unsigned hash = 31604579;
  ((hash = numbers_of<Types>::hashed(hash)), ...);
  return static_cast<int>((hash >> 16) % KW_PARTS) + 1;
}

/// Do all parts mean the same by these types? Those of an unnamed namespace are others in each.
/// (`<unnamed>::` and `_GLOBAL__N_...::` are how the compilers inside of nvcc spell one.)
template <class... Types>
constexpr bool are_of_one_name() {
  for (const char* c = __PRETTY_FUNCTION__; *c != '\0'; ++c) {
    if ((c[0] == '<' && c[1] == 'u' && c[2] == 'n' && c[3] == 'n') ||
        (c[0] == '_' && c[1] == 'G' && c[2] == 'L' && c[3] == 'O')) {
      return false;
    }
  }
  return true;
}

template <class... Types>
inline constexpr bool compiled_here = part_of_launch<Types...>() == KW_PART ||
                                      !are_of_one_name<Types...>();

/// A launch: declared everywhere, defined in the part that compiles its kernel.
template <class Launch, class... Args>
struct dealt_launch {
  static void run(const Args&... args);
};
template <class Launch, class... Args>
requires(compiled_here<Launch, Args...>) struct dealt_launch<Launch, Args...> {
  // Used: by the other parts, also where nothing in this one calls it. All else that a part but the
  // first makes for the host is dropped (explain/compilation.cpp).
  [[gnu::used]] static void run(const Args&... args) { Launch::run(args...); }
};

template <class Launch, class... Args>
void launch_in_part(const Args&... args) {
  dealt_launch<Launch, Args...>::run(args...);
}

#else

template <class Launch, class... Args>
void launch_in_part(const Args&... args) {
  Launch::run(args...);
}

#endif

}  // namespace kw::cuda
