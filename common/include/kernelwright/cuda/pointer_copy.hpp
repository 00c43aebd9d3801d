/// \file
/// Tiles at pointers, copied to shared memory by some threads of a program: which method of copying
/// suits a tile's pointers and mask, and the loops for each method.
#pragma once
#include "kernelwright/cuda/copy_instructions.hpp"

namespace kw::cuda {

/// Do the passing lanes of each row begin with its first one? Then copying the beginning of a piece
/// is all that the edge of a mask needs.
template <class Mask>
inline constexpr bool keeps_beginnings = false;
template <>
inline constexpr bool keeps_beginnings<core::every_lane> = true;
template <core::comparison Op, class Index>
inline constexpr bool keeps_beginnings<core::bound_mask<Op, Index>> = Index::kStride1 == 0 ||
                                                                      (Index::kStride1 == 1 &&
                                                                       core::is_upper_bound(Op));
template <class A, class B>
inline constexpr bool keeps_beginnings<core::both_masks<A, B>> =
    keeps_beginnings<A>&& keeps_beginnings<B>;

/// How pieces of Bytes are distributed to threads: side by side along up to 128 bytes of a row, any
/// that are left over down the rows, and then further along the row.
template <class T, class Shape, int Threads, int Bytes>
struct pieces {
  static constexpr int kLanes = Bytes / static_cast<int>(sizeof(T));
  static constexpr int kRowBytes = Shape::d1 * static_cast<int>(sizeof(T));
  static constexpr int kBeside = (kRowBytes < 128 ? kRowBytes : 128) / Bytes;
  static constexpr int kRows = Threads / kBeside;  ///< per pass
  static constexpr int kPasses = (Shape::d0 + kRows - 1) / kRows;
  static constexpr int kAcross = kRowBytes / (kBeside * Bytes);
  static constexpr bool kAllHaveRows = kPasses * kRows == Shape::d0;
  static_assert(Threads % kBeside == 0);
};

/// \brief One thread's share of the copy of a tile to shared memory.
///
/// \tparam Place  has `offset(row, column)`, where an element is, in bytes; 16 bytes of a row stay
///                together
/// \tparam OnlyCopies  do these threads have all their registers for copies?
template <class Tile, class Place, int Threads, bool OnlyCopies,
          class Instructions = copy_instructions>
class pointer_copy {
  using T = std::remove_const_t<typename Tile::element_type>;
  using Shape = typename Tile::shape_type;
  using Offsets = std::remove_cvref_t<decltype(std::declval<const Tile&>().pointers.offsets)>;
  using Mask = std::remove_cvref_t<decltype(std::declval<const Tile&>().mask)>;
  static constexpr int kSize = static_cast<int>(sizeof(T));
  static constexpr bool kHasRows = core::is_contiguous<Offsets> && core::structured_mask<Mask>;
  template <int Bytes>
  using pieces_of = pieces<T, Shape, Threads, Bytes>;

 public:
  KW_HD pointer_copy(const Tile& tile, shared_address to, int thread)
      : tile_(tile), to_(to), thread_(thread) {}

  /// The method is the same for all threads. \returns whether the copy is asynchronous; if not,
  /// what this thread has to copy is already there
  KW_HD bool start() const {
    if constexpr (kHasRows && has_async_copies()) {
      const unsigned low_bits = alignment_bits();
      const bool whole = tile_.mask.tile_passes();
      if (low_bits % 16 == 0 && whole) [[likely]] {
        copy_whole<16>();
        return true;
      }
      if (start_pieces<16>(low_bits, whole) || start_pieces<8>(low_bits, whole) ||
          start_pieces<4>(low_bits, whole)) {
        return true;
      }
      if (kSize < 4 && whole && rows_are_apart()) {
        copy_shifted();
        return false;
      }
    }
    copy_elements();
    return false;
  }

