// Words for tiles that leave a matrix, inside its memory or not.
#pragma once
#include "common/checker/mistakes/outside.hpp"

namespace kw::runtime {

/// Does the tile go by rows and columns of the buffer?
bool by_rows(const site& s);
/// A tile that leaves the rows, or the columns, of its matrix.
words tell_matrix(const site& s);
/// A tile that leaves its matrix, one of several, for the next one or for memory after the last.
words tell_many_matrices(const site& s, const matrix_box& b);
/// Active lanes that form no rectangle, so only the first one outside can be named.
words tell_scattered_matrix(const site& s, words w);

/// What a mask of rows and columns compares along an axis, and with what it should; empty if it
/// does not look at this axis.
std::string advise_compared_along(const site& s, matrix_axis axis);

}  // namespace kw::runtime
