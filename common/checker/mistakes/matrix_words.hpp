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

/// A line that takes a row by its number, `x.row(row)`, past the last one; empty if it does not.
std::string advise_row_past_end(const site& s);

}  // namespace kw::runtime