 private:
  KW_HD const T* element(int i, int j) const {
    return tile_.pointers.base + tile_.pointers.offsets.at(i, j);
  }
  /// Zero in its lowest bits if every row of the tile begins at a multiple of that power of two.
  KW_HD unsigned alignment_bits() const {
    auto bits = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(element(0, 0)));
    if constexpr (Shape::d0 > 1) {
      bits |= static_cast<unsigned>(tile_.pointers.offsets.stride0()) * kSize;
    }
    return bits;
  }

  /// If not, the ends of a row in the middle could be those of the tile's memory.
  KW_HD bool rows_are_apart() const {
    const auto stride = static_cast<std::int64_t>(tile_.pointers.offsets.stride0());
    return Shape::d0 == 1 || stride >= Shape::d1 || stride <= -Shape::d1;
  }

  /// Calls visit(row, column, pointer) for each of this thread's pieces. In a thread that also
  /// computes, small pieces are too many to keep all their addresses in registers.
  template <int Bytes, class Visit>
  KW_HD void for_each_piece(Visit visit) const {
    using P = pieces_of<Bytes>;
    const int row = thread_ / P::kBeside, column = thread_ % P::kBeside * P::kLanes;
    const T* from = element(row, column);
    const auto step = tile_.pointers.offsets.stride0() * P::kRows;
    auto visit_pass = [&](int pass) {
      if (P::kAllHaveRows || row + pass * P::kRows < Shape::d0) {
        KW_UNROLL
        for (int c = 0; c < P::kAcross; ++c) {
          constexpr int beside = P::kBeside * P::kLanes;
          visit(row + pass * P::kRows, column + c * beside, from + c * beside);
        }
      }
      from += step;
    };
    if constexpr (Bytes == 16 || OnlyCopies) {
      KW_UNROLL
      for (int pass = 0; pass < P::kPasses; ++pass) {
        visit_pass(pass);
      }
    } else {
      KW_UNROLL_BY(2)
      for (int pass = 0; pass < P::kPasses; ++pass) {
        visit_pass(pass);
      }
    }
  }
  /// The same in a loop, so it is little code and takes few registers.
  template <int Bytes, class Visit>
  KW_HD void for_each_piece_rolled(Visit visit) const {
    using P = pieces_of<Bytes>;
    const int row = thread_ / P::kBeside, column = thread_ % P::kBeside * P::kLanes;
    KW_ROLLED
    for (int p = 0; p < P::kPasses * P::kAcross; ++p) {
      const int i = row + p / P::kAcross * P::kRows;
      if (P::kAllHaveRows || i < Shape::d0) {
        visit(i, column + p % P::kAcross * P::kBeside * P::kLanes);
      }
    }
  }
  KW_HD shared_address place(int i, int j) const {
    return to_ + static_cast<shared_address>(Place::offset(i, j));
  }

  template <int Bytes>
  KW_HD void copy_whole() const {
    for_each_piece<Bytes>([&](int i, int j, const T* from) {
      Instructions::template copy<Bytes>(place(i, j), from);
    });
  }
  /// Copies under a mask: as many bytes of each piece as it lets through.
  template <int Bytes>
  KW_HD void copy_beginnings() const {
    for_each_piece_rolled<Bytes>([&](int i, int j) {
      core::column_range columns{0, Shape::d1};
      tile_.mask.clip(i, columns);
      const std::int64_t left = columns.begin < columns.end ? columns.end - j : 0;
      constexpr int all = Bytes / kSize;
      const int lanes = left < 0 ? 0 : left < all ? static_cast<int>(left) : all;
      Instructions::template copy<Bytes>(place(i, j), element(i, j), lanes * kSize);
    });
  }
  /// Copies by pieces of Bytes if alignment and mask allow that.
  template <int Bytes>
  KW_HD bool start_pieces(unsigned low_bits, bool whole) const {
    if constexpr (Bytes >= kSize) {
      if (low_bits % Bytes == 0) {
        if (Bytes < 16 && whole) {
          copy_whole<Bytes>();
          return true;
        }
        if constexpr (keeps_beginnings<Mask>) {
          copy_beginnings<Bytes>();
          return true;
        }
      }
    }
    return false;
  }

