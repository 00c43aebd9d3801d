// What the learner calls things: advice quotes names that are in the learner's own code.
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

/// Of a mask with one comparison, `rows < n_cols`: what it should compare with, in a sentence that
/// ends with the right comparison. Empty if the mask has another form, or compares with the right
/// size already.
/// \param along  what the lanes count, for a line of a matrix: its columns. None: its elements.
std::string advise_comparison(const site& s, std::optional<matrix_axis> along);

/// A variable of the kernel that is `tl.program_id(axis)`, or else the call itself.
std::string id_name(const site& s, int axis);

/// The template parameter that says how many lanes the tiles of this kernel have, as in
/// `tl.arange(size<BLOCK_SIZE>)`, or the number if there are several.
std::string block_name(const site& s, std::int64_t lanes);

/// The same for the tiles of this line along one axis: `COLS`, of `cols`, which is
/// `... + tl.arange(size<COLS>)`.
std::string tile_extent(const site& s, matrix_axis axis, std::int64_t lanes);

/// Advice about offsets that go from program to program by another number than they have lanes, as
/// in `tl.program_id(0) * COLS + tl.arange(size<ROWS>)`; empty if the kernel has none.
std::string advise_step_of_another_tile(const source_place& place, const std::string& kernel);

/// Advice about two variables that are made of the same program id, `rows` and `cols`, where the
/// grid has two axes; empty if there are none.
std::string advise_same_id(const site& s);

/// The kernel's parameter that says how far the rows of this line's buffer are apart, such as
/// `x_stride`; empty if none does.
std::string stride_name(const site& s);

}  // namespace kw::runtime
