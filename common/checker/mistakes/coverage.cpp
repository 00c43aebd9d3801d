#include "common/checker/mistakes/coverage.hpp"

#include <algorithm>
#include <map>

namespace kw::runtime {
namespace {

// Where the lanes of a program are in an output: its first element, and the box around all of them.
struct footprint {
  std::int64_t start = INT64_MAX;
  std::int64_t elements = 0;
  std::int64_t rows = 0, columns = 0;
  std::int64_t steps = 1;  // that write these
};

class unwritten_search {
 public:
  unwritten_search(const launch_monitor& monitor, int target)
      : monitor_(monitor),
        target_(monitor.target_at(target)),
        written_(monitor.memory_at(target_.memory).registered->initialised) {
    for (const access_record& s : monitor.stores_into(target_.memory)) {
      if (touches(s)) {
        note(s);
      }
    }
  }

  /// Counts what is missing. \returns is anything?
  bool missing(event* e) {
    const std::int64_t columns = target_.rows > 0 ? target_.columns : target_.high;
    for (std::int64_t row = 0; row < std::max<std::int64_t>(target_.rows, 1); ++row) {
      const std::int64_t begin = row * target_.row_stride;
      for (std::int64_t i = find(begin, begin + columns, false); i < begin + columns;) {
        const std::int64_t end = find(i, begin + columns, true);
        if (e->count == 0) {
          e->first = i;
        }
        e->last = end - 1;
        e->count += end - i;
        i = find(end, begin + columns, false);
      }
    }
    return e->count > 0;
  }

  coverage explain(const event& e) {
    coverage c;
    c.elements = target_.extent;
    c.nothing = footprints_.empty();
    c.masked = masked_ && may_be_masked(e.first);
    c.skipped = stores_skipped();
    c.idle = monitor_.programs() - static_cast<std::int64_t>(footprints_.size());
    c.lane_step = lane_step_;
    for (const auto& [program, f] : footprints_) {
      c.per_program = std::max(c.per_program, f.elements);
      c.rows.tile = std::max(c.rows.tile, f.rows);
      c.columns.tile = std::max(c.columns.tile, f.columns);
      c.steps = std::max(c.steps, f.steps);
    }
    if (c.nothing) {
      return c;
    }
    const auto one = footprints_.find(1);
    c.start = footprints_.begin()->second.start;
    if (footprints_.begin()->first == 0 && one != footprints_.end()) {
      c.step = one->second.start - c.start;
    }
    const std::int64_t end =
        target_.rows > 0 ? (target_.rows - 1) * target_.row_stride + target_.columns : target_.high;
    c.tail = e.last == end - 1 && find(e.first, end, true) == end;
    c.head = e.first == 0 && e.count == e.last + 1;
    c.needed = ceil_div(c.elements, c.per_program);
    const bool along_rows = c.rows.tile <= 1 && asks_for_id(1);  // a part of a row per program
    c.by_axes = (two_dimensional_ || along_rows) && target_.rows > 0 && find_prefix(e.count, &c);
    if (c.by_axes) {
      find_axes(&c);
    }
    return c;
  }

  bool grid_too_small(const coverage& c) const {
    const unsigned* grid = monitor_.launch().grid;
    if (monitor_.programs() == 0) {
      return true;
    }
    const bool stands_still =
        c.steps > 1 && c.steps * c.per_program * monitor_.programs() >= c.elements;
    if (c.nothing || stands_still) {
      return false;
    }
    if (!c.by_axes) {
      return c.tail && c.step >= 0 && c.step <= c.per_program && c.needed > monitor_.programs() &&
             !(c.step == 0 && footprints_.size() > 1);
    }
    const auto has_too_few = [&](const covered_axis& a) {
      return a.lacks() && a.grid_axis >= 0 && a.needed() > grid[a.grid_axis];
    };
    return has_too_few(c.rows) || has_too_few(c.columns) || has_too_few(c.matrices);
  }

 private:
  // In elements from where the target points. Memory of another element size is not analysed.
  std::int64_t find(std::int64_t begin, std::int64_t end, bool value) const {
    return written_.find(begin + target_.memory_offset, end + target_.memory_offset, value) -
           target_.memory_offset;
  }

  // Does a program ask for this id?
  bool asks_for_id(int axis) const { return (monitor_.axes_asked() >> axis & 1) != 0; }

  bool touches(const access_record& s) const {
    return s.where.high() > target_.memory_offset &&
           s.where.low() < target_.memory_offset + target_.high;
  }

  void note(const access_record& s) {
    const rectangle& r = s.where;
    masked_ = masked_ || r.masked;
    two_dimensional_ = two_dimensional_ || r.two_dimensional;
    footprint& f = footprints_[s.program];
    const std::int64_t start = r.start - target_.memory_offset;
    if (f.start != INT64_MAX && start == last_.start && r.count() == last_.count()) {
      ++f.steps;
      return;  // the same place again, as in a loop
    }
    last_ = r;
    last_.start = start;
    f.start = std::min(f.start, start);
    f.elements += r.masked ? std::max(r.lanes(), r.count()) : r.count();
    f.rows = std::max<std::int64_t>(f.rows, r.masked ? r.tile_rows : r.rows);
    f.columns = std::max<std::int64_t>(f.columns, r.masked ? r.tile_columns : r.columns);
    if (!r.two_dimensional && r.rows > 1 && r.columns == 1) {
      lane_step_ = r.row_stride;
    }
  }

  bool stores_skipped() const {
    return std::any_of(monitor_.logs().begin(), monitor_.logs().end(),
                       [](const worker_log& log) { return log.stores_skipped; });
  }

