// Words for programs, and lanes of one program, that get in each other's way.
#include <algorithm>

#include "common/checker/report/words.hpp"

namespace kw::runtime {
namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}

// The axes in which two programs differ, by their ids: {0, 1} for (0, 0) and (1, 1).
std::vector<int> differing_axes(const launch_description& launch, std::int64_t a, std::int64_t b) {
  std::vector<int> axes;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = std::max(1u, launch.grid[axis]);
    if (a % extent != b % extent) {
      axes.push_back(axis);
    }
    a /= extent;
    b /= extent;
  }
  return axes;
}

// `let tl.atomic_add(total, part) do it ...`, with the learner's own address and value.
std::string add_atomically(const story& s) {
  const auto arguments = call_arguments(s.statement, "tl.store");
  const bool known = arguments.size() >= 2 && mentions(arguments[0], s.buffer) &&
                     !s.e.loaded_before && s.stores_a_part();
  std::string call =
      "tl.atomic_add(" + (known ? arguments[0] + ", " + arguments[1] +
                                      (arguments.size() > 2 ? ", " + arguments[2] : "")
                                : s.buffer + ", part");
  return "let `" + call + ")` do it, which loads, adds and stores in one step; fill " + s.buffer +
         " with 0 before the launch.";
}

std::string advise_atomic(const story& s) {
  if (s.stores_a_largest()) {
    const auto arguments = call_arguments(s.statement, "tl.store");
    return "If the largest of all is meant, let `tl.atomic_max(" +
           (arguments.size() >= 2 ? arguments[0] + ", " + arguments[1] : s.buffer + ", value") +
           ")` do it, which loads, compares and stores in one step; fill " + s.buffer +
           " with a value below all others before the launch.";
  }
  return "If each program is to add its part, " + add_atomically(s);
}

std::string advise_one_place(const story& s, const std::string& id) {
  if (s.e.loaded_before && s.stores_a_largest()) {
    return "Each program loads the old value, compares and stores; what another program stores in "
           "between is lost. " +
           advise_atomic(s);
  }
  if (s.e.loaded_before) {
    return "Each program loads the old value, adds to it and stores the sum; what another program "
           "adds in between is lost. " +
           advise_atomic(s);
  }
  return "All of them store to one place. Give each program an element of its own, such as `" +
         s.buffer + " + " + (id.empty() ? "tl.program_id(0)" : id) + "`. " + advise_atomic(s);
}

std::string advise_race(const story& s) {
  const rectangle& a = s.e.one.where;
  const rectangle& b = s.e.other.where;
  const auto axes = differing_axes(s.launch, s.e.one.program, s.e.other.program);
  const bool same_place = a.start == b.start && a.row_stride == b.row_stride;
  const std::string id = axes.size() == 1 ? "tl.program_id(" + number(axes[0]) + ")" : "";
  const bool one_place = same_place && a.count() == 1 && b.count() == 1 && a.lanes() == 1;
  if (same_place && !id.empty() && (s.e.axes_asked >> axes[0] & 1) == 0) {
    return "The kernel never asks for " + id +
           ", so all programs along this axis do the same work. " +
           (one_place ? advise_one_place(s, id)
                      : std::string(a.two_dimensional ? "Make the rows or the columns"
                                                      : "Make the offsets") +
                            " depend on it, such as `" + id +
                            " * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>)`, or launch one program "
                            "along this axis.");
  }
  if (one_place || s.e.loaded_before) {
    return advise_one_place(s, id);
  }
  if (same_place && !id.empty() && a.two_dimensional) {
    return "Programs that differ only in " + id + " write the same tile. Is " + id +
           " missing from the offsets of the rows or columns?";
  }
  if (same_place && !id.empty() && s.stores_a_largest()) {
    return "Each of these programs stores its own largest value to the same elements. " +
           advise_atomic(s) + " Otherwise give each program elements of its own.";
  }
  if (same_place && !id.empty() && s.stores_a_part()) {
    return "Each of these programs stores its own sum to the same elements. If " + s.buffer +
           " is to be the sum of them all, " + add_atomically(s) +
           " Otherwise give each program elements of its own.";
  }
  if (same_place && !id.empty()) {
    return "Both begin at the same element, so " + id + " is missing from the offsets: `" + id +
           " * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>)` gives each program a block of its own.";
  }
  if (same_place) {
    return "Two programs got the same tile: look at how the program ids become rows and columns.";
  }
  if (s.e.one.place.line != s.e.other.place.line) {
    return "Two stores of this kernel reach the same elements from two programs, each for its own "
           "lanes. An element of an output should be written by exactly one program: let the "
           "program that owns it compute all of its value.";
  }
  const std::int64_t step = b.start - a.start;
  if (!id.empty() && !a.two_dimensional && a.rows == 1 && step > 0 && step < a.lanes()) {
    const bool neighbours = s.e.other.program == s.e.one.program + 1;
    return "Program " + s.program(s.e.other.program) + " begins only " + counted(step, "element") +
           " behind program " + s.program(s.e.one.program) + ", but each has " + number(a.lanes()) +
           " lanes. " +
           (neighbours ? "Multiply " + id + " by the block size, " + number(a.lanes()) + "."
                       : "Look at what " + id + " is multiplied by.");
  }
  return "Each element of an output should be written by exactly one program. Look at how the "
         "offsets of this tl.store depend on the program ids.";
}

