#include "common/checker/record/replay.hpp"

#include <algorithm>
#include <cstring>

namespace kw::runtime {

bool second_run::repeat(kw::runtime::program p) {
  p.journaled = true;
  monitor_.expect(p);
  journal& again = monitor_.log_of(p).current;
  again.clear();
  again.atomics = first_run_.atomics;
  first_run_.undo();
  const bool ended = run_(p);
  again.keep_fresh();
  again.undo();
  first_run_.redo();
  return ended;
}

bool second_run::changes_something(filling with, int line) {
  kw::runtime::program p = monitor_.program_at(program());
  p.undefined = with;
  p.undefined_line = line;
  const bool ended = repeat(p);
  const journal& again = monitor_.log_of(p).current;
  const bool other_control = !ended || again.differs || !same_places(again) ||
                             again.atomics_replayed != first_run_.atomics.size();
  atomics_differ_ = !other_control && again.operands_differ;
  where_ = other_control || atomics_differ_ ? difference{} : compare(again);
  return other_control || atomics_differ_ || where_.found();
}

bool second_run::same_places(const journal& again) const {
  return std::equal(first_run_.changes.begin(), first_run_.changes.end(), again.changes.begin(),
                    again.changes.end(), [](const journal::change& a, const journal::change& b) {
                      return a.address == b.address && a.bytes == b.bytes;
                    });
}

difference second_run::compare(const journal& again) const {
  difference d;
  for (const journal::change& c : first_run_.changes) {
    const auto& m = monitor_.memory_at(c.memory);
    const char* one = first_run_.fresh.data() + c.at;
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
  d.count = std::min(d.count, d.last - d.first + 1);  // some may be stored twice
  return d;
}

}  // namespace kw::runtime
