// An output element has no value.
#include "common/checker/mistakes/coverage.hpp"
#include "common/checker/mistakes/matrix_words.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

std::string advise_unwritten_matrix(const site& s) {
  const coverage& c = s.e.as<coverage>();
  const bool all_matrices = c.matrices * s.where->matrix_rows == s.where->rows;
  const std::string axis = !all_matrices                   ? "matrices"
                           : c.rows < s.where->matrix_rows ? "rows"
                                                           : "columns";
  if (c.raced) {
    return "The stores that belong there went to other elements, see [write-race]: fix that first.";
  }
  if (c.masked) {
    const std::string other =
        advise_compared_along(s, axis == "columns" ? matrix_axis::columns : matrix_axis::rows);
    return "The mask switches off the lanes that would write there. " +
           (other.empty() ? "Compare the " + axis + " with the number of " + axis + " of " +
                                s.buffer + ": are the two sizes swapped?"
                          : other);
  }
  return "No program writes these " + axis + ": look at how the program ids become " + axis + ".";
}

// Does program 1 begin further from program 0 than a tile is wide?
bool skips_in_matrix(const site& s) {
  const coverage& c = s.e.as<coverage>();
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  const bool part_of_row = rows == 1 && columns == 0 && c.tile_rows <= 1;
  return c.step > c.per_program && (part_of_row || rows > c.tile_rows || columns > c.tile_columns ||
                                    (rows > 0 && columns > 0));
}

// Program 0 and program 1 leave something out between them, in a matrix.
std::string advise_matrix_step(const site& s) {
  const coverage& c = s.e.as<coverage>();
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  if (columns == 0 && c.tile_rows <= 1 && rows == 1) {
    const std::string loop = s.loop_text();
    return "Each program takes one row, but it writes only " + number(c.per_program) + " of its " +
           number(s.where->columns) + " columns. " +
           (loop.empty() ? "Go over the row in a loop, a block at a time, or take a block that is "
                           "as long as the row."
                         : "Look at where " + loop + " begins, at its step, and at where it ends.");
  }
  if (rows > 0 && columns > 0) {
    return "Program " + s.program(1) + " begins " + counted(rows, "row") + " and " +
           counted(columns, "column") + " after program " + s.program(0) +
           ": one program id moves rows and columns at once, so only tiles on a diagonal are "
           "written. Use tl.program_id(0) for one and tl.program_id(1) for the other, and a grid "
           "with two axes.";
  }
  return "Program " + s.program(1) + " begins " +
         (rows > 0 ? counted(rows, "row") : counted(columns, "column")) + " after program " +
         s.program(0) +
         ", which is further than a tile reaches: the elements between them are left out.";
}

// Two stores of one program, in different lines, to the same elements of another output: one of
// them may be meant for this one.
struct stored_twice {
  source_place first, second;
  int target = -1;
};

stored_twice find_stored_twice(const launch_monitor& monitor) {
  constexpr std::size_t kLookBack = 64;  // stores of one program
  for (const worker_log& log : monitor.logs()) {
    for (std::size_t i = 1; i < log.stores.size(); ++i) {
      const access_record& b = log.stores[i];
      const std::size_t oldest = i < kLookBack ? 0 : i - kLookBack;
      for (std::size_t j = i; j-- > oldest && log.stores[j].program == b.program;) {
        const access_record& a = log.stores[j];
        if (a.target == b.target && a.where.start == b.where.start && !a.atomic() && !b.atomic() &&
            a.where.count() == b.where.count() && a.place.line < b.place.line) {
          return {a.place, b.place, b.target};
        }
      }
    }
  }
  return {};
}

words tell_stored_twice(const site& s, const stored_twice& twice) {
  const std::string line = "line " + number(twice.first.line);
  return {"no tl.store wrote to " + s.buffer + ", but this line stores to elements of " +
              s.name_of(twice.target) + " to which " + line + " has stored already.",
          "What " + line + " stored is lost, and " + s.buffer +
              " stays empty. Is this store meant " + "for " + s.buffer + "?"};
}

