/// \file
/// How lanes reach global memory, from the instructions up to a whole tile: accesses of 1 to 16
/// bytes, when a tile may use the wide ones, and the loops over them. The context calls load_lanes
/// and store_lanes, at the end.
///
/// A predicated instruction needs no branch, so all loads of a tile are issued before the first one
/// is waited for. A load whose predicate is false leaves its registers as they were, so they are
/// set to `other` first.
///
/// Stores say that their lines may leave the second-level cache first (`.cs`). A kernel seldom
/// reads what it stores, but one that walks a long row twice wants to find the row there again.
#pragma once
#include "kernelwright/core/operators.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/tile.hpp"

namespace kw::cuda {

/// Bytes on their way, in words of 32 bits; of 16 for fewer, because there are no 8-bit registers.
template <int Bytes>
struct chunk {
  std::conditional_t<(Bytes < 4), std::uint16_t, std::uint32_t> word[Bytes < 4 ? 1 : Bytes / 4];
};

#ifdef __CUDA_ARCH__
#define KW_PREDICATED(predicate, instruction) \
  "{\n.reg .pred p;\nsetp.ne.b32 p, " predicate ", 0;\n@p " instruction ";\n}"
#define KW_WORDS_1(constraint) constraint(c.word[0])
#define KW_WORDS_2(constraint) KW_WORDS_1(constraint), constraint(c.word[1])
#define KW_WORDS_4(constraint) KW_WORDS_2(constraint), constraint(c.word[2]), constraint(c.word[3])
/// The load and the store of a chunk: their suffix, and the words, the address and the predicate as
/// operands.
#define KW_CHUNK(Bytes, suffix, words, address, predicate, KW_WORDS, kind)                 \
  KW_HD void load_chunk(chunk<Bytes>& c, const void* from, bool active) {                  \
    asm volatile(KW_PREDICATED(predicate, "ld.global." suffix " " words ", [" address "]") \
                 : KW_WORDS("+" kind)                                                      \
                 : "l"(from), "r"(static_cast<int>(active)));                              \
  }                                                                                        \
  KW_HD void store_chunk(const chunk<Bytes>& c, void* to, bool active) {                   \
    asm volatile(KW_PREDICATED(predicate, "st.global.cs." suffix " [" address "], " words) \
                 :                                                                         \
                 : KW_WORDS(kind), "l"(to), "r"(static_cast<int>(active))                  \
                 : "memory");                                                              \
  }
KW_CHUNK(16, "v4.b32", "{%0, %1, %2, %3}", "%4", "%5", KW_WORDS_4, "r")
KW_CHUNK(8, "v2.b32", "{%0, %1}", "%2", "%3", KW_WORDS_2, "r")
KW_CHUNK(4, "b32", "%0", "%1", "%2", KW_WORDS_1, "r")
KW_CHUNK(2, "b16", "%0", "%1", "%2", KW_WORDS_1, "h")
KW_CHUNK(1, "u8", "%0", "%1", "%2", KW_WORDS_1, "h")
#undef KW_CHUNK
#undef KW_WORDS_1
#undef KW_WORDS_2
#undef KW_WORDS_4
#undef KW_PREDICATED
#else
template <int Bytes>
KW_HD void load_chunk(chunk<Bytes>&, const void*, bool) {}
template <int Bytes>
KW_HD void store_chunk(const chunk<Bytes>&, void*, bool) {}
#endif

/// Lanes consecutive elements of T, read if active; otherwise `values` keeps what it held.
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

/// What a load puts into a lane that its mask switches off.
template <class T, class Other>
KW_HD T value_of_masked_lanes(Other other) {
  if constexpr (std::is_same_v<Other, core::none_type>) {
    return T{};
  } else {
    return core::convert<T>(other);
  }
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

/// Loads of several elements per access need a proof of contiguity and a structured mask.
template <class P, class Mask, class Layout>
constexpr bool may_use_vectors() {
  using T = std::remove_const_t<typename P::element_type>;
  return core::is_contiguous<typename P::offsets_type> && core::structured_mask<Mask> &&
         lanes_per_access<Layout, T>() > 1;
}

/// Is every access of Lanes elements entirely inside the mask or entirely outside? Block-uniform.
template <int Lanes, class P, class Mask>
KW_HD bool takes_vectors(const P& pointers, const Mask& mask) {
  return is_aligned<Lanes>(pointers) &&
         (mask.template vectors_are_whole<Lanes>() || mask.tile_passes());
}

/// Calls visit(register, i, j) for the first of every Lanes consecutive registers of a row.
template <int Lanes, class Layout, class Visit>
KW_HD void for_each_vector(Visit visit) {
  const int i0 = Layout::first_row();
  const int j0 = Layout::first_column();
  KW_UNROLL
  for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < Layout::kRegisters1; r1 += Lanes) {
      visit(r0 * Layout::kRegisters1 + r1, i0 + Layout::axis0::of_register(r0),
            j0 + Layout::axis1::of_register(r1));
    }
  }
}