  /// Any alignment, every lane passes: 16 bytes are two aligned pieces, shifted. These reach past
  /// the 16 bytes at either end. Within the tile that is its memory; at its corners it could be
  /// past the end of the array, so there elements are read one by one.
  KW_HD void copy_shifted() const {
    using P = pieces_of<16>;
    constexpr int count = P::kPasses * P::kAcross;
    constexpr int batch = count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
    constexpr int last_column = Shape::d1 - P::kLanes;
    const int row = thread_ / P::kBeside, column = thread_ % P::kBeside * P::kLanes;
    KW_ROLLED
    for (int first = 0; first < count; first += batch) {
      std::uint32_t words[batch][8];
      int by[batch];
      auto row_of = [&](int n) { return row + (first + n) / P::kAcross * P::kRows; };
      auto column_of = [&](int n) {
        return column + (first + n) % P::kAcross * P::kBeside * P::kLanes;
      };
      auto is_read = [&](int n) {
        const int i = row_of(n), j = column_of(n);
        const bool is_corner = (i == 0 || i == Shape::d0 - 1) && (j == 0 || j == last_column);
        return (P::kAllHaveRows || i < Shape::d0) && !is_corner;
      };
      KW_UNROLL
      for (int n = 0; n < batch; ++n) {
        const auto at = reinterpret_cast<std::uintptr_t>(element(row_of(n), column_of(n)));
        by[n] = static_cast<int>(at % 16);
        const auto* piece = reinterpret_cast<const unsigned char*>(at - at % 16);
        KW_UNROLL
        for (int w = 0; w < 8; ++w) {
          words[n][w] = 0;
        }
        Instructions::load_piece(words[n], piece, is_read(n));
        Instructions::load_piece(words[n] + 4, piece + 16, is_read(n) && by[n] != 0);
      }
      KW_UNROLL
      for (int n = 0; n < batch; ++n) {
        if (is_read(n)) {
          std::uint32_t result[4];
          shift(words[n], by[n], result);
          Instructions::store_piece(place(row_of(n), column_of(n)), result);
        }
      }
    }
    if (thread_ < 4) {
      copy_piece(thread_ < 2 ? 0 : Shape::d0 - 1, thread_ % 2 == 0 ? 0 : last_column);
    }
  }
  /// The 16 bytes that start at byte `by` of 32.
  static KW_HD void shift(std::uint32_t (&words)[8], int by, std::uint32_t (&result)[4]) {
    KW_UNROLL
    for (int w = 0; w < 6; ++w) {
      words[w] = (by & 8) != 0 ? words[w + 2] : words[w];
    }
    KW_UNROLL
    for (int w = 0; w < 5; ++w) {
      words[w] = (by & 4) != 0 ? words[w + 1] : words[w];
    }
    KW_UNROLL
    for (int w = 0; w < 4; ++w) {
      result[w] = shifted_word(words[w], words[w + 1], by & 3);
    }
  }

  /// 16 bytes of a row, one element at a time.
  KW_HD void gather(int i, int j, std::uint32_t (&result)[4]) const {
    T values[16 / kSize];
    KW_UNROLL
    for (int e = 0; e < 16 / kSize; ++e) {
      values[e] = T{};
      Instructions::load(values[e], element(i, j + e), tile_.mask.at(i, j + e));
    }
    __builtin_memcpy(result, values, 16);
  }
  KW_HD void copy_piece(int i, int j) const {
    std::uint32_t result[4];
    gather(i, j, result);
    Instructions::store_piece(place(i, j), result);
  }
  KW_HD void copy_elements() const {
    for_each_piece_rolled<16>([&](int i, int j) { copy_piece(i, j); });
  }

  const Tile& tile_;
  shared_address to_;
  int thread_;
};

}  // namespace kw::cuda
