/// \file
/// Tiles of arrays, copied to shared memory by some threads of a program: which method of copying
/// suits a tile's place, and the loops for each method.
#pragma once
#include "kernelwright/cuda/copy_instructions.hpp"

namespace kw::cuda {

/// The same value, but the compiler does not know that: what is computed from it stays where it is,
/// instead of moving out of loops and rare branches and taking registers everywhere.
template <class I>
KW_HD I opaque(I value) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(value));
#endif
  return value;
}

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

/// After how many rows a Place has the pieces of a row in the same order again. Then a piece is as
/// far from the one above it as in the first rows. (Places that do not say so: never.)
template <class Place>
inline constexpr int repeats = 1 << 30;
template <class Place>
requires(Place::kRepeats > 0) inline constexpr int repeats<Place> = Place::kRepeats;

/// \brief One thread's share of the copy of a tile to shared memory.
///
/// \tparam Place  has `offset(row, column)`, where an element is, in bytes; 16 bytes of a row stay
///                together
/// \tparam OnlyCopies  do these threads have all their registers for copies?
template <class Tile, class Place, int Threads, bool OnlyCopies>
class pointer_copy {
  using T = std::remove_const_t<typename Tile::element_type>;
  using Shape = typename Tile::shape_type;
  using Pointers = decltype(std::declval<const Tile&>().pointers());
  using Mask = decltype(std::declval<const Tile&>().inside());
  static constexpr int kSize = static_cast<int>(sizeof(T));
  static constexpr int kLanes = 16 / kSize;
  template <int Bytes>
  using pieces_of = pieces<T, Shape, Threads, Bytes>;

 public:
  KW_HD pointer_copy(const Tile& tile, int thread)
      : pointers_(tile.pointers()), mask_(tile.inside()), thread_(thread) {}

  /// Is all that there is to do a copy of 16 aligned bytes after the other? The answer is the same
  /// for all threads.
  KW_HD bool is_plain() const {
    return has_async_copies() && alignment_bits() % 16 == 0 && mask_.tile_passes();
  }
  /// Starts the copies if that is so.
  KW_HD void start_plain(shared_address to) {
    to_ = to;
    copy_whole<16>();
  }

  /// The method is the same for all threads. \returns whether the copy is asynchronous; if not,
  /// what this thread has to copy is already there
  KW_HD bool start(shared_address to) {
    to_ = to;
    thread_ = static_cast<int>(opaque(static_cast<unsigned>(thread_)) % 1024);  // not negative
    if constexpr (has_async_copies()) {
      const unsigned low_bits = opaque(alignment_bits());
      const bool whole = mask_.tile_passes();
      if (start_pieces<16>(low_bits, whole) || start_pieces<8>(low_bits, whole) ||
          start_pieces<4>(low_bits, whole)) {
        return true;
      }
      if constexpr (kSize < 4 && !Tile::kIsTensor) {  // which may begin before its first column
        if (rows_are_apart()) {
          whole ? copy_shifted<true>() : copy_shifted<false>();
          return false;
        }
      }
    }
    copy_elements();
    return false;
  }

