// The parts of a finding's text that come from the event, the launch and the learner's lines.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/format.hpp"
#include "common/checker/record/monitor.hpp"
#include "common/checker/source/source.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {

using base::sentence;

/// The text about a mistake: the sentence of facts, and the advice.
struct words {
  std::string facts, advice;
  bool follows = false;  ///< from another finding, which has to be looked at first
};

inline std::string number(std::int64_t n) {
  return std::to_string(n);
}

/// `(3)` or `(3, 0)`: as many ids as the grid has axes in use.
std::string program_text(const launch_description& launch, std::int64_t program);
/// How much the number of a program grows from one id to the next along an axis of the grid.
std::int64_t programs_apart(const launch_description& launch, int axis);
/// The id of a program along an axis.
std::int64_t id_along(const launch_description& launch, std::int64_t program, int axis);
/// `4 programs`, or `8 x 4 programs`
std::string grid_text(const launch_description& launch);
/// `1 lane`, `24 lanes`
std::string counted(std::int64_t n, const char* singular);
/// `lane 5` or `lanes 5..9`
std::string span(const char* what, std::int64_t first, std::int64_t last);
/// `cdiv(1000, 256) = 4`
std::string cdiv_text(std::int64_t a, std::int64_t b);

/// An axis of a matrix, or of a tile of it.
enum class matrix_axis { rows, columns };

/// Where a mistake was made: the learner's line, its kernel and its launch, and what the text about
/// it takes from there. Names are the learner's own.
class site {
 public:
  site(const launch_description& launch, const launch_monitor* monitor, const event& e);

  const event& e;
  const launch_description& launch;
  const launch_monitor* monitor;  // null with checks off
  std::string kernel, line;       // the functor, and the text of the event's line
  kernel_text code;               // the kernel, where it is in the event's file
  std::string statement;          // the line and the rest of its statement
  std::vector<parameter> parameters;
  const target* where = nullptr;  // null where no argument is concerned
  std::string buffer;             // the learner's name for it

  std::string program(std::int64_t index) const { return program_text(launch, index); }
  /// `x[5]` or `x[1000..1023]`
  std::string range(std::int64_t first, std::int64_t last) const;
  /// The same, or `5 elements between x[0] and x[8]` if there are others between them.
  std::string elements(std::int64_t first, std::int64_t last, std::int64_t count) const;
  /// `tl.load`, `tl.store` or the atomic operation of this line.
  std::string function() const;
  /// The arguments of that call: of several in the statement, of the one that takes the buffer.
  /// Empty if they are not known, as are the first of them and the mask.
  std::vector<std::string> arguments;
  std::string address, mask;
  /// `tl.load reads`
  std::string verb() const;
  /// The learner's own call with one more argument, such as `tl.load(x + offsets, mask)`.
  std::string call_with(const std::string& extra) const;
  /// What the learner adds to the pointer in this line, or `offsets`.
  std::string offsets() const;
  /// What a mask of this line must compare with the size of the buffer, or with the length of its
  /// rows; empty where the address begins elsewhere, so this line does not show it.
  std::string lanes_in_mask(bool of_row) const;
  /// Are these offsets a tile that was loaded, or made of one?
  bool by_index() const;
  /// What the mask of this line's call compares: its definition where it is a variable.
  std::string mask_text() const;
  /// The mask of another call in this kernel, of `tl.load` or `tl.store`, that compares what this
  /// line adds to its pointer; line 0 if there is none.
  struct masked_call {
    int line = 0;
    std::string mask;
  };
  masked_call other_mask(const char* function) const;

  /// The integer parameter whose value is `size`, or `x.rows()` of a matrix that has as many; the
  /// number if it is not known which one of several.
  std::string size_name(std::int64_t size) const;
  /// From one row of the buffer of this line to the next: `x.stride(0)`, `x_stride`, or the number.
  std::string row_distance() const;
  /// How many rows or columns the buffer of this line has: `x.rows()`, `n_rows`, or the number.
  std::string extent_along(matrix_axis axis) const;
  /// What gives the lanes of this line their rows or columns, such as `cols(None, _)`.
  std::string lanes_along(matrix_axis axis) const;
  /// The template parameter that says how many lanes a tile has, as in `tl.arange(size<BLOCK>)`, or
  /// the number if there are several.
  std::string block_name(std::int64_t lanes) const;
  /// `the loop in line 12 (`for (...)`)` around this line; empty if there is none.
  std::string loop_text() const { return code.loop_told(e.place.line); }

  /// Where the grid has as many programs along each of two axes as the other one needs: how many it
  /// has, and how many it needs; empty otherwise.
  /// \param origin  of the tile of a program, from where the buffer of this line begins
  std::string turned_grid(const rectangle& tile, std::int64_t origin,
                          std::int64_t of_program) const;
  /// `40 rows`, or `80 rows (2 matrices of 40)`
  std::string rows_text() const;
  /// The learner's name of a target.
  std::string name_of(int target) const;

 private:
  std::vector<std::string> find_arguments() const;
  std::string passed_as(int argument) const;
  /// Did the kernel get the buffer of this line as a `kw::array` of rank 2?
  bool is_matrix() const;
  std::string named(std::int64_t value, bool distance) const;
};

/// What the program that stored to an address last loaded from an argument.
loads_of_program loads_for(const launch_monitor& monitor, const void* stored, const void* argument);

}  // namespace kw::runtime
