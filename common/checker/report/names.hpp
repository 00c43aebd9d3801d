// The learner's names for things: advice quotes names from the learner's own code.
#pragma once
#include <optional>
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// An axis of a matrix, or of a tile of it.
enum class matrix_axis { rows, columns };

/// What gives the lanes of this line their rows or columns, such as `cols(None, _)`.
std::string lanes_along(const site& s, matrix_axis axis);

/// How many rows or columns the buffer of this line has, in the kernel's words: `x.rows()` for a
/// matrix, a parameter such as `n_rows` for a pointer, else the number.
std::string extent_along(const site& s, matrix_axis axis);

/// What the mask of this line compares the rows or the columns with; empty if it does not.
std::string compared_along(const site& s, matrix_axis axis);

/// Advice about a mask with one comparison, `rows < n_cols`: what it should compare with, in a
/// sentence that ends with the right comparison. Empty if the mask has another form, or compares
/// with the right size already.
/// \param along  what the lanes count, for a line of a matrix: its columns. None: its elements.
std::string advise_comparison(const site& s, std::optional<matrix_axis> along);

/// A variable of the kernel that is `tl.program_id(axis)`, or else the call itself.
std::string id_name(const site& s, int axis);

/// The template parameter that says how many lanes the tiles of this kernel have, as in
/// `tl.arange(size<BLOCK_SIZE>)`, or the number if there are several.
std::string block_name(const site& s, std::int64_t lanes);

/// The same for the tiles of this line along one axis: `COLS`, for `cols`, which is
/// `... + tl.arange(size<COLS>)`.
std::string tile_extent(const site& s, matrix_axis axis, std::int64_t lanes);

/// Advice about offsets whose step from program to program is not the number of their lanes, as in
/// `tl.program_id(0) * COLS + tl.arange(size<ROWS>)`; empty if the kernel has none.
std::string advise_step_of_another_tile(const source_place& place, const std::string& kernel);

/// Advice about two variables that are made from the same program id, `rows` and `cols`, although
/// the grid has two axes; empty if there are none.
std::string advise_same_id(const site& s);

/// Advice for a line whose offsets do not depend on a program id: what they should depend on, in
/// the learner's own code, `tl.program_id(1) * COLS + tl.arange(size<COLS>)`. Empty if the kernel
/// does not show it.
std::string advise_offsets_by_id(const site& s, int axis);

/// A size that other masks of the kernel compare the lanes of this line with: `n` of
/// `cols(_, None) < n`; empty if there are none.
std::string compared_elsewhere(const site& s, matrix_axis axis);

/// Where a pointer that this line adds to comes from: a variable such as `qh` that is made from the
/// buffer and lines of the kernel above. Number 0 if the line adds to the buffer itself.
numbered_line base_of(const site& s);

/// The kernel's parameter for the distance between the rows of this line's buffer, such as
/// `x_stride`; empty if there is none.
std::string stride_name(const site& s);

}  // namespace kw::runtime