 private:
  KW_HD const T* element(int i, int j) const { return pointers_.base + pointers_.offsets.at(i, j); }
  /// Zero in its lowest bits if every row of the tile begins at a multiple of that power of two.
  KW_HD unsigned alignment_bits() const {
    auto bits = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(element(0, 0)));
    if constexpr (Shape::d0 > 1) {
      bits |= static_cast<unsigned>(pointers_.offsets.stride0()) * kSize;
    }
    return bits;
  }

  /// If not, the ends of a row in the middle could be those of the tile's memory.
  KW_HD bool rows_are_apart() const {
    return Shape::d0 == 1 || stride() >= Shape::d1 || stride() <= -Shape::d1;
  }

  KW_HD std::int64_t stride() const { return pointers_.offsets.stride0(); }
  /// From the tile's first element to this thread's first piece of Bytes.
  template <int Bytes>
  KW_HD std::int64_t offset_of() const {
    using P = pieces_of<Bytes>;
    return stride() * (thread_ / P::kBeside) + thread_ % P::kBeside * P::kLanes;
  }
  /// Calls visit(row, column, pointer, place) for each of this thread's pieces, with the code of
  /// `Together` passes in a row.
  template <int Bytes, int Together, class Visit>
  KW_HD void for_each_piece(Visit visit) const {
    using P = pieces_of<Bytes>;
    const int row = thread_ / P::kBeside, column = thread_ % P::kBeside * P::kLanes;
    const T* from = element(0, 0) + offset_of<Bytes>();
    const auto step = pointers_.offsets.stride0() * P::kRows;
    const shared_address first = place(row, column);
    KW_UNROLL_BY(Together)
    for (int pass = 0; pass < P::kPasses; ++pass) {
      if (P::kAllHaveRows || row + pass * P::kRows < Shape::d0) {
        KW_UNROLL
        for (int c = 0; c < P::kAcross; ++c) {
          constexpr int beside = P::kBeside * P::kLanes;
          const int i = row + pass * P::kRows, j = column + c * beside;
          if constexpr (P::kRows % repeats<Place> == 0) {
            const int further = Place::offset(pass * P::kRows, c * beside);
            visit(i, j, from + c * beside, first + static_cast<shared_address>(further));
          } else {
            visit(i, j, from + c * beside, place(i, j));
          }
        }
      }
      from += step;
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

  /// In a thread that also computes, small pieces are too many to keep all their addresses in
  /// registers.
  template <int Bytes>
  KW_HD void copy_whole() const {
    constexpr int together = Bytes == 16 ? pieces_of<Bytes>::kPasses : OnlyCopies ? 8 : 2;
    for_each_piece<Bytes, together>([&](int, int, const T* from, shared_address to) {
      copy_instructions::template copy<Bytes>(to, from);
    });
  }
  /// Copies under a mask that lets each piece through or leaves it out.
  template <int Bytes>
  KW_HD void copy_whole_pieces() const {
    for_each_piece<Bytes, OnlyCopies ? 4 : 1>([&](int i, int j, const T* from, shared_address to) {
      copy_instructions::template copy_if<Bytes>(to, from,
                                                 mask_.template vector_passes<Bytes / kSize>(i, j));
    });
  }
  /// Copies under a mask: as many bytes of each piece as it lets through.
  template <int Bytes>
  KW_HD void copy_beginnings() const {
    for_each_piece<Bytes, 1>([&](int i, int j, const T* from, shared_address to) {
      const int left = end_of_row(i) - j;
      constexpr int all = Bytes / kSize;
      const bool begins = !Tile::kIsTensor || mask_.at(i, j);
      const int lanes = left < 0 || !begins ? 0 : left < all ? left : all;
      copy_instructions::template copy<Bytes>(to, from, lanes * kSize);
    });
  }
  /// Where the lanes of a row end that are inside of the array, which begin with the first.
  KW_HD int end_of_row(int i) const {
    core::column_range columns{0, Shape::d1};
    mask_.clip(i, columns);
    return columns.begin < columns.end ? static_cast<int>(columns.end) : 0;
  }
  /// Copies by pieces of Bytes if alignment and mask allow that.
  template <int Bytes>
  KW_HD bool start_pieces(unsigned low_bits, bool whole) const {
    if constexpr (Bytes >= kSize) {
      if (low_bits % Bytes == 0) {
        if (whole) {
          copy_whole<Bytes>();
        } else if (mask_.template vectors_are_whole<Bytes / kSize>()) {
          copy_whole_pieces<Bytes>();
        } else {
          copy_beginnings<Bytes>();
        }
        return true;
      }
    }
    return false;
  }

  /// Any alignment: 16 bytes from five aligned words, shifted, so the last of them reaches past
  /// these bytes. That is within the tile's memory, except where the array could end: pieces there,
  /// and those that the mask cuts, are copied element by element.
  template <bool Whole>
  KW_HD void copy_shifted() const {
    using P = pieces_of<16>;
    constexpr int most = (OnlyCopies ? (Whole ? 16 : 8) : 4) / P::kAcross;
    constexpr int together = most >= 8 && P::kPasses % 8 == 0   ? 8
                             : most >= 4 && P::kPasses % 4 == 0 ? 4
                             : most >= 2 && P::kPasses % 2 == 0 ? 2
                                                                : 1;
    constexpr int batch = together * P::kAcross, beside = P::kBeside * P::kLanes;
    const int row = thread_ / P::kBeside, column = thread_ % P::kBeside * P::kLanes;
    const auto step = pointers_.offsets.stride0() * P::kRows;
    const T* from = element(0, 0) + offset_of<16>();
    KW_ROLLED
    for (int pass = 0; pass < P::kPasses; pass += together) {
      std::uint32_t words[batch][5] = {};
      auto row_of = [&](int n) { return row + (pass + n / P::kAcross) * P::kRows; };
      auto column_of = [&](int n) { return column + n % P::kAcross * beside; };
      auto has_row = [&](int i) { return P::kAllHaveRows || i < Shape::d0; };
      auto address_of = [&](int n) {
        return reinterpret_cast<std::uintptr_t>(from + n / P::kAcross * step +
                                                n % P::kAcross * beside);
      };
      KW_UNROLL
      for (int n = 0; n < batch; ++n) {
        const auto by = address_of(n) % 4;
        const auto* piece = reinterpret_cast<const std::uint32_t*>(address_of(n) - by);
        const bool inner = has_row(row_of(n)) && is_inner<Whole>(row_of(n), column_of(n));
        KW_UNROLL
        for (int w = 0; w < 5; ++w) {
          copy_instructions::load(words[n][w], piece + w, inner && (w < 4 || by != 0));
        }
      }
      KW_UNROLL
      for (int n = 0; n < batch; ++n) {
        const int i = row_of(n), j = column_of(n);
        if (has_row(i) && (is_inner<Whole>(i, j) || (!Whole && !mask_.at(i, j)))) {
          std::uint32_t result[4];
          KW_UNROLL
          for (int w = 0; w < 4; ++w) {
            result[w] = shifted_word(words[n][w], words[n][w + 1],
                                     static_cast<unsigned>(address_of(n) % 4));
          }
          copy_instructions::store_piece(place(i, j), result);
        }
      }
      from += step * together;
    }
    KW_ROLLED
    for (int i = thread_; i < Shape::d0; i += Threads) {
      copy_end_of_row<Whole>(i);
    }
  }
  /// Does the mask let through all that a shifted piece reads (if the tile is whole: could the
  /// array not end there)?
  template <bool Whole>
  KW_HD bool is_inner(int i, int j) const {
    const int last = j + kLanes + 4 / kSize - 2;
    if constexpr (Whole) {
      return last < Shape::d1 || i != (stride() < 0 ? 0 : Shape::d0 - 1);
    } else {
      return last < Shape::d1 && mask_.at(i, last);
    }
  }
  /// The one or two pieces of a row that are not inner, but not empty.
  template <bool Whole>
  KW_HD void copy_end_of_row(int i) const {
    const int end = Whole ? Shape::d1 : end_of_row(i), j = (end - 1) / kLanes * kLanes;
    if (end > 0 && !is_inner<Whole>(i, j)) {
      copy_piece(i, j);
      if (kSize == 1 && j >= kLanes && !is_inner<Whole>(i, j - kLanes)) {
        copy_piece(i, j - kLanes);
      }
    }
  }

  /// 16 bytes of a row, one element at a time.
  KW_HD void gather(int i, int j, std::uint32_t (&result)[4]) const {
    T values[kLanes];
    KW_UNROLL
    for (int e = 0; e < kLanes; ++e) {
      values[e] = T{};
      copy_instructions::load(values[e], element(i, j + e), mask_.at(i, j + e));
    }
    __builtin_memcpy(result, values, 16);
  }
  KW_HD void copy_piece(int i, int j) const {
    std::uint32_t result[4];
    gather(i, j, result);
    copy_instructions::store_piece(place(i, j), result);
  }
  KW_HD void copy_elements() const {
    for_each_piece_rolled<16>([&](int i, int j) { copy_piece(i, j); });
  }

  const Pointers pointers_;
  const Mask mask_;
  int thread_;
  shared_address to_ = 0;
};

}  // namespace kw::cuda
