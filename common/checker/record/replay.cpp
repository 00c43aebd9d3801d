#include "common/checker/record/replay.hpp"

#include <algorithm>

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
    const char* one = first_run_.fresh.data() + c.at;
    const char* other = again.fresh.data() + c.at;
    for (std::int64_t byte = 0; byte < c.bytes; ++byte) {
      if (one[byte] != other[byte] && (!d.found() || d.memory == c.memory)) {
        const auto& m = monitor_.memory_at(c.memory);
        const std::int64_t element = (c.address + byte - m.data) / m.element_size;
        d.first = d.found() ? std::min(d.first, element) : element;
        d.last = std::max(d.last, element);
        d.memory = c.memory;
      }
    }
  }
  return d;
}

}  // namespace kw::runtime
