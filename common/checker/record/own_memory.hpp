// Memory for the checker's own records. It does not come from `operator new`, which counts what a
// kernel asks for (counting_new.hpp): how much one worker writes down depends on how many programs
// happened to run on it.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <new>

namespace kw::runtime {

template <class T>
struct own_memory {
  using value_type = T;
  own_memory() = default;
  template <class U>
  own_memory(const own_memory<U>&) {}

  T* allocate(std::size_t n) {
    if (void* memory = std::malloc(n * sizeof(T))) {
      return static_cast<T*>(memory);
    }
    throw std::bad_alloc();
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }

  template <class U>
  bool operator==(const own_memory<U>&) const {
    return true;
  }
};

}  // namespace kw::runtime