template <int Lanes, class Tile, class P, class Mask>
KW_HD void load_vectors(Tile& tile, const P& pointers, const Mask& mask) {
  using T = typename Tile::value_type;
  for_each_vector<Lanes, typename Tile::layout_type>([&](int r, int i, int j) {
    const T* from = pointers.base + pointers.offsets.at(i, j);
    load_vector<Lanes>(&tile.values[r], from, mask.template vector_passes<Lanes>(i, j));
  });
}
template <int Lanes, class Tile, class P, class Mask>
KW_HD void store_vectors(const Tile& tile, const P& pointers, const Mask& mask) {
  for_each_vector<Lanes, typename Tile::layout_type>([&](int r, int i, int j) {
    auto* to = pointers.base + pointers.offsets.at(i, j);
    store_vector<Lanes>(&tile.values[r], to, mask.template vector_passes<Lanes>(i, j));
  });
}

/// Loads or stores element by element. Out of line: it runs in the one ragged block of a grid, and
/// inlined it would cost every other block registers. The caller's tile must stay in registers, so
/// a copy is passed by address.
template <class Layout, class T, class P, class Mask>
KW_HD_OUTLINED void access_elements_of_copy(T* copy, const P pointers, const Mask mask) {
  constexpr bool is_store = !std::is_const_v<typename P::element_type>;
  const int i0 = Layout::first_row();
  const int j0 = Layout::first_column();
  // Rolled: its registers count for the whole kernel, and it need not be fast.
  KW_ROLLED
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

/// The value in the element type of the output. One instruction turns two float32 into two narrow
/// floats.
template <class T, class Shape, class Layout, class Value>
KW_HD auto converted_for_store(const Value& value) {
  core::tile<T, Shape, Layout> result;
  constexpr int step = core::stored_float_type<T> && std::is_same_v<core::value_of<Value>, float> &&
                               Layout::axis1::kVector % 2 == 0
                           ? 2
                           : 1;
  for_each_vector<step, Layout>([&](int r, int i, int j) {
    const int r0 = r / Layout::kRegisters1, r1 = r % Layout::kRegisters1;
    if constexpr (step == 2) {
      round_pair(core::element(value, r0, r1, i, j), core::element(value, r0, r1 + 1, i, j + 1),
                 &result.values[r]);
    } else {
      result.values[r] = core::convert<T>(core::element(value, r0, r1, i, j));
    }
  });
  return result;
}

/// Loads each lane of a tile whose mask is true; the others keep what the tile holds.
template <class T, class Shape, class Layout, class P, class Mask>
KW_HD void load_lanes(core::tile<T, Shape, Layout>& tile, const P& pointers, const Mask& mask) {
  if constexpr (may_use_vectors<P, Mask, Layout>()) {
    constexpr int lanes = lanes_per_access<Layout, T>();
    // Inside the loop of a matrix product, one predicate per vector costs more than one per tile.
    constexpr bool many = Shape::rank == 2 && Layout::kRegisters >= 4 * lanes;
    if (many && is_aligned<lanes>(pointers) && mask.tile_passes()) [[likely]] {
      load_vectors<lanes>(tile, pointers, core::every_lane{});
    } else if (takes_vectors<lanes>(pointers, mask)) [[likely]] {
      load_vectors<lanes>(tile, pointers, mask);
    } else if constexpr (Layout::backend::team::kWarpgroups) {
      load_vectors<1>(tile, pointers, mask);  // a call would wait for products in flight
    } else {
      load_elements<Layout>(tile.values, pointers, mask);
    }
  } else {
    // Offsets and masks that were themselves loaded may have another layout.
    decltype(auto) offsets = core::in_layout<Layout>(pointers.offsets);
    decltype(auto) active = core::in_layout<Layout>(mask);
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      const T* from = pointers.base + core::element(offsets, r0, r1, i, j);
      load_vector<1>(&tile.values[r0 * Layout::kRegisters1 + r1], from,
                     core::element(active, r0, r1, i, j));
    });
  }
}

/// Stores a value where the mask is true. It moves to the layout in which the pointers are
/// contiguous: a transposed tile would otherwise be written one element at a time.
template <class Layout, class Value, class P, class Mask>
KW_HD void store_lanes(const Value& value, const P& pointers, const Mask& mask) {
  using T = typename P::element_type;
  decltype(auto) moved = core::in_layout<Layout>(value);
  decltype(auto) offsets = core::in_layout<Layout>(pointers.offsets);
  decltype(auto) active = core::in_layout<Layout>(mask);
  const auto converted = converted_for_store<T, typename P::shape_type, Layout>(moved);
  if (!Layout::is_owner()) {
    return;
  }
  if constexpr (may_use_vectors<P, Mask, Layout>()) {
    constexpr int lanes = lanes_per_access<Layout, T>();
    if (takes_vectors<lanes>(pointers, mask)) [[likely]] {
      store_vectors<lanes>(converted, pointers, mask);
    } else if constexpr (Layout::backend::team::kWarpgroups) {
      store_vectors<1>(converted, pointers, mask);  // a call would take a copy of all registers
    } else {
      store_elements<Layout>(converted.values, pointers, mask);
    }
  } else {
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      T* to = pointers.base + core::element(offsets, r0, r1, i, j);
      store_vector<1>(&converted.values[r0 * Layout::kRegisters1 + r1], to,
                      core::element(active, r0, r1, i, j));
    });
  }
}

}  // namespace kw::cuda