// A `return` before a line of the kernel: it ends some programs, or all.
struct early_end {
  int line = 0;           // 0 if there is none
  std::string condition;  // `if (...)`; or empty
};

early_end find_early_end(const kernel_text& kernel, int before) {
  early_end found;
  std::vector<statement> branches;
  for (const statement& each : kernel.body()) {
    if (each.line >= before) {
      break;
    }
    if (each.is == statement::kind::branch) {
      branches.push_back(each);
    }
    if (each.text == "return;") {
      const bool inside = !branches.empty() && branches.back().block_end >= each.line;
      found = {each.line, inside ? branches.back().head() : ""};
    }
  }
  return found;
}

std::string tell_early_end(const early_end& end) {
  return "The `return` in line " + number(end.line) +
         (end.condition.empty() ? "" : ", after `" + end.condition + "`,") +
         " ends a program before it. If that program still has elements to write, " +
         (end.condition.empty() ? "" : "correct the condition, or ") +
         "take the `return` out and let the masks of tl.load and tl.store switch single lanes off.";
}

// The lines of the kernel whose tl.store is meant for an output.
std::vector<kernel_text::call> stores_to(const site& s) {
  std::vector<kernel_text::call> found;
  for (kernel_text::call& call : s.code.calls("tl.store")) {
    const auto names = base::names_in(call.arguments.empty() ? "" : call.arguments[0]);
    if (!names.empty() && mentions(s.code.made_of(names[0]), s.buffer)) {
      found.push_back(std::move(call));
    }
  }
  return found;
}

// No store reached the output: why did the one meant for it not run?
words tell_nothing_written(const site& s) {
  const coverage& c = s.e.as<coverage>();
  if (const stored_twice twice = find_stored_twice(*s.monitor); twice.target >= 0) {
    return tell_stored_twice(s, twice);
  }
  words w;
  w.facts = "no tl.store wrote to " + s.buffer + ": all " + counted(c.elements, "element") +
            " still have no value.";
  w.advice = "A kernel returns its result with `tl.store(" + s.buffer + " + offsets, value)`.";
  for (const kernel_text::call& call : stores_to(s)) {
    const std::string store = "The tl.store in line " + number(call.in.line);
    const statement loop = s.code.loop_around(call.in.line);
    const early_end end = c.skipped ? early_end() : find_early_end(s.code, call.in.line);
    if (end.line > 0) {
      w.facts += " No program reached the tl.store in line " + number(call.in.line) + ".";
      w.advice = tell_early_end(end);
    } else if (loop.line > 0 && !c.skipped) {
      w.advice = store + " is in the loop of line " + number(loop.line) + " (`" + loop.head() +
                 "`), which runs zero times here: look at where it begins and ends.";
    } else if (call.arguments.size() == 3 && c.skipped) {
      w.advice = store + " has a mask, and it switches off every lane: does `" + call.arguments[2] +
                 "` compare the right way round, and with the right size?";
    }
  }
  return w;
}

// A mask that leaves out elements between others asks for more than their place.
std::string advise_choice(const site& s) {
  const auto arguments = s.arguments();
  const bool between = s.e.count < s.e.last - s.e.first + 1;
  const std::string mask = s.mask_text();
  const bool of_place_alone = mask.find('&') == std::string::npos && mentions(mask, s.offsets());
  return !between || arguments.size() != 3 || of_place_alone
             ? ""
             : "The mask `" + arguments[2] +
                   "` switches off elements between others, because it asks for more than their "
                   "place. Each element needs a value, also where the condition does not hold. Let "
                   "tl.where choose it, `tl.where(" +
                   arguments[2] + ", " + arguments[1] +
                   ", 0.0f)`, and give the store the mask of the size alone: `" + s.offsets() +
                   " < " + s.size_name(s.e.as<coverage>().elements) + "`.";
}

