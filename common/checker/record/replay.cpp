// Runs programs of a launch again, and undoes what they did.
#include <algorithm>
#include <cstring>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

// A program that changes more than this is not run again.
constexpr std::size_t kJournalBytes = std::size_t{16} << 20;
constexpr std::size_t kJournalAtomics = std::size_t{1} << 18;

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

void journal::clear() {
  program = -1;
  changes.clear();
  old.clear();
  fresh.clear();
  atomics.clear();
  undefined.clear();
  atomics_replayed = 0;
  differs = operands_differ = false;
}

void journal::note_change(char* address, std::int64_t bytes, int memory) {
  changes.push_back({address, bytes, old.size(), memory});
  old.insert(old.end(), address, address + bytes);
}

void journal::keep_fresh() {
  fresh.clear();
  for (const change& c : changes) {
    fresh.insert(fresh.end(), c.address, c.address + c.bytes);
  }
}

void journal::undo() const {
  for (auto c = changes.rbegin(); c != changes.rend(); ++c) {
    std::memcpy(c->address, old.data() + c->at, static_cast<std::size_t>(c->bytes));
  }
}

void journal::redo() const {
  for (const change& c : changes) {
    std::memcpy(c.address, fresh.data() + c.at, static_cast<std::size_t>(c.bytes));
  }
}

program launch_monitor::program_at(std::int64_t index) const {
  program p{};
  p.monitor = const_cast<launch_monitor*>(this);
  p.index = index;
  for (int axis = 0; axis < 3; ++axis) {
    p.count[axis] = static_cast<int>(launch_.grid[axis]);
    p.id[axis] = static_cast<int>(index % p.count[axis]);
    index /= p.count[axis];
  }
  return p;
}

std::vector<const journal*> launch_monitor::replayable() const {
  std::vector<const journal*> all;
  for (const worker_log& log : logs_) {
    for (const journal& j : log.replayable) {
      all.push_back(&j);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const journal* a, const journal* b) { return a->program < b->program; });
  return all;
}

void launch_monitor::journal_change(program& p, int memory, const rectangle& r) {
  journal& j = log_of(p).current;
  const memory_block& m = memory_at(memory);
  for (std::int64_t row = 0; row < r.rows; ++row) {
    j.note_change(const_cast<char*>(m.data) + r.row(row) * m.element_size,
                  r.columns * m.element_size, memory);
  }
  if (j.old.size() > kJournalBytes && p.undefined == filling::marked) {
    p.journaled = false;
    j.clear();
  }
}

void lanes_left_undefined(program& p, const undefined_load& load) {
  constexpr std::size_t kBesideSampled = 2;  // of each worker
  if (p.undefined != filling::marked) {
    return;
  }
  tell(p, [&](launch_monitor& monitor) {
    worker_log& log = monitor.log_of(p);
    const bool told =
        std::any_of(log.undefined.begin(), log.undefined.end(), [&](const undefined_load& other) {
          return other.place.line == load.place.line && other.place.file == load.place.file;
        });
    if (!told) {
      log.undefined.push_back(load);
    }
    // Where few programs leave lanes without a value, each of them is looked at.
    p.journaled = p.journaled || (!log.stored && log.replayable.size() < kBesideSampled);
  });
}

void note_atomic(program& p, const void* element, const void* operands, int bytes, const void* old,
                 int old_bytes) {
  if (!p.journaled) {
    return;
  }
  const uncounted_requests notes;
  const auto copy = [](const void* from, int count) {
    const char* begin = static_cast<const char*>(from);
    return std::vector<char>(begin, begin + count);
  };
  journal& j = p.monitor->log_of(p).current;
  j.atomics.push_back({element, copy(operands, bytes), copy(old, old_bytes)});
  if (j.atomics.size() > kJournalAtomics) {
    p.journaled = false;
    j.clear();
  }
}

bool atomic_again(program& p, const void* element, const void* operands, int bytes, void* old,
                  int old_bytes) {
  if (!p.journaled || p.undefined == filling::marked) {
    return false;
  }
  const uncounted_requests notes;
  worker_log& log = p.monitor->log_of(p);
  if (supposition* const s = log.supposed; s != nullptr) {
    constexpr int kMostLooks = 1000;  // it may not ask without end, nor for what is not known
    const auto known = s->values.find(element);
    if (known == s->values.end() || ++s->looks > kMostLooks) {
      throw program_stopped{};
    }
    std::memcpy(old, &known->second, static_cast<std::size_t>(old_bytes));
    return true;
  }
  journal& j = log.current;
  if (j.atomics_replayed == j.atomics.size()) {
    j.differs = true;
    throw program_stopped{};
  }
  const journal::atomic_change& known = j.atomics[j.atomics_replayed++];
  j.differs = j.differs || known.element != element;
  j.operands_differ =
      j.operands_differ || (bytes > 0 && std::memcmp(known.operands.data(), operands,
                                                     static_cast<std::size_t>(bytes)) != 0);
  std::memcpy(old, known.old.data(), static_cast<std::size_t>(old_bytes));
  return true;
}

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
