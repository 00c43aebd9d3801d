#include "common/checker/mistakes/read_walk.hpp"

#include <algorithm>

#include "common/checker/mistakes/program_steps.hpp"

namespace kw::runtime {
namespace {

std::int64_t origin_of(const access_record& a) {
  return kw::runtime::origin_of(a.where);
}

}  // namespace

std::optional<walk> line_of_reads::steps() const {
  for (std::size_t i = 0; i + 1 < reads_.size(); ++i) {
    if (reads_[i]->program == reads_[i + 1]->program) {
      return steps_from(i);
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> line_of_reads::from_program_to_program() const {
  const access_record* second = first_of(1);
  return reads_.front()->program != 0 || second == nullptr
             ? std::nullopt
             : std::optional(origin_of(*second) - origin_of(*reads_.front()));
}

bool line_of_reads::all_begin_alike() const {
  for (std::size_t i = 1; i < reads_.size(); ++i) {
    if (reads_[i]->program != reads_[i - 1]->program &&
        origin_of(*reads_[i]) != origin_of(*reads_.front())) {
      return false;
    }
  }
  return monitor_.programs() > 1 && first_of(monitor_.programs() - 1) != nullptr;
}

// A tile goes from row to row if its own rows are those of the input, or if it is a part of one
// row. How wide it is does not matter: rows may be narrower than the tile, and the mask ends it
// there.
bool line_of_reads::goes_from_row_to_row(std::int64_t step, std::size_t first,
                                         std::size_t end) const {
  if (input_.rows == 0 || step == 0 || step % input_.row_stride != 0) {
    return false;
  }
  return std::all_of(
      reads_.begin() + static_cast<std::ptrdiff_t>(first),
      reads_.begin() + static_cast<std::ptrdiff_t>(end), [&](const access_record* a) {
        const std::int64_t begin = a->where.start - input_.memory_offset;
        const std::int64_t column = begin - floor_div(begin, input_.row_stride) * input_.row_stride;
        const bool by_rows = a->where.rows == 1 || a->where.row_stride == input_.row_stride;
        return by_rows && column + a->where.columns <= input_.columns;
      });
}

std::optional<walk> line_of_reads::steps_from(std::size_t first) const {
  const auto step = origin_of(*reads_[first + 1]) - origin_of(*reads_[first]);
  const std::int64_t program = reads_[first]->program;
  std::size_t end = first + 1;
  std::int64_t rows = tile().rows, columns = tile().columns;  // the most that a step touches
  for (; end < reads_.size() && reads_[end]->program == program; ++end) {
    if (origin_of(*reads_[end]) - origin_of(*reads_[end - 1]) != step) {
      return std::nullopt;
    }
    rows = std::max(rows, reads_[end]->where.rows);
    columns = std::max(columns, reads_[end]->where.columns);
  }
  const rectangle& r = tile();
  const auto count = static_cast<std::int64_t>(end - first);
  if (goes_from_row_to_row(step, first, end)) {
    return walk{step / input_.row_stride, r.tile_rows, rows, count, true};
  }
  const bool contiguous = r.columns > 1 || r.rows == 1;
  return contiguous ? std::optional(walk{step, r.tile_columns, columns, count, false})
                    : std::nullopt;
}

const access_record* line_of_reads::first_of(std::int64_t program) const {
  const auto at = std::find_if(reads_.begin(), reads_.end(),
                               [&](const access_record* a) { return a->program == program; });
  return at == reads_.end() ? nullptr : *at;
}

}  // namespace kw::runtime
