// An output element has no value: because the grid is too small, or for another reason.
#include <algorithm>

#include "common/base/cpp_code.hpp"
#include "common/checker/mistakes/coverage.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

const coverage& covered(const site& s) {
  return s.e.as<coverage>();
}

std::int64_t programs_of(const site& s) {
  return std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
}

// `out[768..999] (232 of 1000 elements) were never written.`
std::string never_written_text(const site& s) {
  const event& e = s.e;
  const coverage& c = covered(s);
  const target& t = *s.where;
  const auto told = [](const std::string& what, bool one) {
    return what + (one ? " was" : " were") + " never written.";
  };
  if (!c.by_axes) {
    const auto place = [&](std::int64_t i) {
      return t.rows > 0 ? sentence("row {}, column {}", i / t.row_stride, i % t.row_stride)
                        : s.range(i, i);
    };
    return told(
        e.count == e.last - e.first + 1
            ? sentence("{} ({} of {})", s.range(e.first, e.last), e.count,
                       counted(c.elements, "element"))
            : sentence("{} of the {} of {}, from {} to {},", e.count,
                       counted(c.elements, "element"), s.buffer, place(e.first), place(e.last)),
        e.count == 1);
  }
  const std::int64_t all = c.matrices.all;
  if (c.matrices.lacks()) {
    const bool one = all - c.matrices.done == 1;
    return told(sentence("{} of {} (which has {} matrices, its last two axes)",
                         one ? "matrix " + number(c.matrices.done)
                             : sentence("matrices {}..{}", c.matrices.done, all - 1),
                         s.buffer, all),
                one);
  }
  const std::int64_t rows = c.rows.all - c.rows.done, columns = c.columns.all - c.columns.done;
  const std::string row_text = rows > 0 ? span("row", c.rows.done, c.rows.all - 1) : "",
                    column_text =
                        columns > 0 ? span("column", c.columns.done, c.columns.all - 1) : "";
  return told(sentence("{}{}{} of {}{} (which {} {} and {})", row_text,
                       rows > 0 && columns > 0 ? " and " : "", column_text,
                       all > 1 ? sentence("all {} matrices of ", all) : "", s.buffer,
                       all > 1 ? "have" : "has", counted(t.matrix_rows, "row"),
                       counted(t.columns, "column")),
              rows + columns == 1);
}

const char* const kRounds = " Division with `/` rounds down and drops the rest; cdiv rounds up.";

// How many programs an axis of the grid needs; empty if it has them.
std::string advise_axis(const site& s, const covered_axis& a, const char* what,
                        const covered_axis& turned) {
  const int axis = a.grid_axis, other = axis == 0 ? 1 : 0;
  if (!a.lacks() || axis < 0 || a.needed() <= s.launch.grid[axis]) {
    return "";
  }
  const bool swapped = axis < 2 && a.needed() != turned.needed() &&
                       s.launch.grid[other] == a.needed() && s.launch.grid[axis] == turned.needed();
  return sentence(" A tile covers {}, so axis {} of the grid needs {} programs, but it has {}.{}",
                  counted(a.tile, what), axis, cdiv_text(a.all, a.tile), s.launch.grid[axis],
                  swapped ? sentence(" Axis {} has {}: are the two extents of the grid swapped?",
                                     other, a.needed())
                  : a.all / a.tile == s.launch.grid[axis] ? kRounds
                                                          : "");
}

bool reads_nothing(const site& s) {
  return std::any_of(
      s.launch.arguments, s.launch.arguments + s.launch.argument_count, [](const argument& a) {
        return a.is_const && std::find(a.extents, a.extents + a.rank, 0) != a.extents + a.rank;
      });
}

words explain_grid_too_small(const site& s) {
  const coverage& c = covered(s);
  const std::int64_t programs = programs_of(s);
  if (programs == 0) {
    return {sentence("the grid has no programs, so nothing was written to {}, which has {}.",
                     s.buffer, counted(c.elements, "element")),
            reads_nothing(s)
                ? "An input is empty here, so this launch has nothing to do. What an output holds "
                  "all the same, such as the sum of nothing, needs a launch of its own."
                : "One extent of the grid is 0 for these sizes. If it comes from a division: `/` "
                  "rounds down, to 0 if there is less than one block, and cdiv rounds up."};
  }
  words w;
  w.facts =
      sentence("the grid has {}, which is too few: {}", grid_text(s.launch), never_written_text(s));
  if (!c.by_axes) {
    w.advice = sentence("Each program covers {}, so {} programs are needed.{}",
                        counted(c.per_program, "element"), cdiv_text(c.elements, c.per_program),
                        programs == c.elements / c.per_program ? kRounds : "");
    return w;
  }
  if (c.matrices.lacks() && c.matrices.grid_axis >= 0) {
    w.advice = sentence(
        "Axis {} of the grid counts matrices{}: it needs {}, but has {}.", c.matrices.grid_axis,
        c.matrices.tile > 1 ? sentence(", {} at a step", c.matrices.tile) : "",
        counted(c.matrices.needed(), "program"), s.launch.grid[c.matrices.grid_axis]);
    return w;
  }
  w.advice = advise_axis(s, c.rows, "row", c.columns) + advise_axis(s, c.columns, "column", c.rows);
  w.advice.erase(0, 1);
  return w;
}

