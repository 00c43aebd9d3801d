// Which elements of an input no program of a launch read.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/checker/record/bitmap.hpp"
#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

/// Numbers from `first` to `last`.
struct stretch {
  std::int64_t first, last;
  friend bool operator==(const stretch&, const stretch&) = default;
};

/// The part that was not read, if that has a shape: in a matrix whole rows, or the same columns in
/// all other rows; in a vector a few stretches anywhere.
class unread_part {
 public:
  /// \param reads  all reads of the input, in elements of the memory block
  unread_part(const target& input, const std::vector<const access_record*>& reads);

  /// Is nothing unread, or does it have no shape?
  bool empty() const { return rows_.empty() && columns_.empty(); }
  const std::vector<stretch>& rows() const { return rows_; }
  /// For a vector, its elements.
  const std::vector<stretch>& columns() const { return columns_; }
  /// Are these the last columns, or elements, and no others? Or the last rows?
  bool is_tail_of_columns() const {
    return columns_.size() == 1 && columns_[0].last == width_ - 1 && columns_[0].first > 0;
  }
  bool is_tail_of_rows() const {
    return rows_.size() == 1 && rows_[0].last == height_ - 1 && rows_[0].first > 0;
  }
  /// `rows 1..4 of x`, `columns 1024..2047 and 3072..4095 of x`, `x[1..255]`
  std::string text(const std::string& buffer) const;
  bool is_single() const;
  /// Are whole matrices unread, in an array that has several?
  bool has_matrices() const { return !matrices().empty(); }

 private:
  std::vector<stretch> unread_in(std::int64_t begin, std::int64_t end) const;
  void find_in_matrix(const target& input);
  std::vector<stretch> matrices() const;

  bitmap read_;
  std::int64_t width_, height_, matrix_rows_;
  std::vector<stretch> rows_, columns_;
  bool vector_;
};

}  // namespace kw::runtime
