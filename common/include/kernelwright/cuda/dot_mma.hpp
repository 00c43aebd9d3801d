/// \file
/// Products on the tensor cores of sm_80 and later: mma.sync, one warp at a time. Fragments are
/// those of the PTX ISA, "Matrix fragments for mma.m16n8k16" and its neighbours.
///
/// The fragments of all types are 32 bytes of K wide: 16 float16, 32 int8, 32 float8 or 8 float32.
#pragma once
#include "kernelwright/cuda/dot_staging.hpp"

namespace kw::cuda {

/// Four matrices of 8 rows of 16 bytes; a lane gives the address of one row. Word w of a lane is
/// the lane % 4th word of row lane / 4 of matrix w; transposed, for 2-byte elements, two elements
/// of column lane / 4.
template <bool Transposed>
KW_HD void load_matrices([[maybe_unused]] std::uint32_t (&words)[4],
                         [[maybe_unused]] const unsigned char* row) {
#ifdef __CUDA_ARCH__
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (Transposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address));
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address));
  }
#endif
}

/// sum += a b, for 16 rows and 8 columns.
#ifdef __CUDA_ARCH__
#define KW_MMA(type, shape_and_types, constraint)                                         \
  KW_HD void multiply_fragments(type, std::uint32_t const(&a)[4], const std::uint32_t* b, \
                                auto& c0, auto& c1, auto& c2, auto& c3) {                 \
    asm("mma.sync.aligned." shape_and_types                                               \
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                \
        : constraint(c0), constraint(c1), constraint(c2), constraint(c3)                  \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));              \
  }
#else
#define KW_MMA(type, shape_and_types, constraint)                                             \
  KW_HD void multiply_fragments(type, std::uint32_t const(&)[4], const std::uint32_t*, auto&, \
                                auto&, auto&, auto&) {}
#endif
KW_MMA(float16_t, "m16n8k16.row.col.f32.f16.f16.f32", "+f")
KW_MMA(bfloat16_t, "m16n8k16.row.col.f32.bf16.bf16.f32", "+f")
KW_MMA(std::int8_t, "m16n8k32.row.col.s32.s8.s8.s32", "+r")
KW_MMA(float8_e4m3_t, "m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f")
KW_MMA(float8_e5m2_t, "m16n8k32.row.col.f32.e5m2.e5m2.f32", "+f")
KW_MMA(float, "m16n8k8.row.col.f32.tf32.tf32.f32", "+f")
#undef KW_MMA

/// A float32 rounded to the 10 bits of mantissa that tensor cores multiply, ties away from zero.
KW_HD std::uint32_t round_to_tf32([[maybe_unused]] float x) {
  std::uint32_t bits = 0;
#ifdef __CUDA_ARCH__
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
#endif
  return bits;
}

/// How an operand with elements of type T is stored in shared memory for fragments. KContiguous:
/// row-major (Extent, K), for all types; else row-major (K, Extent), not for types of one byte.
template <class T, int Extent, int K, bool KContiguous>
struct fragment_rows {
  using rows =
      std::conditional_t<KContiguous, shared_rows<T, Extent, K>, shared_rows<T, K, Extent>>;
  static constexpr int kBytes = rows::kBytes;
  static constexpr int kChunk = 16 / static_cast<int>(sizeof(T));  ///< elements in 16 bytes
  rows memory;
  int origin;

  /// Copies coordinates [first, first + K) along the columns of x, (Extent, all of K).
  template <class Shape, class L>
  KW_HD void store(const core::tile<T, Shape, L>& x, int first) const {
    if constexpr (KContiguous) {
      memory.template store<1>(x, first);
    } else {
      memory.template store<0>(core::transpose(x), first);
    }
  }