// The mask of the store switches off elements that have to be written.
std::string advise_mask(const site& s) {
  if (s.where->rows > 0) {
    return "The mask of this tl.store switches off the lanes that would write there. Is it meant "
           "for another "
           "access? "
           "Every row and column of " +
           s.buffer + " (" + number(s.where->rows) + " x " + number(s.where->columns) +
           ") must be written.";
  }
  if (std::string choice = advise_choice(s); !choice.empty()) {
    return choice;
  }
  return "The mask switches off the lanes that would write there. Compare the offsets with the "
         "number of "
         "elements of " +
         s.buffer + ", " + number(s.e.as<coverage>().elements) + ".";
}

std::string advise_on_never_written(const site& s) {
  const coverage& c = s.e.as<coverage>();
  const std::int64_t programs =
      std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  const bool enough = c.needed <= programs;
  if (c.idle > 0 && enough && !c.skipped && !c.masked && !c.raced) {
    const early_end end = find_early_end(s.code, s.e.place.line);
    return "Of " + counted(programs, "program") + " only " + number(programs - c.idle) +
           " reached this tl.store" +
           (end.line > 0 ? ". " + tell_early_end(end)
                         : "; the others ended before it or skipped it.") +
           " If the rest of " + s.buffer +
           " should stay empty, create its kw::buffer with `{.workspace = true}` after the "
           "extents.";
  }
  if (c.rows > 0) {
    return advise_unwritten_matrix(s);
  }
  if (c.lane_step > 1) {
    return "Neighbouring lanes are " + number(c.lane_step) +
           " elements apart, and the elements between them are left out. " +
           (s.where->rows > 0
                ? "For a tile of rows and columns write `rows(_, None) * stride + cols(None, _)`."
                : "Is the tl.arange multiplied by something?");
  }
  if (c.raced) {
    return std::string(enough ? "There are enough programs for all elements, but the stores"
                              : "The stores") +
           " that belong there went to other elements, see [write-race]: fix that first.";
  }
  if (s.where->rows > 0 && skips_in_matrix(s)) {
    return advise_matrix_step(s);
  }
  if (c.step > c.per_program && s.where->rows == 0) {
    return "Program " + s.program(1) + " begins " + counted(c.step, "element") + " after program " +
           s.program(0) + ", but a program has " + counted(c.per_program, "lane") +
           ": the elements between them are left out. Multiply tl.program_id(0) by the block "
           "size, " +
           number(c.per_program) + ".";
  }
  if (c.head) {
    return "The first elements are left out: lane 0 of program " + s.program(0) + " should write " +
           s.range(0, 0) + ". Programs and lanes count from 0.";
  }
  if (c.masked) {
    return advise_mask(s);
  }
  return "No lane of any program gets there. Every element of an output must be written by one "
         "program: look at how the offsets of this tl.store grow with the program ids and the "
         "lanes, at where its loop ends if it has one, and at the grid.";
}

words explain_never_written(const site& s) {
  const coverage& c = s.e.as<coverage>();
  return c.nothing ? tell_nothing_written(s)
                   : words{unwritten_range(s) + was_were(s) + " never written.",
                           advise_on_never_written(s), c.raced};
}

void find_never_written(const launch_monitor& monitor, std::vector<event>& events) {
  add_unwritten(monitor, false, events);
}

source_place locate_never_written(const launch_monitor& monitor, const event& e) {
  if (!e.as<coverage>().nothing) {
    return e.place;
  }
  if (const stored_twice twice = find_stored_twice(monitor); twice.target >= 0) {
    return twice.second;
  }
  const site s(monitor.launch(), &monitor, e);
  for (const kernel_text::call& call : stores_to(s)) {
    const early_end end =
        e.as<coverage>().skipped ? early_end() : find_early_end(s.code, call.in.line);
    if (end.line > 0) {
      return {e.place.file, end.line};
    }
  }
  return e.place;
}

}  // namespace

const mistake never_written{
    .name = "never-written",
    .explain = explain_never_written,
    .after_launch = find_never_written,
    .locate = locate_never_written,
    .about_launch = true,
    .about_addresses = true,
};

}  // namespace kw::runtime
