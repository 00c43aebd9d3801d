#include "common/checker/mistakes/reading.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/program_steps.hpp"
#include "common/checker/mistakes/read_walk.hpp"
#include "common/checker/mistakes/unread.hpp"

namespace kw::runtime {
namespace {

std::string were(const unread_part& unread) {
  return unread.is_single() ? " is never read" : " are never read";
}

std::string the_loop(const site& s) {
  const std::string loop = s.loop_text();
  return loop.empty() ? "the loop" : loop;
}

// A loop that stays where it is, goes on too far, or not far enough.
std::string explain_steps(const site& s, const walk& w, const unread_part& unread) {
  const char* unit = w.along_rows ? "row" : s.where->rows > 0 ? "column" : "element";
  if (w.step == 0 && !unread.empty()) {
    const auto sets = s.code.loop_around(s.e.place.line).sets;
    return "every step of " + the_loop(s) + " reads the same elements of " + s.buffer + ", so " +
           unread.text(s.buffer) + were(unread) + ". " +
           (unread.columns().empty() ? "The row of this line has"
                                     : "The offsets of this line have") +
           " to depend on " + (sets.empty() ? "the step." : "`" + sets[0].name + "`.");
  }
  const bool back = w.step < 0;
  const std::string goes = the_loop(s) + (back ? " goes back by " : " goes on by ") +
                           counted(w.distance(), unit) + ", but each step reads ";
  const std::string advice =
      std::string(back ? " go back by " : " go on by ") +
      (w.width == 1 ? "one at a time." : "the width of its tile, `" + s.block_name(w.width) + "`.");
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

// Programs that begin closer to each other than they read, or where another one goes on.
std::string explain_shares(const site& s, const walk& w, std::int64_t apart) {
  const unsigned* grid = s.launch.grid;
  const bool meet = apart > 0 && (apart < w.covered || (w.step == apart && w.step == w.width));
  if (s.where->rows > 0 || grid[0] < 2 || grid[1] > 1 || grid[2] > 1 || !meet) {
    return "";
  }
  const std::string begins = "program " + s.program(1) + " begins " +
                             (apart < w.covered ? "only " : "") + counted(apart, "element") +
                             " after program " + s.program(0) + ", ";
  return apart < w.covered
             ? begins + "but each reads " + number(w.covered) + " at a time, so most elements of " +
                   s.buffer + " count more than once. Multiply `" + s.id_name(0) +
                   "` by the block size, `" + s.block_name(w.width) + "`."
             : begins + "where the second step of that one begins, too, so elements of " +
                   s.buffer + " count more than once: " + the_loop(s) +
                   " has to go on by the blocks of all " + number(grid[0]) +
                   " programs: `tl.num_programs(0) * " + s.block_name(w.width) + "`.";
}

// Something at the end or at the beginning of the rows, or of the vector.
std::string explain_end(const site& s, const unread_part& unread, bool walks, int* line) {
  const std::string what = unread.text(s.buffer) + were(unread);
  if (unread.has_matrices()) {
    return what + ". Look at how the number of the matrix is computed from the program ids.";
  }
  const auto& left = unread.columns().empty() ? unread.rows() : unread.columns();
  const bool tail = unread.is_tail_of_columns() || (left.size() == 1 && unread.is_tail_of_rows());
  if (walks && (tail || (left.size() == 1 && left[0].first == 0))) {
    *line = tail ? s.code.loop_around(s.e.place.line).line : *line;
    return std::string("the ") + (tail ? "last" : "first") + " part of " + s.buffer +
           " is left out: " + what + ". Look at where " + the_loop(s) +
           (tail ? " ends." : " begins.");
  }
  const std::string loop = s.loop_text();
  return what + ", so no result can depend on " + (unread.is_single() ? "it." : "them.") +
         (!tail          ? ""
          : loop.empty() ? " Does the mask let them through, and is there a loop or a tile that "
                           "gets so far?"
                         : " Here " + loop +
                               " takes only one step: look at where it ends, and at "
                               "its step.");
}

// All programs read the same rows.
std::string explain_same_rows(const site& s, const unread_part& unread) {
  const unsigned* grid = s.launch.grid;
  const int axis = grid[0] > 1 ? 0 : grid[1] > 1 ? 1 : grid[2] > 1 ? 2 : 0;
  return "all " + grid_text(s.launch) + " read the same part of " + s.buffer + ", so " +
         unread.text(s.buffer) + were(unread) + ". " +
         (unread.rows().empty() ? "The offsets of this line have" : "The row has") +
         " to depend on `" + s.id_name(axis) + "`.";
}

// Do values that were loaded decide what this line reads: a row whose number is an element of
// another array, or a condition around the line?
bool chosen_by_data(const site& s) {
  for (const auto& load : base::calls_in(s.statement, "tl.load")) {
    if (!load.empty() && mentions(s.code.made_of(load[0]), "tl.load")) {
      return true;
    }
  }
  for (const statement& each : s.code.body()) {
    if (each.is == statement::kind::branch && each.line < s.e.place.line &&
        each.block_end >= s.e.place.line && mentions(s.code.made_of(each.head()), "tl.load")) {
      return true;
    }
  }
  return false;
}

// \param told  receives the line that the text is about
std::string explain_line(const site& s, const line_of_reads& line, const unread_part& unread,
                         int* told) {
  if (chosen_by_data(s)) {
    return "";
  }
  if (std::string start = advise_start(s, line.tile()); !start.empty()) {
    start[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(start[0])));
    return start;
  }
  const auto steps = line.steps();
  const auto apart = line.from_program_to_program();
  if (steps) {
    if (std::string text = explain_steps(s, *steps, unread); !text.empty()) {
      return text;
    }
  }
  const walk of_one{0, line.tile().tile_columns, line.tile().columns, 1, false};
  if (apart && (steps ? !steps->along_rows : !unread.empty())) {
    if (std::string text = explain_shares(s, steps.value_or(of_one), *apart); !text.empty()) {
      return text;
    }
  }
  if (unread.empty()) {
    return "";
  }
  const bool walks_rows = steps && steps->along_rows;
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
  if (!is_plain_input(monitor, t) || reads.all.empty()) {
    return {};
  }
  const unread_part unread(t, reads.all);
  for (const read_records& of_line : reads.lines) {
    const line_of_reads line(monitor, t, of_line);
    event e(never_read, line.place());
    e.target = target;
    const site s(monitor.launch(), &monitor, e);
    if (!s.code.found()) {
      continue;
    }
    int told = s.e.place.line;
    const std::string text = explain_line(s, line, unread, &told);
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
      if (kernel_text(s.place.file, kernel).found()) {
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
