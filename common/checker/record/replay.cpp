#include "common/checker/record/replay.hpp"

#include <algorithm>
#include <cstring>

#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

// A program that changes more than this is not run again.
constexpr std::size_t kJournalBytes = std::size_t{16} << 20;

// Which element the two runs left differently.
struct difference {
  int memory = -1;
  std::int64_t first = -1, last = -1;  // elements of the memory block
  bool found() const { return memory >= 0; }
};

class replay {
 public:
  replay(launch_monitor& monitor, const journal& first_run, bool (*run_again)(void*, program&),
         void* state)
      : monitor_(monitor), first_run_(first_run), run_again_(run_again), state_(state) {}

  // \param line of the loads whose lanes get the filling; 0 for all
  bool changes_something(filling with, int line) {
    program p = monitor_.program_at(first_run_.program);
    p.undefined = with;
    p.undefined_line = line;
    p.journaled = true;
    journal& second_run = monitor_.logs()[0].current;
    second_run.clear();
    second_run.atomics = first_run_.atomics;
    first_run_.undo();
    const bool ended = run_again_(state_, p);
    second_run.keep_fresh();
    const bool other_control = !ended || second_run.differs || !same_places(second_run) ||
                               second_run.atomics_replayed != first_run_.atomics.size();
    atomics_differ_ = !other_control && second_run.operands_differ;
    where_ = other_control || atomics_differ_ ? difference{} : compare(second_run);
    second_run.undo();
    first_run_.redo();
    return other_control || atomics_differ_ || where_.found();
  }

  event told(const undefined_load& load) const {
    event e;
    e.kind = mistake::undefined_lane;
    e.access = access_kind::load;
    e.place = e.load = load.place;
    e.program = first_run_.program;
    std::int64_t element = 0;
    e.target = e.load_target = monitor_.nearest(followed(load.base), &element);
    e.load_lane = load.first_lane;
    e.load_lanes = load.count;
    e.load_width = load.lanes;
    e.swallowed = true;
    e.reached_atomic = atomics_differ_;
    e.reached_memory = where_.memory;
    e.first = where_.first;
    e.last = where_.last;
    return e;
  }

 private:
  bool same_places(const journal& second_run) const {
    return std::equal(first_run_.changes.begin(), first_run_.changes.end(),
                      second_run.changes.begin(), second_run.changes.end(),
                      [](const journal::change& a, const journal::change& b) {
                        return a.address == b.address && a.bytes == b.bytes;
                      });
  }

  difference compare(const journal& second_run) const {
    difference d;
    for (const journal::change& c : first_run_.changes) {
      const char* one = first_run_.fresh.data() + c.at;
      const char* other = second_run.fresh.data() + c.at;
      for (std::int64_t byte = 0; byte < c.bytes; ++byte) {
        if (one[byte] != other[byte] && (!d.found() || d.memory == c.memory)) {
          const auto& m = monitor_.memories()[static_cast<std::size_t>(c.memory)];
          const std::int64_t element = (c.address + byte - m.data) / m.element_size;
          d.first = d.found() ? std::min(d.first, element) : element;
          d.last = std::max(d.last, element);
          d.memory = c.memory;
        }
      }
    }
    return d;
  }

  launch_monitor& monitor_;
  const journal& first_run_;
  bool (*run_again_)(void*, program&);
  void* state_;
  difference where_;
  bool atomics_differ_ = false;
};

}  // namespace

void journal::clear() {
  program = -1;
  changes.clear();
  old.clear();
  fresh.clear();
  atomics.clear();
  undefined.clear();
  stored_not_finite = {};
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

void launch_monitor::journal_change(program& p, int memory, const rectangle& r) {
  journal& j = log_of(p).current;
  const memory_block& m = memories_[static_cast<std::size_t>(memory)];
  for (std::int64_t row = 0; row < r.rows; ++row) {
    j.note_change(const_cast<char*>(m.data) + r.row(row) * m.element_size,
                  r.columns * m.element_size, memory);
  }
  if (j.old.size() > kJournalBytes && p.undefined == filling::marked) {
    p.journaled = false;
    j.clear();
  }
}

void launch_monitor::note_undefined(program& p, const undefined_load& load) {
  auto& known = log_of(p).undefined;
  const bool told = std::any_of(known.begin(), known.end(), [&](const undefined_load& other) {
    return other.place.line == load.place.line && other.place.file == load.place.file;
  });
  if (!told) {
    known.push_back(load);
  }
}

void launch_monitor::note_atomic(program& p, const void* element, const void* operands, int bytes,
                                 const void* old, int old_bytes) {
  const auto copy = [](const void* from, int count) {
    const char* begin = static_cast<const char*>(from);
    return std::vector<char>(begin, begin + count);
  };
  log_of(p).current.atomics.push_back({element, copy(operands, bytes), copy(old, old_bytes)});
}

bool launch_monitor::atomic_again(program& p, const void* element, const void* operands, int bytes,
                                  void* old, int old_bytes) {
  if (p.undefined == filling::marked) {
    return false;
  }
  journal& j = log_of(p).current;
  if (j.atomics_replayed == j.atomics.size()) {
    j.differs = true;
    throw program_stopped{};
  }
  const journal::atomic_change& known = j.atomics[j.atomics_replayed++];
  j.differs = j.differs || known.element != element;
  j.operands_differ = j.operands_differ || std::memcmp(known.operands.data(), operands,
                                                       static_cast<std::size_t>(bytes)) != 0;
  std::memcpy(old, known.old.data(), static_cast<std::size_t>(old_bytes));
  return true;
}

std::vector<event> find_undefined_results(launch_monitor& monitor,
                                          bool (*run_again)(void*, program&), void* state) {
  std::vector<const journal*> journals;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      journals.push_back(&j);
    }
  }
  std::sort(journals.begin(), journals.end(),
            [](const journal* a, const journal* b) { return a->program < b->program; });
  std::vector<event> events;
  const auto known = [&](const undefined_load& load) {
    return std::find_if(events.begin(), events.end(), [&](const event& e) {
      return e.place.line == load.place.line && e.place.file == load.place.file;
    });
  };
  for (const journal* j : journals) {
    if (j->undefined.empty()) {
      continue;
    }
    replay again(monitor, *j, run_again, state);
    for (const filling with : {filling::large, filling::negative}) {
      if (!again.changes_something(with, 0)) {
        continue;
      }
      bool told = false;
      for (const undefined_load& load : j->undefined) {
        const bool alone = j->undefined.size() == 1;
        if (!alone && !again.changes_something(with, load.place.line)) {
          continue;
        }
        told = true;
        if (known(load) == events.end()) {
          events.push_back(again.told(load));
        }
      }
      // Lanes of two loads that are multiplied change nothing by themselves.
      if (!told && again.changes_something(with, 0) &&
          known(j->undefined.front()) == events.end()) {
        events.push_back(again.told(j->undefined.front()));
      }
      break;
    }
  }
  return events;
}

}  // namespace kw::runtime