// Two lanes of one program.
words tell_lane_collision(const story& s) {
  words w;
  w.facts = "lanes " + number(s.e.lane) + " and " + number(s.e.load_lane) +
            " of this tl.store both write " + s.range(s.e.first, s.e.last) +
            ". Lanes run in no fixed order, so it is luck which value stays.";
  w.advice = s.e.where.two_dimensional && s.e.where.rows > 1
                 ? "Each lane of a store needs an element of its own: is the row number multiplied "
                   "by the distance between two rows (the row stride)?"
                 : "Each lane of a store needs an element of its own. For one value from many "
                   "lanes reduce them first, such as with tl.sum; to add each of them use "
                   "tl.atomic_add.";
  return w;
}

// What the two programs of a race have in common, in the buffer's own numbering.
std::string race_range(const story& s) {
  const rectangle& a = s.e.one.where;
  const rectangle& b = s.e.other.where;
  const std::int64_t base = s.where->memory_offset;
  if (s.where->rows > 0 && a.two_dimensional && a.row_stride == s.where->row_stride &&
      a.start == b.start && a.row_stride == b.row_stride) {
    const std::int64_t row = (a.start - base) / s.where->row_stride;
    const std::int64_t column = (a.start - base) % s.where->row_stride;
    return span("row", row, row + std::min(a.rows, b.rows) - 1) + ", " +
           span("column", column, column + std::min(a.columns, b.columns) - 1) + " of " + s.buffer;
  }
  return s.range(s.e.first, s.e.last);
}

}  // namespace

words tell_write_race(const story& s) {
  const event& e = s.e;
  words w;
  if (e.one.program == e.other.program) {
    return tell_lane_collision(s);
  }
  const bool two_lines = e.one.place.line != e.other.place.line;
  w.facts = (two_lines ? "both write " + race_range(s) + ", the second one in line " +
                             number(e.other.place.line)
                       : "both write " + race_range(s)) +
            ". Programs run in no fixed order, so it is luck which value stays.";
  w.advice = advise_race(s);
  return w;
}

words tell_read_write_race(const story& s) {
  const event& e = s.e;
  const bool reader_first = e.one.kind == access_kind::load;
  const access_record& reads = reader_first ? e.one : e.other;
  const access_record& writes = reader_first ? e.other : e.one;
  words w;
  w.facts = "program " + s.program(reads.program) + " reads " + race_range(s) + " in line " +
            number(reads.place.line) + ", and program " + s.program(writes.program) +
            " writes it in line " + number(writes.place.line) +
            ". Programs run in no fixed order, so it is luck whether the old value is read or the "
            "new one.";
  if (reads.target != writes.target) {
    w.advice = s.name_of(reads.target) + " and " + s.name_of(writes.target) +
               " share memory. Write to a buffer of its own, or let a program read only what no "
               "other program writes.";
  } else {
    w.advice =
        "A program may read what was there before the launch and is not written in it, and "
        "what it wrote itself. Store the results in another buffer than the one that "
        "neighbours read, or split the work into two launches: a launch begins when the "
        "one before it has ended.";
  }
  return w;
}

words tell_atomic_race(const story& s) {
  const event& e = s.e;
  const bool one_atomic = e.one.atomic();
  const access_record& plain = one_atomic ? e.other : e.one;
  const access_record& atomic = one_atomic ? e.one : e.other;
  const bool loads = plain.kind == access_kind::load;
  words w;
  w.facts = "program " + s.program(atomic.program) + " updates " + race_range(s) +
            " atomically in line " + number(atomic.place.line) + ", and program " +
            s.program(plain.program) + (loads ? " reads" : " writes") + " it with a plain " +
            (loads ? "tl.load" : "tl.store") + " in line " + number(plain.place.line) +
            ". An atomic operation orders itself with other atomic operations alone, so it is luck "
            "which comes first.";
  w.advice = loads ? "Read the result in a second launch: it begins when all programs of this one "
                     "have ended."
                   : "Update the element atomically everywhere in this launch. To set it to 0 at "
                     "the start, use a launch of its own before this one, or fill the buffer.";
  return w;
}

words tell_missing_barrier(const story& s) {
  words w;
  if (s.e.access == access_kind::store) {
    const bool one_line = s.e.one.place.line == s.e.place.line;
    const bool all = s.e.one.where.lanes() == 1;
    w.facts = "tl.store writes " + s.range(s.e.first, s.e.last) + ", which " +
              (all ? "all lanes load" : "another lane loads") + " in " +
              (one_line ? "the same line" : "line " + number(s.e.one.place.line)) +
              ", with no tl.barrier() in between. Lanes are threads on a GPU: " +
              (all ? "some" : "that lane") +
              " may load only after this store, and get the new value.";
    const bool shared = s.e.one.target != s.e.target;
    w.advice = (shared ? s.name_of(s.e.one.target) + " and " + s.buffer + " share memory. " : "") +
               "Let all lanes load before any stores: `auto v = tl.load(...);`, then "
               "`tl.barrier();`, then the tl.store. Or store to another buffer than the one that "
               "is read.";
    return w;
  }
  w.facts = "tl.load reads " + s.range(s.e.first, s.e.last) +
            ", which another lane stored in line " + number(s.e.one.place.line) +
            ", with no tl.barrier() in between. Lanes are threads on a GPU: a load may come before "
            "another lane's store.";
  w.advice =
      "Keep the value in a variable instead of loading it back, or write `tl.barrier();` "
      "between the store and the load.";
  return w;
}

}  // namespace kw::runtime
