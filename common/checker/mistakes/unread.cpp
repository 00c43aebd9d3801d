#include "common/checker/mistakes/unread.hpp"

#include <algorithm>

namespace kw::runtime {
namespace {

// `1024..2047 and 3072..4095`; if there are many, the first ones.
std::string list_of(const std::vector<stretch>& all) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    const stretch& s = all[i];
    text += (i == 0               ? ""
             : all.size() > kMost ? ", "
                                  : " and ") +
            std::to_string(s.first) + (s.last > s.first ? ".." + std::to_string(s.last) : "");
  }
  return text + (all.size() > kMost ? " and so on" : "");
}

bool is_one(const std::vector<stretch>& all) {
  return all.size() == 1 && all[0].first == all[0].last;
}

}  // namespace

unread_part::unread_part(const target& input, const std::vector<const access_record*>& reads)
    : read_(input.high),
      width_(input.rows > 0 ? input.columns : input.high),
      height_(std::max<std::int64_t>(1, input.rows)),
      matrix_rows_(input.rows == 0 ? 1 : input.matrix_rows),
      vector_(input.rows == 0) {
  for (const access_record* read : reads) {
    for (std::int64_t row = 0; row < read->where.rows; ++row) {
      const std::int64_t begin = read->where.row(row) - input.memory_offset;
      const std::int64_t low = std::clamp<std::int64_t>(begin, 0, input.high);
      const std::int64_t high = std::clamp(begin + read->where.columns, low, input.high);
      read_.paint(low, high);
    }
  }
  if (vector_) {
    columns_ = unread_in(0, width_);
  } else {
    find_in_matrix(input);
  }
  constexpr std::size_t kMostStretches = 64;
  const bool nothing_read = vector_ ? columns_ == std::vector<stretch>{{0, width_ - 1}}
                                    : rows_ == std::vector<stretch>{{0, height_ - 1}};
  if (nothing_read || columns_.size() > kMostStretches || rows_.size() > kMostStretches) {
    rows_.clear();
    columns_.clear();
  }
}

std::vector<stretch> unread_part::unread_in(std::int64_t begin, std::int64_t end) const {
  std::vector<stretch> all;
  for (std::int64_t i = read_.find(begin, end, false); i < end;) {
    const std::int64_t after = read_.find(i, end, true);
    all.push_back({i - begin, after - 1 - begin});
    i = read_.find(after, end, false);
  }
  return all;
}

void unread_part::find_in_matrix(const target& input) {
  bool first = true;
  for (std::int64_t row = 0; row < height_; ++row) {
    const std::int64_t begin = row * input.row_stride;
    const auto unread = unread_in(begin, begin + width_);
    if (unread == std::vector<stretch>{{0, width_ - 1}}) {
      if (!rows_.empty() && rows_.back().last == row - 1) {
        rows_.back().last = row;
      } else {
        rows_.push_back({row, row});
      }
    } else if (first) {
      columns_ = unread;
      first = false;
    } else if (columns_ != unread) {
      rows_.clear();
      columns_.clear();
      return;
    }
  }
}

// Whole matrices, in an array of more than two axes; empty if there are other rows.
std::vector<stretch> unread_part::matrices() const {
  std::vector<stretch> all;
  for (const stretch& s : rows_) {
    if (matrix_rows_ == height_ || s.first % matrix_rows_ != 0 ||
        (s.last + 1) % matrix_rows_ != 0) {
      return {};
    }
    all.push_back({s.first / matrix_rows_, (s.last + 1) / matrix_rows_ - 1});
  }
  return columns_.empty() ? all : std::vector<stretch>{};
}

std::string unread_part::text(const std::string& buffer) const {
  if (const auto all = matrices(); !all.empty()) {
    return (is_one(all) ? "matrix " : "matrices ") + list_of(all) + " of " + buffer +
           " (which are its last two axes, counted from 0)";
  }
  if (vector_) {
    return columns_.size() == 1 ? buffer + "[" + list_of(columns_) + "]"
                                : "elements " + list_of(columns_) + " of " + buffer;
  }
  std::string text;
  if (!rows_.empty()) {
    text += (is_one(rows_) ? "row " : "rows ") + list_of(rows_);
  }
  if (!columns_.empty()) {
    text += (text.empty() ? "" : ", and ") +
            std::string(is_one(columns_) ? "column " : "columns ") + list_of(columns_);
  }
  return text + " of " + buffer;
}

bool unread_part::is_single() const {
  const auto whole = matrices();
  return !whole.empty()  ? is_one(whole)
         : rows_.empty() ? is_one(columns_)
                         : columns_.empty() && is_one(rows_);
}

}  // namespace kw::runtime
