// What contexts report about a running program, on its way to the checker of its launch, and what a
// whole program did: had it nothing to do, and in which order did it fetch tiles?
#include "kernelwright/runtime/program.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "common/checker/record/monitor.hpp"
#include "common/checker/record/waiting.hpp"
#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::runtime {

void check_access(program& p, const access& a) {
  if (a.kind == access_kind::atomic || a.kind == access_kind::volatile_load) {
    note_look(p);
  }
  tell(p, [&](launch_monitor& monitor) { monitor.check(p, a); });
}

void check_row(program& p, access_kind kind, source_place place, const void* base, int element_size,
               std::int64_t start, int begin, int end, int lanes, bool masked) {
  const int count = end - begin;
  check_access(p, {kind, place, base, element_size, start + begin, count > 0 ? 1 : 0, count, 0,
                   begin, lanes, lanes, masked});
}

lane_room room_for_lanes(int lanes) {
  struct room {
    std::vector<std::int64_t> offsets;
    std::vector<double> values;
    std::unique_ptr<bool[]> active;
  };
  thread_local room mine;
  const uncounted_requests notes;
  const auto count = static_cast<std::size_t>(lanes);
  if (mine.offsets.size() < count) {
    mine.offsets.resize(count);
    mine.values.resize(count);
    mine.active = std::make_unique<bool[]>(count);
  }
  return {mine.offsets.data(), mine.active.get(), mine.values.data()};
}

void report_misuse(program& p, source_place place, misuse what) {
  tell(p, [&](launch_monitor& monitor) { monitor.happened(p, place, what); });
}

int note_stream(program& p, source_place place, const void* code) {
  fetched_tiles& f = p.fetched;
  for (int i = 0; i < f.stream_count; ++i) {
    if (f.streams[i].code == code && !f.streams[i].in_use) {
      f.streams[i].in_use = true;
      return i;  // repeated, as in a loop over tiles around it: it goes on where it was
    }
  }
  if (p.monitor == nullptr || f.stream_count == fetched_tiles::kMost) {
    return -1;
  }
  f.streams[f.stream_count] = {place, 0, code, true, false, true, 0, 0};
  return f.stream_count++;
}

void note_loaded_tile(program& p, source_place place, int bytes) {
  if (p.monitor != nullptr && p.fetched.load_count < fetched_tiles::kMost) {
    p.fetched.loads[p.fetched.load_count++] = {place, bytes, nullptr, false, false, true, 0, 0};
  }
}

void begin_pipelined_loop(program& p, pipelined_loop& loop, source_place place, const void* code) {
  const int before = p.fetched.stream_count;
  loop.stream = note_stream(p, place, code);
  if (loop.stream == before) {
    p.fetched.streams[before].of_loop = true;
    p.fetched.streams[before].fetches = false;
  }
}

void end_pipelined_loop(program& p, pipelined_loop& loop) {
  if (loop.stream >= 0) {
    p.fetched.streams[loop.stream].in_use = false;
  }
}

// Does a launch on a GPU walk through this program to plan its places?
static bool is_walked(const program& p) {
  bool first = true, last = true, middle = true;
  for (int axis = 0; axis < 3; ++axis) {
    first = first && p.id[axis] == 0;
    last = last && p.id[axis] == p.count[axis] - 1;
    middle = middle && p.id[axis] == (p.count[axis] - 1) / 2;
  }
  return first || last || middle;
}

void note_tile_of_step(program& p, source_place place, int bytes) {
  pipelined_loop& loop = *p.loop;
  if (loop.stream >= 0) {
    p.fetched.streams[loop.stream].fetches = true;
  }
  if (loop.tiles == pipelined_loop::kMostTiles ||
      (loop.tiles < loop.known && loop.bytes[loop.tiles] != bytes)) {
    report_misuse(p, place, misuse::steps_differ);
  }
  if (loop.tiles == loop.known) {
    loop.bytes[loop.known++] = bytes;
  }
  if (loop.stream >= 0) {
    fetched_tiles::call& call = p.fetched.streams[loop.stream];
    call.most_tiles = std::max(call.most_tiles, loop.tiles + 1);
    // Numbers from memory may have decided, which are 1 where a launch plans.
    if ((loop.plans && is_walked(p)) || p.monitor->log_of(p).looked_up) {
      call.planned_tiles = std::max(call.planned_tiles, loop.tiles + 1);
    }
  }
}

void note_barrier(program& p) {
  tell(p, [&](launch_monitor& monitor) {
    worker_log& log = monitor.log_of(p);
    log.barrier = log.stores.size();
    log.loads_begin = log.loads.size();
  });
}

// A program is idle if it touches nothing; or if it stores nothing, and reads only what programs
// that do store read as well, as the tiles of b are read for every row of tiles of a product. If it
// reads anything else, or a single element, that may have told it that there is nothing to do.
void launch_monitor::note_idle(const program& p) {
  constexpr std::size_t kMostUseful = 4096;
  worker_log& log = log_of(p);
  const bool masked_off = log.skipped_load && log.skipped_store && !log.looked_up;
  if (!log.touched || (!log.stored && masked_off && log.loaded.size() < kNotedLoads)) {
    log.idle.push_back({p.index, log.loaded, log.skipped_load || log.skipped_store});
    return;
  }
  if (log.stored && log.useful.size() < kMostUseful) {
    log.useful.insert(log.useful.end(), log.loaded.begin(), log.loaded.end());
  }
  log.working.add(p);
}

void launch_monitor::note_skipped(const program& p, access_kind kind) {
  worker_log& log = log_of(p);
  (only_reads(kind) ? log.skipped_load : log.skipped_store) = true;
  log.stores_skipped |= !only_reads(kind);
}

unsigned launch_monitor::axes_asked() const {
  unsigned all = 0;
  for (const worker_log& log : logs_) {
    all |= log.axes_asked;
  }
  return all;
}

// Adds the program's order if it is a new one.
void launch_monitor::note_fetched(const program& p) {
  const fetched_tiles& f = p.fetched;
  if (f.stream_count + f.load_count == 0) {
    return;
  }
  for (fetched_order& known : log_of(p).fetched) {
    const fetched_tiles& other = known.tiles;
    if (std::equal(f.streams, f.streams + f.stream_count, other.streams,
                   other.streams + other.stream_count, same_call) &&
        std::equal(f.loads, f.loads + f.load_count, other.loads, other.loads + other.load_count,
                   same_call)) {
      known.program = std::min(known.program, p.index);
      for (int i = 0; i < f.stream_count; ++i) {
        fetched_tiles::call& call = known.tiles.streams[i];
        call.fetches |= f.streams[i].fetches;
        call.most_tiles = std::max(call.most_tiles, f.streams[i].most_tiles);
        call.planned_tiles = std::max(call.planned_tiles, f.streams[i].planned_tiles);
      }
      return;
    }
  }
  log_of(p).fetched.push_back({p.index, f});
}

}  // namespace kw::runtime
