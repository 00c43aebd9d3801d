// How the tiles that one line loads move: from step to step of a loop, and from program to program.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

using read_records = std::vector<const access_record*>;

/// How the tiles of one line move while a loop goes on.
struct walk {
  std::int64_t step = 0;     ///< in elements from one to the next, or in rows
  std::int64_t width = 0;    ///< of a tile, likewise
  std::int64_t covered = 0;  ///< what a tile touches of it where a mask switches off the rest
  std::int64_t steps = 0;
  bool along_rows = false;

  std::int64_t distance() const { return step < 0 ? -step : step; }
  /// Do two steps in a row touch the same elements, and is that a mistake? Tiles that are moved by
  /// less than their own width from first to last, as those of a stencil are, overlap on purpose.
  bool overlaps() const {
    return step != 0 && distance() < covered && width % distance() == 0 &&
           steps * distance() >= width;
  }
};

/// The reads of an input in one line, by rising program.
class line_of_reads {
 public:
  /// \param reads  at least one
  line_of_reads(const launch_monitor& monitor, const target& input, read_records reads)
      : monitor_(monitor), input_(input), reads_(std::move(reads)) {}

  source_place place() const { return reads_.front()->place; }
  const rectangle& tile() const { return reads_.front()->where; }

  /// Of the first program that reads more than one tile; nothing if the tiles are at no even
  /// distance.
  std::optional<walk> steps() const;

  /// How far the first tile of the next program is from that of the first; nothing if either reads
  /// nothing here.
  std::optional<std::int64_t> from_program_to_program() const;

  /// Do all programs, of which there are several, begin with the same tile?
  bool all_begin_alike() const;

 private:
  std::optional<walk> steps_from(std::size_t first) const;
  bool goes_from_row_to_row(std::int64_t step, std::size_t first, std::size_t end) const;
  const access_record* first_of(std::int64_t program) const;

  const launch_monitor& monitor_;
  const target& input_;
  read_records reads_;
};

}  // namespace kw::runtime
