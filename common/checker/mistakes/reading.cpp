#include "common/checker/mistakes/reading.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "common/checker/mistakes/counted_twice.hpp"
#include "common/checker/mistakes/loop_words.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/program_steps.hpp"
#include "common/checker/mistakes/read_walk.hpp"
#include "common/checker/mistakes/unread.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

std::string were(const unread_part& unread) {
  return unread.is_single() ? " is never read" : " are never read";
}

std::string in_code(const site& s, std::int64_t lanes) {
  const std::string name = block_name(s, lanes);
  return name == number(lanes) ? name : "`" + name + "`, " + number(lanes);
}

// Where a row begins, in the learner's words.
std::string row_in_code(const site& s, const std::string& row) {
  return s.is_matrix() ? s.buffer + ".row(" + row + ")"
                       : s.buffer + " + " + row + " * " + number(s.where->row_stride);
}

// A loop that stays where it is, goes on too far, or not far enough.
std::string explain_steps(const site& s, const walk& w, const unread_part& unread) {
  const words_of_loop loop = loop_around(s);
  const char* unit = w.along_rows ? "row" : s.where->rows > 0 ? "column" : "element";
  if (w.step == 0 && !unread.empty()) {
    const bool rows = unread.columns().empty();
    const std::string meant =
        rows           ? row_in_code(s, loop.variable)
        : w.width == 1 ? s.buffer + " + " + loop.variable
                       : loop.variable + " + tl.arange(size<" + block_name(s, w.width) + ">)";
    return "every step of " + loop.text + " reads the same elements of " + s.buffer + ", so " +
           unread.text(s.buffer) + were(unread) + ". " +
           (rows ? "The row of this line has" : "The offsets of this line have") +
           " to depend on " +
           (loop.variable.empty() ? "the step."
                                  : "`" + loop.variable + "`, as in `" + meant + "`.");
  }
  const bool back = w.step < 0;
  const std::string goes = loop.text + (back ? " goes back by " : " goes on by ") +
                           counted(w.distance(), unit) + ", but each step reads ";
  const std::string advice =
      std::string(back ? " go back by " : " go on by ") +
      (w.width == 1 ? "one at a time." : "the width of its tile, " + in_code(s, w.width) + ".");
  // A few short steps overlap as those of a stencil do, unless the end is never reached.
  const bool too_short = w.step != 0 && w.distance() < w.covered && w.width % w.distance() == 0 &&
                         (unread.is_tail_of_columns() || unread.is_tail_of_rows());
  if (w.overlaps() || too_short) {
    const std::int64_t times = w.width / w.distance();
    return goes + (w.covered < w.width ? "up to " : "") + number(w.covered) + " of them, so " +
           (w.covered < w.width ? "some" : "most") + " elements of " + s.buffer + " count " +
           (w.covered < w.width ? "more than once"
            : times == 2        ? "twice"
                                : number(times) + " times") +
           ". Let the loop" + advice;
  }
  const auto& left = w.along_rows ? unread.rows() : unread.columns();
  if (w.distance() > w.width && !left.empty() && left[0].first > 0 &&
      left[0].last - left[0].first + 1 <= w.distance() - w.width) {
    return goes + "only " + number(w.width) +
           " of them. It skips the others: " + unread.text(s.buffer) + were(unread) + ". Let it" +
           advice;
  }
  return "";
}

// Programs that read the shares of others.
std::string explain_shares(const site& s, const walk& w, std::int64_t apart) {
  const unsigned* grid = s.launch.grid;
  if (s.where->rows > 0 || grid[0] < 2 || grid[1] > 1 || grid[2] > 1 || apart <= 0) {
    return "";
  }
  const std::string id = id_name(s, 0);
  if (apart < w.covered) {
    return "program " + s.program(1) + " begins only " + counted(apart, "element") +
           " after program " + s.program(0) + ", but each reads " + number(w.covered) +
           " at a time, so most elements of " + s.buffer + " count more than once. Multiply `" +
           id + "` by the block size, " + in_code(s, w.width) + ".";
  }
  if (w.step != apart || w.step != w.width) {
    return "";
  }
  return "programs read each other's elements: program " + s.program(1) + " begins at " +
         s.range(apart, apart) + ", and the second step of program " + s.program(0) +
         " begins there, too, so these elements count more than once. " + number(grid[0]) +
         " programs share " + s.buffer + ", so " + loop_around(s).text +
         " has to go on by the blocks of all of them: `tl.num_programs(0) * " +
         block_name(s, w.width) + "`.";
}

