#include "common/checker/record/replay.hpp"

#include <algorithm>
#include <cstring>

namespace kw::runtime {

namespace {

bool same_places(const journal& first_run, const journal& again) {
  return std::equal(first_run.changes.begin(), first_run.changes.end(), again.changes.begin(),
                    again.changes.end(), [](const journal::change& a, const journal::change& b) {
                      return a.address == b.address && a.bytes == b.bytes;
                    });
}

difference compare(const launch_monitor& monitor, const journal& first_run, const journal& again) {
  difference d;
  for (const journal::change& c : first_run.changes) {
    const auto& m = monitor.memory_at(c.memory);
    const char* one = first_run.fresh.data() + c.at;
    const char* other = again.fresh.data() + c.at;
    const auto size = static_cast<std::size_t>(m.element_size);
    const std::int64_t begin = (c.address - m.data) / m.element_size;
    for (std::int64_t i = 0; i < c.bytes / m.element_size; ++i, one += size, other += size) {
      if (std::memcmp(one, other, size) != 0 && (!d.found() || d.memory == c.memory)) {
        d.first = d.found() ? std::min(d.first, begin + i) : begin + i;
        d.last = std::max(d.last, begin + i);
        d.memory = c.memory;
        ++d.count;
      }
    }
  }
  d.any = d.found();
  d.count = std::min(d.count, d.last - d.first + 1);  // some may be stored twice
  return d;
}

}  // namespace

difference run_with_other_values(launch_monitor& monitor, const journal& first_run,
                                 const runner& run, filling with, int line) {
  program p = monitor.program_at(first_run.program);
  p.undefined = with;
  p.undefined_line = line;
  p.journaled = true;
  monitor.expect(p);
  journal& again = monitor.log_of(p).current;
  again.clear();
  again.atomics = first_run.atomics;
  first_run.undo();
  const bool ended = run(p);
  again.keep_fresh();
  again.undo();
  first_run.redo();
  const bool elsewhere = !ended || again.differs || !same_places(first_run, again) ||
                         again.atomics_replayed != first_run.atomics.size();
  if (elsewhere || again.operands_differ) {
    return {.any = true, .of_atomics = !elsewhere};
  }
  return compare(monitor, first_run, again);
}

}  // namespace kw::runtime
