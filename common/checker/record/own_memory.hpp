// Memory for the checker's own records. It comes neither from `operator new` nor from malloc,
// because programs that count what a kernel asks for (counting_new.hpp, counted_malloc.cpp) must
// not count this: how much one worker writes down depends on how many programs happened to run on
// it.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <new>

// A sanitizer has to know of all memory.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define KW_MALLOC_FOR_RECORDS std::malloc
#endif
#endif
#if !defined(KW_MALLOC_FOR_RECORDS) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
extern "C" void* __libc_malloc(std::size_t bytes) noexcept;
#define KW_MALLOC_FOR_RECORDS __libc_malloc
#endif
#ifndef KW_MALLOC_FOR_RECORDS
#define KW_MALLOC_FOR_RECORDS std::malloc
#endif

namespace kw::runtime {

template <class T>
struct own_memory {
  using value_type = T;
  own_memory() = default;
  template <class U>
  own_memory(const own_memory<U>&) {}

  T* allocate(std::size_t n) {
    if (void* memory = KW_MALLOC_FOR_RECORDS(n * sizeof(T))) {
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
