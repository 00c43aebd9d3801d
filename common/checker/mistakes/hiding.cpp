// Which mistake hides which: if one mistake follows from another, only the cause is reported.
#include <algorithm>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

using condition = bool (*)(const launch_monitor&, const event& hidden, const event& by);

bool anywhere(const launch_monitor&, const event&, const event&) {
  return true;
}

bool in_one_line(const launch_monitor&, const event& hidden, const event& by) {
  return hidden.place.line == by.place.line;
}

bool in_one_line_and_buffer(const launch_monitor&, const event& hidden, const event& by) {
  return hidden.place.line == by.place.line && hidden.target == by.target;
}

// The event hidden is a store.
bool of_a_store_in_one_memory(const launch_monitor& monitor, const event& hidden, const event& by) {
  const auto memory_of = [&](const event& e) {
    return e.target < 0 ? -1 : monitor.targets()[static_cast<std::size_t>(e.target)].memory;
  };
  return hidden.access == access_kind::store && memory_of(hidden) == memory_of(by);
}

bool where_another_program_writes(const launch_monitor&, const event&, const event& by) {
  return is_written_by_another(by);
}

bool into_the_next_matrix(const launch_monitor&, const event&, const event& by) {
  return reaches_next_matrix(by);
}

bool out_of_the_last_matrix(const launch_monitor& m, const event& hidden, const event& by) {
  return reaches_next_matrix(hidden) && in_one_line_and_buffer(m, hidden, by);
}

struct rule {
  const mistake* hidden;
  const mistake* by;  // null: any other
  condition when;
};

// From top to bottom: a hidden mistake hides nothing further down.
const rule kRules[] = {
    // An offset that overflowed leads anywhere.
    {&out_of_bounds, &index_overflow, in_one_line},
    // A neighbour's element that was never written before is reported as a read of nothing.
    {&read_write_race, &uninitialised_read, where_another_program_writes},
    // Lanes of a program that overwrite each other's inputs matter less than programs that do.
    {&missing_barrier, &write_race, of_a_store_in_one_memory},
    {&missing_barrier, &read_write_race, of_a_store_in_one_memory},
    {&missing_barrier, &atomic_race, of_a_store_in_one_memory},
    // Lanes that leave their rows meet those of the next row's program.
    {&write_race, &out_of_bounds, in_one_line_and_buffer},
    {&write_race, &outside_row, in_one_line_and_buffer},
    {&write_race, &outside_row, into_the_next_matrix},
    {&read_write_race, &out_of_bounds, in_one_line_and_buffer},
    {&read_write_race, &outside_row, in_one_line_and_buffer},
    {&read_write_race, &outside_row, into_the_next_matrix},
    {&atomic_race, &out_of_bounds, in_one_line_and_buffer},
    {&atomic_race, &outside_row, in_one_line_and_buffer},
    {&atomic_race, &outside_row, into_the_next_matrix},
    // The tile that reaches out of its matrix may be the last one's, which leaves the memory.
    {&outside_row, &out_of_bounds, out_of_the_last_matrix},
    // A grid that looks too large may be the effect of another mistake.
    {&grid_too_large, &write_race, anywhere},
    {&grid_too_large, &read_write_race, anywhere},
    {&grid_too_large, &atomic_race, anywhere},
    {&grid_too_large, &grid_too_small, anywhere},
    {&grid_too_large, &never_written, anywhere},
    // Any other mistake may be why an input is not read.
    {&never_read, nullptr, anywhere},
};

}  // namespace

void hide_consequences(const launch_monitor& monitor, std::vector<event>& events) {
  for (const rule& r : kRules) {
    if (events.size() < 2) {
      return;
    }
    const std::vector<event> all = events;
    std::erase_if(events, [&](const event& hidden) {
      return hidden.kind == r.hidden && std::any_of(all.begin(), all.end(), [&](const event& by) {
               return (r.by == nullptr ? by.kind != r.hidden : by.kind == r.by) &&
                      r.when(monitor, hidden, by);
             });
    });
  }
}

}  // namespace kw::runtime
