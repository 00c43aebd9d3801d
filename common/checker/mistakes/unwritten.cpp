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

std::string place_of(const site& s, std::int64_t element) {
  const std::int64_t distance = s.where->row_stride;
  return s.where->rows > 0 ? sentence("row {}, column {}", element / distance, element % distance)
                           : s.range(element, element);
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
    return told(e.count == e.last - e.first + 1
                    ? sentence("{} ({} of {})", s.range(e.first, e.last), e.count,
                               counted(c.elements, "element"))
                    : sentence("{} of the {} of {}, from {} to {},", e.count,
                               counted(c.elements, "element"), s.buffer, place_of(s, e.first),
                               place_of(s, e.last)),
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
  return sentence(
      " A tile covers {}, so axis {} of the grid needs {} programs, but it has {}.{}",
      counted(a.tile, what), axis, cdiv_text(a.all, a.tile), s.launch.grid[axis],
      swapped
          ? sentence(" Axis {} has {}: are the two extents of the grid exchanged, or the two ids?",
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
    w.advice = sentence("Axis {} of the grid counts matrices: it needs {}, but has {}.",
                        c.matrices.grid_axis, counted(c.matrices.needed(), "program"),
                        s.launch.grid[c.matrices.grid_axis]);
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
// Which programs reach a tl.store, and what may keep the others from it: the last `return` before
// it, a loop around it, or an `if`.
std::string told_who_reach(const site& s, int store) {
  const std::int64_t all = programs_of(s), some = covered(s).nothing ? 0 : all - covered(s).idle;
  const std::string loop = s.loop_text();
  int ended = 0;
  for (const statement& each : s.code.body()) {
    ended = each.text == "return;" && each.line < store ? each.line : ended;
  }
  return sentence(
      "Of {} {} reached this tl.store: {}. If they have elements to write, let the masks of "
      "tl.load "
      "and tl.store switch single lanes off instead.",
      counted(all, "program"), some == 0 ? "none" : "only " + number(some),
      ended > 0      ? sentence("the `return` in line {} ends programs before it", ended)
      : loop.empty() ? "programs end before it or skip it, as by an `if`"
                     : loop + " may run zero times");
}
std::string advise_skipped(const site& s) {
  return told_who_reach(s, s.e.place.line) +
         sentence(
             " If the rest of {} should stay empty, create its kw::buffer with `{.workspace = "
             "true}` after the extents.",
             s.buffer);
}

// Which rows, columns or matrices are missing.
const char* missing_axis(const coverage& c) {
  return c.matrices.lacks() ? "matrices" : c.rows.lacks() ? "rows" : "columns";
}

std::string advise_axes(const site& s) {
  const char* const axis = missing_axis(covered(s));
  return sentence(
      "No program writes these {}: look at how the program ids become {}, and at the "
      "extents of the grid.",
      axis, axis);
}

// Of the elements themselves, or of rows or columns. Lanes past the rows of one matrix are in the
// next one, which no mask of this program is about.
bool is_masked(const site& s) {
  const coverage& c = covered(s);
  return c.by_axes && c.matrices.lacks() ? c.skipped : c.masked;
}
std::string advise_store_mask(const site& s) {
  const coverage& c = covered(s);
  const std::string mask = s.mask_text();
  const std::string off = "The mask" + (mask.empty() ? "" : " `" + mask + "`") +
                          " switches off the lanes that would write there. ";
  if (c.by_axes && c.matrices.lacks()) {
    return off;
  }
  if (c.by_axes) {
    const matrix_axis axis = c.rows.lacks() ? matrix_axis::rows : matrix_axis::columns;
    return off + sentence("It should be `{} < {}`.", s.lanes_along(axis), s.extent_along(axis));
  }
  if (s.where->rows > 0) {
    return off + sentence("Every row and column of {} ({} x {}) must be written.", s.buffer,
                          s.where->rows, s.where->columns);
  }
  return off + (s.e.count < s.e.last - s.e.first + 1
                    ? sentence("If it asks for more than their place: each element needs a value, "
                               "also where the condition does not hold. Let tl.where choose it, "
                               "and give the store the mask of the size alone, `{} < {}`.",
                               s.offsets(), s.size_name(c.elements))
                    : sentence("Compare the offsets with the number of elements of {}, {}.",
                               s.buffer, c.elements));
}

// Does a program begin further from the one before it than a tile is wide, or the first one not at
// the beginning, or are its lanes apart?
bool leaves_gaps(const site& s) {
  const coverage& c = covered(s);
  if (s.where->rows == 0 || c.step <= c.per_program) {
    return c.lane_step > 1 || c.head || c.step > c.per_program;
  }
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  return c.lane_step > 1 || c.head || (rows == 1 && columns == 0 && c.rows.tile <= 1) ||
         rows > c.rows.tile || columns > c.columns.tile || (rows > 0 && columns > 0);
}

// Where the first two programs begin shows how ids and lanes become elements.
std::string advise_places(const site& s) {
  const coverage& c = covered(s);
  const std::string loop = s.loop_text();
  const std::string second =
      programs_of(s) > 1 && c.step != 0
          ? sentence(", program {} at {}", s.program(1), place_of(s, c.start + c.step))
          : "";
  return sentence(
      "The first program begins at {}{}, and one program writes {}{}. Look at how the program ids "
      "and the "
      "lanes become elements of {}{}{}",
      place_of(s, c.start), second, counted(c.per_program, "element"),
      c.lane_step > 1 ? sentence(", {} apart", c.lane_step) : "", s.buffer,
      loop.empty() ? "" : ", and at the beginning, the step and the end of " + loop,
      s.where->rows == 0
          ? sentence(": as a rule lane 0 has `tl.program_id(0) * {}`.", s.block_name(c.per_program))
      : c.lane_step > 1
          ? ": for a tile of rows and columns write `rows(_, None) * stride + cols(None, _)`."
          : ": rows and columns need ids of their own, or a loop.");
}

bool stands_still(const site& s) {
  return covered(s).steps > 1 && !s.loop_text().empty();
}
std::string advise_to_move(const site& s) {
  return sentence(
      "Each of {} steps of {} writes the same elements, which begin at {}: what this tl.store adds "
      "to {} does not move with the loop.",
      covered(s).steps, s.loop_text(), place_of(s, covered(s).start), s.buffer);
}

const explanation kUnwrittenAdvice[] = {
    {[](const site& s) { return covered(s).raced; }, advise_race_first},
    {stands_still, advise_to_move},
    {some_skip_it, advise_skipped},
    {[](const site& s) { return !covered(s).by_axes && leaves_gaps(s); }, advise_places},
    {is_masked, advise_store_mask},
    {[](const site& s) { return covered(s).by_axes; }, advise_axes},
    {[](const site&) { return true; }, advise_places},
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
    advice = told_who_reach(s, store.in.line);
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