 protected:
  static KW_HD constexpr int place(int coordinate, int k) {
    return KContiguous ? rows::offset(coordinate, k) : rows::offset(k, coordinate);
  }
  KW_HD const unsigned char* at(int offset, int k) const {
    return memory.bytes + rows::add(origin, place(offset, k));
  }
  KW_HD std::uint32_t word(int offset, int k) const {
    return *reinterpret_cast<const std::uint32_t*>(at(offset, k));
  }
};

/// The left operand; a warp's rows begin at `first`.
template <class T, int Extent, int K, bool KContiguous>
struct left_fragments : fragment_rows<T, Extent, K, KContiguous> {
  using base = fragment_rows<T, Extent, K, KContiguous>;

  KW_HD left_fragments(unsigned char* bytes, int first) : base{{bytes}, 0} {
    const int lane = thread_index() % 32;
    if constexpr (KContiguous) {
      this->origin = base::place(first + lane % 16, lane / 16 * base::kChunk);
    } else if constexpr (sizeof(T) == 2) {
      this->origin = base::place(first + lane / 8 % 2 * 8, lane % 8 + lane / 16 * 8);
    } else {
      this->origin = base::place(first + lane / 4, lane % 4);
    }
  }

  /// The fragment of 16 rows starting at first + offset, with 32 bytes of K starting at k.
  KW_HD void load(std::uint32_t (&words)[4], int offset, int k) const {
    if constexpr (KContiguous || sizeof(T) == 2) {
      load_matrices<!KContiguous>(words, this->at(offset, k));
    } else {
      KW_UNROLL
      for (int w = 0; w < 4; ++w) {
        words[w] = this->word(offset + w % 2 * 8, k + w / 2 * 4);
      }
    }
  }
};

/// The right operand, one or two groups of 8 columns at a time.
template <class T, int Extent, int K, bool KContiguous, int Groups>
struct right_fragments : fragment_rows<T, Extent, K, KContiguous> {
  using base = fragment_rows<T, Extent, K, KContiguous>;

  KW_HD right_fragments(unsigned char* bytes, int first) : base{{bytes}, 0} {
    const int lane = thread_index() % 32;
    // For a single group, the second half of the warp names the rows of the first again.
    const int group = Groups == 2 ? lane / 16 * 8 : 0;
    if constexpr (KContiguous) {
      this->origin = base::place(first + lane % 8 + group, lane / 8 % 2 * base::kChunk);
    } else if constexpr (sizeof(T) == 2) {
      this->origin = base::place(first + group, lane % 16);
    } else {
      this->origin = base::place(first + lane / 4, lane % 4);
    }
  }

  KW_HD void load(std::uint32_t (&words)[4], int offset, int k) const {
    if constexpr (KContiguous || sizeof(T) == 2) {
      load_matrices<!KContiguous>(words, this->at(offset, k));
    } else {
      KW_UNROLL
      for (int w = 0; w < 2 * Groups; ++w) {
        words[w] = this->word(offset + w / 2 * 8, k + w % 2 * 4);
      }
    }
  }
};

/// Whether a tile is a left operand in fragments for an accumulator whose rows have layout Rows.
template <class Rows, class T, class L, int K>
inline constexpr bool holds_fragments =
    core::float16_type<T>&& std::is_same_v<typename L::axis0, Rows>&& std::is_same_v<
        typename L::axis1,
        core::axis_of<core::in_registers<2>, core::in_threads<4, 1>, core::in_registers<K / 8>>>;

// Where the fragments of a product come from, for one slice [first, first + K) of the operands'
// columns: `stage` copies what is in registers to shared memory, kBytes of it; `load` returns a
// fragment by its number in the warp.

/// From registers that already have the fragments' layout: a product's result, rounded to 16 bits.
template <class T, class Shape, class L>
struct held_source {
  using is_held = void;
  static constexpr int kBytes = 0;
  const core::tile<T, Shape, L>& x;
  int first;

