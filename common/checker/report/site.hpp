// The parts of a finding's text that come from the event, the launch and the learner's lines.
#pragma once
#include <string>
#include <vector>

#include "common/checker/record/monitor.hpp"
#include "common/checker/report/words.hpp"
#include "common/checker/source/source.hpp"

namespace kw::runtime {

/// Where a mistake was made: the learner's line, its kernel and its launch, and what the text about
/// it takes from there.
class site {
 public:
  site(const launch_description& launch, const launch_monitor* monitor, const event& e);

  const event& e;
  const launch_description& launch;
  const launch_monitor* monitor;  // null with checks off
  std::string kernel, line;       // the functor, and the text of the event's line
  std::string statement;          // the line and the part of its statement in the lines below
  std::vector<parameter> parameters;
  const target* where = nullptr;  // null where no argument is concerned
  std::string buffer;             // the learner's name for it

  std::string program(std::int64_t index) const { return program_text(launch, index); }
  /// `x[5]` or `x[1000..1023]`
  std::string range(std::int64_t first, std::int64_t last) const;
  /// `tl.load`, `tl.store` or the atomic operation of this line.
  std::string function() const;
  /// The arguments of that call: of several in the statement, of the one that takes the buffer.
  /// Empty if they are not known.
  std::vector<std::string> arguments() const;
  /// `tl.load reads`
  std::string verb() const;
  /// The learner's own call with one more argument, such as `tl.load(x + offsets, mask)`.
  std::string call_with(const std::string& extra) const;
  /// What the learner adds to the pointer in this line, or `offsets`.
  std::string offsets() const;
  /// The kernel's parameter that probably holds the number of elements, or the number.
  std::string size_name(std::int64_t size) const;
  /// Names of the parameters that are inputs.
  std::string inputs() const;
  /// Another call in this kernel, of `tl.load` or `tl.store`, whose mask is about the offsets of
  /// this line: its line and its mask.
  struct masked_call {
    int line = 0;
    std::string mask;
  };
  masked_call other_mask(const char* function) const;
  /// What the mask of this line's call compares: its definition where it is a variable.
  std::string mask_text() const;
  /// A variable's definition above this line, else the text itself.
  std::string definition(const std::string& text) const;
  /// What this line stores, with its definition.
  std::string stored_value() const;
  /// Is the value that this line stores the result of a sum or a product? Or of a maximum?
  bool stores_a_part() const;
  bool stores_a_largest() const;
  /// Are the offsets of this line a tile that was loaded or computed, not one made from tl.arange?
  bool by_index() const;
  /// Do values that were loaded decide what this line reads: a row whose number is an element of
  /// another array, or a condition around the line?
  bool chosen_by_data() const;

  /// Did the kernel get the buffer of this line as a `kw::matrix`?
  bool is_matrix() const;
  /// `40 rows`, or `80 rows (2 matrices of 40)`
  std::string rows_text() const;
  /// The learner's name of a target.
  std::string name_of(int target) const;

 private:
  std::string passed_as(int argument) const;
};

}  // namespace kw::runtime