// ---- what to try where the grid is not the reason

std::string advise_race_first(const site&) {
  return "The stores that belong there went to other elements, see [write-race]: fix that first.";
}

bool some_skip_it(const site& s) {
  const coverage& c = covered(s);
  return c.idle > 0 && c.needed <= programs_of(s) && !c.skipped && !c.masked;
}
// The last `return` before a line of the kernel; 0 if there is none.
int return_before(const site& s, int line) {
  int found = 0;
  for (const statement& each : s.code.body()) {
    found = each.text == "return;" && each.line < line ? each.line : found;
  }
  return found;
}
std::string advise_skipped(const site& s) {
  const int ended = return_before(s, s.e.place.line);
  return sentence(
      "Of {} only {} reached this tl.store{}. If they have elements to write, let the masks of "
      "tl.load and tl.store switch single lanes off instead. If the rest of {} should stay empty, "
      "create its kw::buffer with `{.workspace = true}` after the extents.",
      counted(programs_of(s), "program"), programs_of(s) - covered(s).idle,
      ended > 0 ? sentence(": the `return` in line {} ends the others before it", ended)
                : "; the others ended before it or skipped it",
      s.buffer);
}

std::string masked_text(const site& s) {
  const std::string mask = s.mask_text();
  return "The mask" + (mask.empty() ? "" : " `" + mask + "`") +
         " switches off the lanes that would write there. ";
}

std::string advise_unwritten_rows(const site& s) {
  const coverage& c = covered(s);
  const std::string axis = c.matrices.lacks() ? "matrices" : c.rows.lacks() ? "rows" : "columns";
  const bool by_columns = axis == "columns";
  // Lanes past the rows of one matrix are in the next one, which no mask of this program is about.
  const bool masked = axis == "matrices" ? c.skipped : c.masked;
  return !masked ? sentence("No program writes these {}: look at how the program ids become {}.",
                            axis, axis)
         : axis == "matrices"
             ? masked_text(s)
             : masked_text(s) +
                   sentence("It should be `{} < {}`.",
                            s.lanes_along(by_columns ? matrix_axis::columns : matrix_axis::rows),
                            s.extent_along(by_columns ? matrix_axis::columns : matrix_axis::rows));
}

std::string advise_lane_step(const site& s) {
  return sentence(
      "Neighbouring lanes are {} elements apart, and the elements between them are left out. {}",
      covered(s).lane_step,
      s.where->rows > 0
          ? "For a tile of rows and columns write `rows(_, None) * stride + cols(None, _)`."
          : "Is the tl.arange multiplied by something?");
}

// Program 1 begins further from program 0 than a tile is wide.
bool programs_apart_in_matrix(const site& s) {
  const coverage& c = covered(s);
  if (s.where->rows == 0 || c.step <= c.per_program) {
    return false;
  }
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  return (rows == 1 && columns == 0 && c.rows.tile <= 1) || rows > c.rows.tile ||
         columns > c.columns.tile || (rows > 0 && columns > 0);
}
std::string advise_matrix_step(const site& s) {
  const coverage& c = covered(s);
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  if (rows == 1 && columns == 0 && c.rows.tile <= 1) {
    const std::string loop = s.loop_text();
    return sentence(
        "Each program takes one row, but it writes only {} of its {} columns. {}", c.per_program,
        s.where->columns,
        loop.empty() ? "Go over the row in a loop, a block at a time, or take a block that is as "
                       "long as the row."
                     : "Look at where " + loop + " begins, at its step, and at where it ends.");
  }
  const bool diagonal = rows > 0 && columns > 0;
  return sentence("Program {} begins {}{}{} after program {}{}", s.program(1),
                  rows > 0 ? counted(rows, "row") : "", diagonal ? " and " : "",
                  columns > 0 ? counted(columns, "column") : "", s.program(0),
                  diagonal
                      ? ": one program id moves rows and columns at once, so only tiles on a "
                        "diagonal are written. Use tl.program_id(0) for one and "
                        "tl.program_id(1) for the other, and a grid with two axes."
                      : ", which is further than a tile reaches: the elements between them are "
                        "left out.");
}