// Something at the end or at the beginning of the rows, or of the vector.
std::string explain_end(const site& s, const unread_part& unread, bool walks, int* line) {
  const std::string what = unread.text(s.buffer) + were(unread);
  if (unread.has_matrices()) {
    return what + ". Look at how the number of the matrix is computed from the program ids.";
  }
  const auto& left = unread.columns().empty() ? unread.rows() : unread.columns();
  const bool tail = unread.is_tail_of_columns() || (left.size() == 1 && unread.is_tail_of_rows());
  const words_of_loop loop = loop_around(s);
  *line = tail && walks ? loop.line : *line;
  if (const std::string whole = tail ? whole_blocks_only(s) : ""; !whole.empty()) {
    *line = loop.line;
    return "the last part of " + s.buffer + " is left out: " + what + ". " + whole;
  }
  if (walks && tail) {
    return "the last part of " + s.buffer + " is left out: " + what + ". Look at where " +
           loop.text + " ends.";
  }
  if (walks && left.size() == 1 && left[0].first == 0) {
    return "the first part of " + s.buffer + " is left out: " + what + ". Look at where " +
           loop.text + " begins.";
  }
  const std::string advice =
      loop.variable.empty()
          ? (unread.is_single() ? " It is the last one: " : " They are the last ones: ") +
                std::string(
                    "does the mask let them through, and is there a loop or a tile that "
                    "gets so far?")
          : " Here " + loop.text + " takes only one step: look at where it ends, and at its step.";
  return what + ", so no result can depend on " + (unread.is_single() ? "it." : "them.") +
         (tail ? advice : "");
}

// The first axis along which there are several programs.
int axis_of_programs(const site& s) {
  const unsigned* grid = s.launch.grid;
  return grid[0] > 1 ? 0 : grid[1] > 1 ? 1 : grid[2] > 1 ? 2 : 0;
}

// All programs read the same rows.
std::string explain_same_rows(const site& s, const unread_part& unread) {
  std::string text = "all " + grid_text(s.launch) + " read the same part of " + s.buffer + ", so " +
                     unread.text(s.buffer) + were(unread) + ". ";
  const std::string id = id_name(s, axis_of_programs(s));
  if (unread.rows().empty()) {
    return text + "The offsets of this line have to depend on `" + id + "`.";
  }
  return text + "The row has to depend on the program, as in `" + row_in_code(s, id) + "`.";
}

// An input of which the launch read nothing: the line that loads it, and why that did not happen.
std::string explain_no_read(const launch_monitor& monitor, int target, source_place* place) {
  event e(never_read, *place);
  e.target = target;
  const site kernel(monitor.launch(), &monitor, e);
  const auto lines = kernel_lines(place->file, kernel.kernel);
  const auto settings = settings_of(lines);
  for (const numbered_line& l : lines) {
    e.place.line = l.number;
    const auto loaded = call_arguments(statement_at(place->file, l.number), "tl.load");
    if (l.head || loaded.empty() || !mentions(l.text, "tl.load") ||
        !mentions(made_of(settings, loaded[0]), kernel.buffer)) {
      continue;
    }
    place->line = l.number;
    const site s(monitor.launch(), &monitor, e);
    const auto loop = enclosing_loop(place->file, s.kernel, l.number);
    const std::string nothing = "nothing of " + s.buffer + " is ever read, because ";
    if (loop.number > 0) {
      const std::string around = heads_around(s, loop);
      return nothing +
             (around.empty()
                  ? loop_around(s).text +
                        " takes no step here. It has to begin with the "
                        "first block, and to go on until the last one, "
                        "even if that is not full: look"
                  : "one of the loops around this line takes no step here: the one in " + around +
                        ". Each has to begin with the first step, and to go on until the "
                        "last one: look") +
             " at what its variable begins with, and at its condition.";
    }
    if (loaded.size() > 1) {
      return nothing + "the mask `" + loaded[1] + "` of this line switches off every lane.";
    }
  }
  return "";
}

// \param told  receives the line that the text is about
std::string explain_line(const site& s, const line_of_reads& line, const unread_part& unread,
                         int* told) {
  if (s.chosen_by_data()) {
    return "";
  }
  if (std::string start = s.by_index() ? "" : advise_start(s, line.tile()); !start.empty()) {
    start[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(start[0])));
    return start;
  }
  const auto steps = line.steps();
  if (steps) {
    if (std::string text = explain_steps(s, *steps, unread); !text.empty()) {
      return text;
    }
    if (const auto apart = line.from_program_to_program(); apart && !steps->along_rows) {
      if (std::string text = explain_shares(s, *steps, *apart); !text.empty()) {
        return text;
      }
    }
  }
  if (unread.empty()) {
    return "";
  }
  if (const auto apart = line.from_program_to_program(); apart && !steps) {
    const walk of_one{0, line.tile().tile_columns, line.tile().columns, 1, false};
    if (std::string text = explain_shares(s, of_one, *apart); !text.empty()) {
      return text;
    }
  }
  const bool walks_rows = (steps && steps->along_rows) || loop_takes_rows(s);
  return line.all_begin_alike() && !walks_rows &&
                 (!unread.rows().empty() || (!steps && s.where->rows == 0))
             ? explain_same_rows(s, unread)
             : explain_end(s, unread, steps.has_value(), told);
}

