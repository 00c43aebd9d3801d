/// \file
/// Global memory in accesses of 1 to 16 bytes, each under a predicate.
///
/// A predicated instruction needs no branch, so that all loads of a tile are issued before the
/// first is waited for. A load whose predicate is false leaves its registers as they were: they are
/// set to `other` first.
#pragma once
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/tile.hpp"

namespace kw::cuda {

template <int Bytes>
struct chunk;
template <>
struct chunk<16> {
  std::uint32_t word[4];
};
template <>
struct chunk<8> {
  std::uint32_t word[2];
};
template <>
struct chunk<4> {
  std::uint32_t word[1];
};
template <>
struct chunk<2> {
  std::uint16_t word[1];
};
template <>
struct chunk<1> {
  std::uint16_t word[1];  // registers have no 8 bits
};

#ifdef __CUDA_ARCH__
#define KW_PREDICATED(predicate, instruction) \
  "{\n.reg .pred p;\nsetp.ne.b32 p, " predicate ", 0;\n@p " instruction ";\n}"

KW_HD void load_chunk(chunk<16>& c, const void* from, bool active) {
  asm volatile(KW_PREDICATED("%5", "ld.global.v4.b32 {%0, %1, %2, %3}, [%4]")
               : "+r"(c.word[0]), "+r"(c.word[1]), "+r"(c.word[2]), "+r"(c.word[3])
               : "l"(from), "r"(static_cast<int>(active)));
}
KW_HD void load_chunk(chunk<8>& c, const void* from, bool active) {
  asm volatile(KW_PREDICATED("%3", "ld.global.v2.b32 {%0, %1}, [%2]")
               : "+r"(c.word[0]), "+r"(c.word[1])
               : "l"(from), "r"(static_cast<int>(active)));
}
KW_HD void load_chunk(chunk<4>& c, const void* from, bool active) {
  asm volatile(KW_PREDICATED("%2", "ld.global.b32 %0, [%1]")
               : "+r"(c.word[0])
               : "l"(from), "r"(static_cast<int>(active)));
}
KW_HD void load_chunk(chunk<2>& c, const void* from, bool active) {
  asm volatile(KW_PREDICATED("%2", "ld.global.b16 %0, [%1]")
               : "+h"(c.word[0])
               : "l"(from), "r"(static_cast<int>(active)));
}
KW_HD void load_chunk(chunk<1>& c, const void* from, bool active) {
  asm volatile(KW_PREDICATED("%2", "ld.global.u8 %0, [%1]")
               : "+h"(c.word[0])
               : "l"(from), "r"(static_cast<int>(active)));
}
KW_HD void store_chunk(const chunk<16>& c, void* to, bool active) {
  asm volatile(KW_PREDICATED("%5", "st.global.v4.b32 [%4], {%0, %1, %2, %3}")
               :
               : "r"(c.word[0]), "r"(c.word[1]), "r"(c.word[2]), "r"(c.word[3]), "l"(to),
                 "r"(static_cast<int>(active))
               : "memory");
}
KW_HD void store_chunk(const chunk<8>& c, void* to, bool active) {
  asm volatile(KW_PREDICATED("%3", "st.global.v2.b32 [%2], {%0, %1}")
               :
               : "r"(c.word[0]), "r"(c.word[1]), "l"(to), "r"(static_cast<int>(active))
               : "memory");
}
KW_HD void store_chunk(const chunk<4>& c, void* to, bool active) {
  asm volatile(KW_PREDICATED("%2", "st.global.b32 [%1], %0")
               :
               : "r"(c.word[0]), "l"(to), "r"(static_cast<int>(active))
               : "memory");
}
KW_HD void store_chunk(const chunk<2>& c, void* to, bool active) {
  asm volatile(KW_PREDICATED("%2", "st.global.b16 [%1], %0")
               :
               : "h"(c.word[0]), "l"(to), "r"(static_cast<int>(active))
               : "memory");
}
KW_HD void store_chunk(const chunk<1>& c, void* to, bool active) {
  asm volatile(KW_PREDICATED("%2", "st.global.u8 [%1], %0")
               :
               : "h"(c.word[0]), "l"(to), "r"(static_cast<int>(active))
               : "memory");
}
#undef KW_PREDICATED
#else
template <int Bytes>
KW_HD void load_chunk(chunk<Bytes>&, const void*, bool) {}
template <int Bytes>
KW_HD void store_chunk(const chunk<Bytes>&, void*, bool) {}
#endif

/// Lanes consecutive elements of T, read where active; `values` keeps what it held elsewhere.
template <int Lanes, class T>
KW_HD void load_vector(T* values, const T* from, bool active) {
  chunk<Lanes * sizeof(T)> c{};
  __builtin_memcpy(&c, values, Lanes * sizeof(T));
  load_chunk(c, from, active);
  __builtin_memcpy(values, &c, Lanes * sizeof(T));
}
template <int Lanes, class T>
KW_HD void store_vector(const T* values, T* to, bool active) {
  chunk<Lanes * sizeof(T)> c{};
  __builtin_memcpy(&c, values, Lanes * sizeof(T));
  store_chunk(c, to, active);
}

/// How many consecutive elements one access moves for a layout: up to 16 bytes.
template <class Layout, class T>
constexpr int lanes_per_access() {
  constexpr int limit = 16 / static_cast<int>(sizeof(T));
  return Layout::axis1::kVector < limit ? Layout::axis1::kVector : limit;
}

/// Do base and rows allow accesses of Lanes elements? The answer is the same in the whole block.
template <int Lanes, class P>
KW_HD bool is_aligned(const P& pointers) {
  using T = typename P::element_type;
  constexpr unsigned long long bytes = Lanes * sizeof(T);
  bool aligned =
      reinterpret_cast<unsigned long long>(pointers.base + pointers.offsets.base) % bytes == 0;
  if constexpr (P::shape_type::d0 > 1) {
    aligned = aligned && (pointers.offsets.stride0() % Lanes) == 0;
  }
  return aligned;
}

/// Loads in accesses of several elements need a proof of contiguity and a structured mask.
template <class P, class Mask, class Layout>
constexpr bool may_use_vectors() {
  using T = std::remove_const_t<typename P::element_type>;
  return core::is_contiguous<typename P::offsets_type> && core::structured_mask<Mask> &&
         lanes_per_access<Layout, T>() > 1;
}

/// Is every access of Lanes elements wholly inside the mask or wholly outside? Block-uniform.
template <int Lanes, class P, class Mask>
KW_HD bool takes_vectors(const P& pointers, const Mask& mask) {
  return is_aligned<Lanes>(pointers) &&
         (mask.template vectors_are_whole<Lanes>() || mask.tile_passes());
}

/// Loads or stores element by element. Out of line: it runs in the one ragged block of a grid, and
/// inlined it would cost every other block registers. The caller's tile must stay in registers, so
/// what goes by address is a copy.
template <class Layout, class T, class P, class Mask>
KW_HD_OUTLINED void access_elements_of_copy(T* copy, const P pointers, const Mask mask) {
  constexpr bool is_store = !std::is_const_v<typename P::element_type>;
  const int i0 = Layout::first_row();
  const int j0 = Layout::first_column();
  for (int r = 0; r < Layout::kRegisters; ++r) {
    const int i = i0 + Layout::axis0::of_register(r / Layout::kRegisters1);
    const int j = j0 + Layout::axis1::of_register(r % Layout::kRegisters1);
    auto* element = pointers.base + pointers.offsets.at(i, j);
    if constexpr (is_store) {
      store_vector<1>(copy + r, element, mask.at(i, j));
    } else {
      load_vector<1>(copy + r, element, mask.at(i, j));
    }
  }
}
template <class Layout, class T, class P, class Mask>
KW_HD void load_elements(T* values, const P& pointers, const Mask& mask) {
  using Input = core::pointer_tile<const T, typename P::offsets_type>;
  T copy[Layout::kRegisters];
  KW_UNROLL
  for (int r = 0; r < Layout::kRegisters; ++r) {
    copy[r] = values[r];
  }
  access_elements_of_copy<Layout>(copy, Input{pointers.base, pointers.offsets}, mask);
  KW_UNROLL
  for (int r = 0; r < Layout::kRegisters; ++r) {
    values[r] = copy[r];
  }
}
template <class Layout, class T, class P, class Mask>
KW_HD void store_elements(const T* values, const P& pointers, const Mask& mask) {
  T copy[Layout::kRegisters];
  KW_UNROLL
  for (int r = 0; r < Layout::kRegisters; ++r) {
    copy[r] = values[r];
  }
  access_elements_of_copy<Layout>(copy, pointers, mask);
}

}  // namespace kw::cuda
