#include "common/checker/mistakes/overlap.hpp"

#include "common/checker/mistakes/program_steps.hpp"

namespace kw::runtime {

bool begin_alike(const site& s) {
  const rectangle &a = met(s).one.where, &b = met(s).other.where;
  return a.start == b.start && a.row_stride == b.row_stride;
}

namespace {

// `use tl.atomic_add(total, part), which ...`, with the learner's own address and value.
std::string use_atomic(const site& s) {
  const auto calls = base::calls_in(s.statement, "tl.store");
  const bool known = !calls.empty() && calls[0].size() > 1 && !met(s).loaded_before;
  const std::string made_of = calls.empty() ? "" : s.code.made_of(calls[0].back());
  const bool largest = made_of.find("tl.max") != std::string::npos;
  std::string call = largest ? "tl.atomic_max(" : "tl.atomic_add(";
  for (const std::string& argument :
       known ? calls[0] : std::vector<std::string>{s.buffer, largest ? "value" : "part"}) {
    call += (call.back() == '(' ? "" : ", ") + argument;
  }
  return "use `" + call + ")`, which loads, " + (largest ? "compares" : "adds") +
         " and stores in one step, and fill the buffer with " +
         (largest ? "a value below all others" : "0") + " before the launch.";
}

// The distance between two tiles, and the width of a tile, in elements, rows or columns.
struct distance {
  std::int64_t apart = 0, width = 0;
  const char* unit = "element";
};

distance distance_of(const site& s) {
  const rectangle& a = met(s).one.where;
  const std::int64_t step = origin_of(met(s).other.where) - origin_of(a);
  const target* t = s.where;
  if (!a.two_dimensional || t == nullptr || t->row_stride == 0 || a.lane_column_step != 1) {
    return {step, a.lanes(), "element"};
  }
  return step % t->row_stride == 0 ? distance{step / t->row_stride, a.tile_rows, "row"}
                                   : distance{step, a.tile_columns, "column"};
}

}  // namespace

std::string advise_one_place(const site& s, const std::string& id) {
  if (met(s).loaded_before) {
    return "Each program loads the old value, changes it and stores it; what another program "
           "stores in between is lost. If each is to add its part, " +
           use_atomic(s);
  }
  const bool tile = met(s).one.where.rows > 1;
  const std::string row = id.empty() || tile || s.where == nullptr || s.where->rows < 2 ? ""
                          : s.is_matrix() ? s.buffer + ".row(" + id + ")"
                                          : s.buffer + " + " + id + " * " + s.row_distance();
  const std::int64_t lanes = met(s).one.where.lanes();
  const std::string own = !row.empty() ? row
                          : lanes == 1 ? s.buffer + " + " + (id.empty() ? "tl.program_id(0)" : id)
                                       : id + " * " + s.block_name(lanes);
  const bool alone = s.where != nullptr && s.where->extent == 1;
  const std::string each = lanes > 1 && row.empty() && (id.empty() || tile)
                               ? "Look at how the program ids become rows and columns."
                           : alone ? s.buffer +
                                         " has only one element: did you mean `grid(1)`, "
                                         "one program?"
                                   : "Give each program its own, as with `" + own + "`.";
  return "All of them store to the same " + std::string(lanes == 1 ? "element. " : "elements. ") +
         each + " If each program is to add its part, " + use_atomic(s);
}

std::string advise_overlap(const site& s, const std::vector<int>& axes) {
  const rectangle& a = met(s).one.where;
  const target* t = s.where;
  if (t != nullptr && t->rows > 0 && a.two_dimensional && a.rows > 1 && a.lane_column_step == 1 &&
      a.row_stride != t->row_stride) {
    return "The rows of this tile begin " + counted(a.row_stride, "element") +
           " apart, but the rows of " + s.buffer + " begin " + number(t->row_stride) +
           " elements apart. Multiply the row numbers by the distance between two rows: `" +
           s.lanes_along(matrix_axis::rows) + " * " + s.row_distance() + "`.";
  }
  const distance d = distance_of(s);
  const bool neighbours = axes.size() == 1 && met(s).other.program - met(s).one.program ==
                                                  programs_apart(s.launch, axes[0]);
  if (!neighbours || d.apart <= 0 || d.apart >= d.width) {
    return "Each element of an output should be written by exactly one program. Look at how the "
           "offsets of this tl.store depend on the program ids.";
  }
  const std::string id = s.id_name(axes[0]);
  const std::string begins = "Program " + s.program(met(s).other.program) + " begins only " +
                             counted(d.apart, d.unit) + " after program " +
                             s.program(met(s).one.program) + ", but ";
  const bool one_row_each = t != nullptr && t->rows > 1 && t->row_stride > d.apart &&
                            std::int64_t{s.launch.grid[axes[0]]} == t->rows;
  return one_row_each && !a.two_dimensional
             ? begins + "the rows of " + s.buffer + " begin " + number(t->row_stride) +
                   " elements apart. Multiply `" + id + "` by that distance: `" + id + " * " +
                   s.row_distance() + "`."
             : begins + (a.two_dimensional ? "a tile has " : "each has ") +
                   counted(d.width, a.two_dimensional ? d.unit : "lane") +
                   ". Multiply by the size of a block: `" + id + " * " + s.block_name(d.width) +
                   "`.";
}

}  // namespace kw::runtime
