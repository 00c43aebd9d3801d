/// \file
/// Operands of tl.dot in shared memory: a layout in which no two threads of an access use the same
/// bank, and rules for who may write when.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/cuda/backend.hpp"

namespace kw::cuda {

/// Elements that one access to shared memory moves.
template <class T, int N>
struct alignas(N * sizeof(T)) packet {
  T value[N];
};

/// Shared memory for operands, in two halves. A product whose operands fit in one half writes to
/// the half that the previous product does not read: one barrier per product. Larger ones take both
/// halves, and one more barrier.
struct dot_halves {};

template <class Team>
class dot_memory {
 public:
  static constexpr int kHalfBytes = 16 * 1024;

  /// Did a product take a half? If so, a program that follows in the same block must wait.
  KW_HD bool used_operand_memory() const { return used_; }
  /// Memory that no thread reads any more. All threads of the program ask for the same memory.
  template <int Bytes>
  KW_HD unsigned char* space_for_operands() const {
    used_ = true;
    static_assert(Bytes <= 2 * kHalfBytes);
    unsigned char* both = shared_region<dot_halves, 2 * kHalfBytes, 1024>();
    if constexpr (Bytes > kHalfBytes) {
      Team::barrier();
      free_half_ = kNone;
      return both;
    } else {
      if (free_half_ == kNone) {
        Team::barrier();
        free_half_ = 0;
      }
      const int half = free_half_;
      free_half_ = 1 - half;
      return both + half * kHalfBytes;
    }
  }

  /// Has the last product taken all of it?
  KW_HD bool both_halves_taken() const { return free_half_ == kNone; }

 private:
  static constexpr int kNone = 2;
  mutable int free_half_ = 0;
  mutable bool used_ = false;
};

/// A tile in row-major order in shared memory. The 16-byte chunks of a row are permuted by an
/// exclusive or with the row's number, so a column of chunks, which is what ldmatrix reads, is
/// spread over all banks.
///
/// Coordinates are given in two parts that share no bits: one that depends on the thread (origin)
/// and one that the compiler knows (step). This way most of an address is an immediate.
template <class T, int Rows, int Columns>
struct shared_rows {
  using value_type = T;
  static constexpr int kElementBytes = static_cast<int>(sizeof(T));
  static constexpr int kRowBytes = Columns * kElementBytes;
  static constexpr int kBytes = Rows * kRowBytes;
  static constexpr int kChunks = smaller(8, kRowBytes / 16);
  static_assert(kRowBytes >= 16);

  unsigned char* bytes;

  /// How the chunks of a row are permuted. Rows shorter than all banks share a line.
  static KW_HD constexpr int swizzle(int row) {
    const int line = (row / larger(1, 128 / kRowBytes)) & (kChunks - 1);
    // Rotated for 4-byte elements: four adjacent rows then differ by two chunks, which a fragment
    // that is read element by element needs.
    return kElementBytes == 4 && kChunks == 8 ? ((line << 1) | (line >> 2)) & 7 : line;
  }
  static KW_HD constexpr int offset(int row, int column) {
    const int byte = column * kElementBytes;
    return row * kRowBytes + (((byte / 16) ^ swizzle(row)) * 16) + byte % 16;
  }
  static KW_HD constexpr int add(int origin, int step) {
    return (origin ^ (step & 0x70)) + (step & ~0x70);
  }

  /// Copies the part of a tile whose coordinate along Axis is in [first, first + the extent
  /// here).
  template <int Axis, class Shape, class L>
  KW_HD void store(const core::tile<T, Shape, L>& x, int first) const {
    constexpr int extent = Axis == 0 ? Rows : Columns;
    constexpr bool is_whole = extent == (Axis == 0 ? Shape::d0 : Shape::d1);
    constexpr int lanes = smaller(L::axis1::kVector, 16 / kElementBytes);
    const int i0 = L::first_row(), j0 = L::first_column();
    constexpr int row_bits = next_power_of_two(Rows) - 1;  // there can be 192 rows
    const int origin = offset(i0 & row_bits, j0 & (Columns - 1));
    if (!L::is_owner()) {
      return;
    }
    KW_UNROLL
    for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
      KW_UNROLL
      for (int r1 = 0; r1 < L::kRegisters1; r1 += lanes) {
        const int i = L::axis0::of_register(r0), j = L::axis1::of_register(r1);
        const int along = Axis == 0 ? i0 + i : j0 + j;
        if (is_whole || (along & ~(extent - 1)) == first) {
          packet<T, lanes> values;
          KW_UNROLL
          for (int e = 0; e < lanes; ++e) {
            values.value[e] = x.values[r0 * L::kRegisters1 + r1 + e];
          }
          *reinterpret_cast<packet<T, lanes>*>(
              bytes + add(origin, offset(i & row_bits, j & (Columns - 1)))) = values;
        }
      }
    }
  }

  /// The tile in registers.
  template <class L>
  KW_HD auto load() const {
    core::tile<T, core::tile_shape<Rows, Columns>, L> x;
    constexpr int lanes = smaller(L::axis1::kVector, 16 / kElementBytes);
    const int origin = offset(L::first_row(), L::first_column());
    KW_UNROLL
    for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
      KW_UNROLL
      for (int r1 = 0; r1 < L::kRegisters1; r1 += lanes) {
        const int step = offset(L::axis0::of_register(r0), L::axis1::of_register(r1));
        const auto values = *reinterpret_cast<const packet<T, lanes>*>(bytes + add(origin, step));
        KW_UNROLL
        for (int e = 0; e < lanes; ++e) {
          x.values[r0 * L::kRegisters1 + r1 + e] = values.value[e];
        }
      }
    }
    return x;
  }
};

}  // namespace kw::cuda
