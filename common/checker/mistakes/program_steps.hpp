// How the accesses of one line move from program to program, and what that says about a mistake.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// The first lane of a tile, whether or not a mask switches it off.
std::int64_t origin_of(const rectangle& r);

/// Where the tiles of a line begin in their buffer, program by program: of each its first one.
class program_steps {
 public:
  /// \param own  a tile of the site's own program that the launch did not note, or null
  program_steps(const site& s, const rectangle* own);

  /// How far it is from one program to the next along an axis of the grid.
  std::optional<std::int64_t> along(int axis) const;
  /// Where program (0, 0, 0) begins, if all programs are at even distances along this one axis.
  std::optional<std::int64_t> origin(int axis) const;

 private:
  std::int64_t id(std::int64_t program, int axis) const;

  const site& s_;
  std::map<std::int64_t, std::int64_t> starts_;
};

/// A tile of rank 1, or a single lane, in a grid whose programs have a row or an element each, but
/// begin at another distance, or in the wrong row: what to do about it. Empty if that is not so.
std::string advise_start(const site& s, const rectangle& tile);

}  // namespace kw::runtime