// The reads of an input, and those of each line in which it is read.
struct reads_of_input {
  read_records all;
  std::vector<read_records> lines;
};

reads_of_input reads_of(const launch_monitor& monitor, int target) {
  reads_of_input result;
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& a : log.reads) {
      if (a.target == target) {
        result.all.push_back(&a);
      }
    }
  }
  std::stable_sort(
      result.all.begin(), result.all.end(),
      [](const access_record* a, const access_record* b) { return a->program < b->program; });
  for (const access_record* a : result.all) {
    const auto known =
        std::find_if(result.lines.begin(), result.lines.end(), [&](const read_records& line) {
          return line.front()->place.line == a->place.line &&
                 line.front()->place.file == a->place.file;
        });
    if (known == result.lines.end()) {
      result.lines.push_back({a});
    } else {
      known->push_back(a);
    }
  }
  return result;
}

bool is_plain_input(const launch_monitor& monitor, const target& t) {
  const bool dense = t.rows > 0 || t.high - t.low == t.extent;
  return t.argument >= 0 && t.is_const && t.bounded && t.low == 0 && t.extent > 0 && dense &&
         monitor.memories()[static_cast<std::size_t>(t.memory)].element_size == t.element_size;
}

}  // namespace

namespace {

clue clue_at(const site& s, source_place place, const std::string& text) {
  const std::string file = short_path(place.file);
  return {.source = "reads",
          .file = file,
          .line = place.line,
          .facts = "  " + s.kernel + ", " + file + ":" + number(place.line) + ": " + text};
}

clue explain_input(const launch_monitor& monitor, int target) {
  const struct target& t = monitor.targets()[static_cast<std::size_t>(target)];
  const auto reads = reads_of(monitor, target);
  if (!is_plain_input(monitor, t)) {
    return {};
  }
  if (reads.all.empty()) {
    source_place place = place_of_a_store(monitor);
    const std::string text = place.file == nullptr ? "" : explain_no_read(monitor, target, &place);
    event e(never_read, place);
    return text.empty() ? clue{} : clue_at(site(monitor.launch(), &monitor, e), place, text);
  }
  const unread_part unread(t, reads.all);
  for (const read_records& of_line : reads.lines) {
    const line_of_reads line(monitor, t, of_line);
    event e(never_read, line.place());
    e.target = target;
    const site s(monitor.launch(), &monitor, e);
    if (s.e.place.file == nullptr || kernel_lines(s.e.place.file, s.kernel).empty()) {
      continue;
    }
    int told = s.e.place.line;
    std::string text = explain_line(s, line, unread, &told);
    if (text.empty() && is_largest_input(monitor, t)) {
      text = explain_counted_twice(s, of_line);
    }
    if (!text.empty()) {
      return clue_at(s, {s.e.place.file, told}, text);
    }
  }
  return {};
}

}  // namespace

clue explain_reads(const launch_monitor& monitor) {
  const auto& logs = monitor.logs();
  if (std::any_of(logs.begin(), logs.end(), [](const worker_log& log) { return log.reads_lost; })) {
    return {};
  }
  for (std::size_t i = 0; i < monitor.targets().size(); ++i) {
    if (clue found = explain_input(monitor, static_cast<int>(i)); !found.facts.empty()) {
      return found;
    }
  }
  return {};
}

source_place place_of_a_store(const launch_monitor& monitor) {
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  source_place any;
  std::vector<const char*> other_files;  // those of functions that the kernel calls
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.stores) {
      any = any.file == nullptr ? s.place : any;
      if (s.place.file == nullptr ||
          std::find(other_files.begin(), other_files.end(), s.place.file) != other_files.end()) {
        continue;
      }
      if (!kernel_lines(s.place.file, kernel).empty()) {
        return s.place;
      }
      other_files.push_back(s.place.file);
    }
  }
  return any;
}

std::string name_of_argument(const launch_monitor& monitor, const void* data) {
  event e(never_read, place_of_a_store(monitor));
  for (const target& t : monitor.targets()) {
    ++e.target;
    if (t.argument >= 0 && t.data == data) {
      return site(monitor.launch(), &monitor, e).buffer;
    }
  }
  return "";
}

bool feeds(const launch_monitor& one, const launch_monitor& other) {
  const auto& memories = one.memories();
  for (const target& t : one.targets()) {
    const auto& made = memories[static_cast<std::size_t>(t.memory)].registered;
    if (t.argument < 0 || t.is_const || made == nullptr) {
      continue;
    }
    for (const target& input : other.targets()) {
      if (input.argument >= 0 && input.is_const &&
          other.memories()[static_cast<std::size_t>(input.memory)].registered == made) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace kw::runtime
