// One bit per element, processed a word at a time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/checker/record/rectangle.hpp"

namespace kw::runtime {

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