std::string advise_vector_step(const site& s) {
  const coverage& c = covered(s);
  return sentence(
      "Program {} begins {} after program {}, but a program has {}: the elements between them are "
      "left out. Multiply tl.program_id(0) by the block size, {}.",
      s.program(1), counted(c.step, "element"), s.program(0), counted(c.per_program, "lane"),
      c.per_program);
}

std::string advise_head(const site& s) {
  return sentence(
      "The first elements are left out: lane 0 of program {} should write {}. Programs and lanes "
      "count from 0.",
      s.program(0), s.range(0, 0));
}

std::string advise_store_mask(const site& s) {
  const bool between = s.e.count < s.e.last - s.e.first + 1 && s.where->rows == 0;
  return masked_text(s) +
         (between
              ? sentence("If it asks for more than their place: each element needs a value, also "
                         "where the condition does not hold. Let tl.where choose it, and give "
                         "the store the mask of the size alone, `{} < {}`.",
                         s.offsets(), s.size_name(covered(s).elements))
          : s.where->rows > 0
              ? sentence("Every row and column of {} ({} x {}) must be written.", s.buffer,
                         s.where->rows, s.where->columns)
              : sentence("Compare the offsets with the number of elements of {}, {}.", s.buffer,
                         covered(s).elements));
}

const explanation kUnwrittenAdvice[] = {
    {[](const site& s) { return covered(s).raced; }, advise_race_first},
    {some_skip_it, advise_skipped},
    {[](const site& s) { return covered(s).by_axes; }, advise_unwritten_rows},
    {[](const site& s) { return covered(s).lane_step > 1; }, advise_lane_step},
    {programs_apart_in_matrix, advise_matrix_step},
    {[](const site& s) { return s.where->rows == 0 && covered(s).step > covered(s).per_program; },
     advise_vector_step},
    {[](const site& s) { return covered(s).head; }, advise_head},
    {[](const site& s) { return covered(s).masked; }, advise_store_mask},
    {[](const site&) { return true; },
     [](const site&) -> std::string {
       return "No lane of any program gets there. Every element of an output must be written by "
              "one program: look at how the offsets of this tl.store grow with the program ids and "
              "the lanes, at where its loop ends if it has one, and at the grid.";
     }},
};

// The tl.store that is meant for an output; line 0 if there is none.
kernel_text::call store_to(const site& s) {
  for (kernel_text::call& call : s.code.calls("tl.store")) {
    const auto names = base::names_in(call.arguments.empty() ? "" : call.arguments[0]);
    if (!names.empty() && mentions(s.code.made_of(names[0]), s.buffer)) {
      return std::move(call);
    }
  }
  return {};
}

// No store reached the output: why did the one meant for it not run?
words tell_nothing_written(const site& s) {
  const kernel_text::call store = store_to(s);
  std::string advice =
      sentence("A kernel returns its result with `tl.store({} + offsets, value)`.", s.buffer);
  if (store.in.line > 0 && covered(s).skipped) {
    advice = sentence(
        "The mask of this tl.store{} switches off every lane: does it compare the right way round, "
        "and with the right size?",
        store.arguments.size() == 3 ? ", `" + store.arguments[2] + "`," : "");
  } else if (store.in.line > 0) {
    const int ended = return_before(s, store.in.line);
    const std::string loop = s.loop_text();
    advice =
        "No program reached this tl.store. " +
        (ended > 0 ? sentence("The `return` in line {} ends a program before it. If that program "
                              "has elements to write, take the `return` out and let the masks "
                              "of tl.load and tl.store switch single lanes off.",
                              ended)
         : loop.empty() ? "Is it in an `if` whose condition is false?"
                        : "It is in " + loop +
                              ", which runs zero times here: look at where it begins and ends.");
  }
  return {sentence("no tl.store wrote to {}: all {} still have no value.", s.buffer,
                   counted(covered(s).elements, "element")),
          advice};
}

words explain_never_written(const site& s) {
  return covered(s).nothing
             ? tell_nothing_written(s)
             : words{never_written_text(s), first_that_fits(kUnwrittenAdvice, s), covered(s).raced};
}

source_place locate_never_written(const launch_monitor& monitor, const event& e) {
  const int line =
      e.as<coverage>().nothing ? store_to(site(monitor.launch(), &monitor, e)).in.line : 0;
  return line > 0 ? source_place{e.place.file, line} : e.place;
}

}  // namespace

const mistake grid_too_small{
    .name = "grid-too-small",
    .explain = explain_grid_too_small,
    .after_launch = find_unwritten,  // of both
    .about_launch = true,
    .about_addresses = true,
};
const mistake never_written{
    .name = "never-written",
    .explain = explain_never_written,
    .locate = locate_never_written,
    .about_launch = true,
    .about_addresses = true,
};

}  // namespace kw::runtime
