// Tiles of one axis that are laid along the wrong one: a number for each row as a row, a number for
// each column as a column.
#pragma once
#include <string>
#include <vector>

#include "common/checker/mistakes/telling_lines.hpp"

namespace kw::runtime {

/// `auto NAME = VALUE;`, or with another type.
struct definition {
  int line;
  std::string name, value;
};

std::vector<definition> definitions_in(const std::vector<numbered_line>& lines,
                                       const std::string& file);

telling_line find_telling_axis(const std::vector<numbered_line>& lines,
                               const std::vector<definition>& known, const std::string& file);

}  // namespace kw::runtime