  KW_HD void stage() const {}
  KW_HD void load(std::uint32_t (&words)[4], int fragment, int k) const {
    KW_UNROLL
    for (int w = 0; w < 4; ++w) {
      const int column = (first + k) / 4 + w / 2 * 2;
      const T* pair = x.values + (2 * fragment + w % 2) * L::kRegisters1 + column;
      words[w] = pair[0].bits | static_cast<std::uint32_t>(pair[1].bits) << 16;
    }
  }
};

/// From shared memory, which holds all columns. Axis: of the accumulator.
template <class Fragments, class Axis>
struct shared_source {
  static constexpr int kBytes = 0;
  Fragments fragments;
  int first;

  KW_HD void stage() const {}
  KW_HD void load(std::uint32_t (&words)[4], int fragment, int k) const {
    fragments.load(words, Axis::of_register(2 * fragment), first + k);
  }
};

/// From registers, through shared memory.
template <class Fragments, class Axis, class X>
struct staged_source {
  static constexpr int kBytes = Fragments::kBytes;
  Fragments fragments;
  const X& x;
  int first;

  KW_HD void stage() const { fragments.store(x, first); }
  KW_HD void load(std::uint32_t (&words)[4], int fragment, int k) const {
    fragments.load(words, Axis::of_register(2 * fragment), k);
  }
};

/// float32 words as tf32: `large` from the whole value, `small` from what rounding took away.
struct split_words {
  std::uint32_t large[4], small[4];

  KW_HD explicit split_words(const std::uint32_t (&words)[4]) {
    KW_UNROLL
    for (int w = 0; w < 4; ++w) {
      const float x = core::float_of(words[w]);
      large[w] = round_to_tf32(x);
      small[w] = round_to_tf32(x - core::float_of(large[w]));
    }
  }
};

/// c += a b with the operands' precision.
template <class T, int Precision, class R>
KW_HD void multiply_words(const std::uint32_t (&a)[4], const std::uint32_t (&b)[4], int group,
                          R* upper, R* lower) {
  auto add = [&](const std::uint32_t(&left)[4], const std::uint32_t(&right)[4]) {
    multiply_fragments(T{}, left, right + 2 * group, upper[0], upper[1], lower[0], lower[1]);
  };
  if constexpr (std::is_same_v<T, float>) {
    const split_words left(a), right(b);
    if constexpr (Precision == core::kTf32x3) {
      add(left.small, right.large);
      add(left.large, right.small);
    }
    add(left.large, right.large);
  } else {
    add(a, b);
  }
}

/// acc += a b, for K columns of a.
template <class T, int Precision, int K, class A, class B, class R, class Shape, class L>
KW_HD void add_fragment_products(const A& a, const B& b, core::tile<R, Shape, L>& acc) {
  constexpr int fragments = L::kRegisters0 / 2, groups = L::kRegisters1 / 2;
  constexpr int step = 32 / static_cast<int>(sizeof(T));
  // Registers need constant indices; of shared memory, more steps ahead would only take registers.
  constexpr bool is_in_registers = requires {
    typename A::is_held;
  };
  [[maybe_unused]] constexpr int at_a_time = is_in_registers ? K / step : 2;
  KW_UNROLL_BY(at_a_time)
  for (int k = 0; k < K; k += step) {
    std::uint32_t of_a[fragments][4];
    KW_UNROLL
    for (int m = 0; m < fragments; ++m) {
      a.load(of_a[m], m, k);
    }
    KW_UNROLL
    for (int n = 0; n < groups; n += 2) {
      std::uint32_t of_b[4];
      b.load(of_b, n, k);
      KW_UNROLL
      for (int g = 0; g < smaller(groups, 2); ++g) {
        KW_UNROLL
        for (int m = 0; m < fragments; ++m) {
          R* upper = acc.values + 2 * m * L::kRegisters1 + 2 * (n + g);
          multiply_words<T, Precision>(of_a[m], of_b, g, upper, upper + L::kRegisters1);
        }
      }
    }
  }
}

}  // namespace kw::cuda
