// Which elements the lanes of an access touch, and sets of elements.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kw::runtime {

/// Rounds towards minus infinity: element -1 is in row -1.
inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return b > 0 ? (a + b - 1) / b : 0;
}

/// Lanes with unit stride along columns, in elements from where a target points.
struct rectangle {
  std::int64_t start = 0;
  std::int64_t rows = 0, columns = 0, row_stride = 0;
  int element_size = 1;
  int first_lane = 0;
  int lane_row_step = 0, lane_column_step = 1;  // how the number of the lane grows
  // The whole tile, turned so that its columns go along the columns above.
  int tile_rows = 1, tile_columns = 1;
  bool two_dimensional = false;
  bool masked = false;
  bool gathered =
      false;  // each lane came with its own address: they are in even steps only by chance

  std::int64_t row(std::int64_t r) const { return start + r * row_stride; }
  std::int64_t low() const { return start + std::min<std::int64_t>(0, (rows - 1) * row_stride); }
  std::int64_t high() const {
    return start + std::max<std::int64_t>(0, (rows - 1) * row_stride) + columns;
  }
  bool covers(std::int64_t element) const { return lane_of(element) >= 0; }
  /// The number of the lane that touches an element, -1 if none does.
  std::int64_t lane_of(std::int64_t element) const {
    for (std::int64_t r = 0; r < rows; ++r) {
      if (element >= row(r) && element < row(r) + columns) {
        return lane_at(r, element);
      }
    }
    return -1;
  }
  /// The number of the lane that touches an element of a row.
  std::int64_t lane_at(std::int64_t r, std::int64_t element) const {
    return first_lane + r * lane_row_step + (element - row(r)) * lane_column_step;
  }
  /// The first element of the whole tile, whether or not its lane is active.
  std::int64_t origin() const {
    const bool along = lane_column_step == 1;
    const int width = along ? tile_columns : tile_rows;
    const int r = along ? first_lane / width : first_lane % width;
    const int column = along ? first_lane % width : first_lane / width;
    return start - r * row_stride - column;
  }

  std::int64_t count() const { return rows * columns; }
  std::int64_t lanes() const { return std::int64_t{1} * tile_rows * tile_columns; }
};

/// One bit per element, processed a word at a time.
class bitmap {
 public:
  bitmap() = default;
  explicit bitmap(std::int64_t size) { reset(size); }

  void reset(std::int64_t size) {
    size_ = size;
    words_.assign(static_cast<std::size_t>((size + 63) / 64), 0);
  }
  std::int64_t size() const { return size_; }
  bool test(std::int64_t i) const { return (word(i / 64) >> (i % 64) & 1) != 0; }

  /// Sets [begin, end). \returns was any of these bits set before?
  bool paint(std::int64_t begin, std::int64_t end) {
    std::uint64_t before = 0;
    for_words(begin, end, [&](std::int64_t w, std::uint64_t mask) {
      before |= word(w) & mask;
      word(w) |= mask;
      return true;
    });
    return before != 0;
  }

  /// Sets the elements of a rectangle. \returns was any of them set before, or is any outside?
  bool paint(const rectangle& r) {
    bool met = false;
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const auto [begin, end] = inside(r, row);
      met |= paint(begin, end);
      met |= end - begin != r.columns;
    }
    return met;
  }

  /// Is any element of a rectangle set?
  bool holds_any(const rectangle& r) const {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const auto [begin, end] = inside(r, row);
      if (find(begin, end, true) < end) {
        return true;
      }
    }
    return false;
  }

  /// The elements of a row of a rectangle that there are, as [begin, end).
  std::pair<std::int64_t, std::int64_t> inside(const rectangle& r, std::int64_t row) const {
    const std::int64_t begin = std::clamp<std::int64_t>(r.row(row), 0, size_);
    return {begin, std::clamp(r.row(row) + r.columns, begin, size_)};
  }

  /// The first bit of [begin, end) that equals `value`, or `end`.
  std::int64_t find(std::int64_t begin, std::int64_t end, bool value) const {
    std::int64_t found = end;
    for_words(begin, end, [&](std::int64_t w, std::uint64_t mask) {
      const std::uint64_t hits = (value ? word(w) : ~word(w)) & mask;
      if (hits == 0) {
        return true;
      }
      found = w * 64 + __builtin_ctzll(hits);
      return false;
    });
    return found;
  }

  /// 64 bits each, to be sent to another process.
  const std::vector<std::uint64_t>& words() const { return words_; }
  /// Takes as many bits as it has. \returns did `words` hold that many?
  bool assign(std::vector<std::uint64_t> words) {
    if (words.size() != words_.size()) {
      return false;
    }
    words_ = std::move(words);
    return true;
  }

  void unite(const bitmap& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      words_[w] |= other.words_[w];
    }
  }

 private:
  std::uint64_t& word(std::int64_t w) { return words_[static_cast<std::size_t>(w)]; }
  const std::uint64_t& word(std::int64_t w) const { return words_[static_cast<std::size_t>(w)]; }

  // Calls f(word number, mask of its bits in the range) until f returns false.
  template <class F>
  static bool for_words(std::int64_t begin, std::int64_t end, F f) {
    while (begin < end) {
      const std::int64_t stop = std::min(end, (begin / 64 + 1) * 64);
      const std::uint64_t ones = ~std::uint64_t{0} >> (64 - (stop - begin));
      if (!f(begin / 64, ones << (begin % 64))) {
        return false;
      }
      begin = stop;
    }
    return true;
  }

  std::int64_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace kw::runtime