  // Is an element in some program's tile, where a mask may have switched it off?
  bool may_be_masked(std::int64_t element) const {
    if (stores_skipped()) {
      return true;  // the lanes of such a store are not known
    }
    const auto stores = monitor_.stores_into(target_.memory);
    return std::any_of(stores.begin(), stores.end(), [&](const access_record& s) {
      const rectangle& r = s.where;
      const std::int64_t origin = r.origin() - target_.memory_offset;
      for (int i = 0; r.masked && i < r.tile_rows; ++i) {
        const std::int64_t begin = origin + i * r.row_stride;
        if (element >= begin && element < begin + r.tile_columns) {
          return true;
        }
      }
      return false;
    });
  }

  // Is the part written in each matrix a rectangle from the first row and column on, and the same
  // in all of them up to the last one that was written?
  bool find_prefix(std::int64_t missing, coverage* c) const {
    const auto row_end = [&](std::int64_t row) {
      const std::int64_t begin = row * target_.row_stride;
      return find(begin, begin + target_.columns, false) - begin;
    };
    const std::int64_t columns = row_end(0);
    std::int64_t rows = 0, matrices = 0;
    while (rows < target_.matrix_rows && row_end(rows) == columns && columns > 0) {
      ++rows;
    }
    while (matrices * target_.matrix_rows < target_.rows &&
           row_end(matrices * target_.matrix_rows) > 0) {
      ++matrices;
    }
    for (std::int64_t row = 0; row < matrices * target_.matrix_rows; ++row) {
      if (row % target_.matrix_rows < rows && row_end(row) < columns) {
        return false;
      }
    }
    c->matrices = {matrices, target_.rows / target_.matrix_rows};
    c->rows = {rows, target_.matrix_rows, c->rows.tile};
    c->columns = {columns, target_.columns, c->columns.tile};
    return rows > 0 && missing == target_.extent - matrices * rows * columns;
  }

  // Which program id moves the tile along which axis? Taken from program 0 and its neighbour along
  // each axis of the grid; an axis with one program gets what is left.
  void find_axes(coverage* c) const {
    const unsigned* grid = monitor_.launch().grid;
    const std::int64_t matrix = target_.matrix_rows * target_.row_stride;
    const auto zero = footprints_.find(0);
    for (int axis = 0; axis < 3; ++axis) {
      const auto next = footprints_.find(programs_apart(monitor_.launch(), axis));
      if (grid[axis] > 1 && zero != footprints_.end() && next != footprints_.end()) {
        const std::int64_t a = zero->second.start, b = next->second.start;
        const bool row_moves = a / target_.row_stride != b / target_.row_stride;
        const bool column_moves = a % target_.row_stride != b % target_.row_stride;
        covered_axis* const moved = target_.many_matrices() && b - a == matrix     ? &c->matrices
                                    : row_moves && !column_moves && b - a < matrix ? &c->rows
                                    : column_moves && !row_moves                   ? &c->columns
                                                                                   : nullptr;
        if (moved != nullptr) {
          moved->grid_axis = axis;
        }
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      for (covered_axis* open : {&c->columns, &c->rows, &c->matrices}) {
        if (grid[axis] == 1 && asks_for_id(axis) && open->lacks() && open->grid_axis < 0 &&
            (open != &c->matrices || !moves_tile(axis))) {
          open->grid_axis = axis;
          break;
        }
      }
    }
  }

  // Does an id make rows or columns, as in `tl.program_id(0) * 64 + tl.arange(size<64>)`? Where one
  // tile is enough, the ids of programs do not show it, but the text does.
  bool moves_tile(int axis) const {
    const auto stores = monitor_.stores_into(target_.memory);
    const kernel_text kernel(stores.front().place.file,
                             kernel_name(monitor_.launch().kernel_signature));
    const std::vector<statement> body = kernel.body();
    return std::any_of(body.begin(), body.end(), [&](const statement& each) {
      return each.text.find("tl.program_id(" + number(axis) + ")") != std::string::npos &&
             mentions(each.text, "tl.arange");
    });
  }

  const launch_monitor& monitor_;
  const target& target_;
  const bitmap& written_;
  std::map<std::int64_t, footprint> footprints_;  // by program
  rectangle last_;
  bool masked_ = false, two_dimensional_ = false;
  std::int64_t lane_step_ = 1;
};

// Is there an output for which the checker can tell whether all of it was written?
bool is_followed(const target& t, const memory_block& m) {
  return t.argument >= 0 && !t.is_const && t.bounded && t.extent > 0 && t.low <= 0 &&
         m.registered != nullptr && !m.registered->all_initialised && !m.registered->workspace &&
         m.element_size == t.element_size;
}

}  // namespace

void find_unwritten(const launch_monitor& monitor, std::vector<event>& events) {
  for (std::size_t i = 0; i < monitor.targets().size(); ++i) {
    const target& t = monitor.targets()[i];
    if (!is_followed(t, monitor.memory_at(t.memory))) {
      continue;
    }
    event e(never_written, monitor.launch().place);
    unwritten_search search(monitor, static_cast<int>(i));
    if (!search.missing(&e)) {
      continue;
    }
    coverage c = search.explain(e);
    c.raced = std::any_of(events.begin(), events.end(), [&](const event& other) {
      return other.kind == &write_race && other.target >= 0 &&
             monitor.target_at(other.target).memory == t.memory;
    });
    const auto stores = monitor.stores_into(t.memory);
    const bool enough = c.raced && c.needed <= monitor.programs();
    e.facts = c;
    e.target = static_cast<int>(i);
    e.access = access_kind::store;
    if (search.grid_too_small(c) && !enough) {
      e.kind = &grid_too_small;
    } else if (!stores.empty()) {
      e.place = stores.front().place;  // the grid is the launch's affair, the rest the store's
    }
    events.push_back(std::move(e));
  }
}

}  // namespace kw::runtime
