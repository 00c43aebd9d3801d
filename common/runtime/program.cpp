// Runs the programs of a launch, and answers what their contexts ask.
#include "kernelwright/runtime/program.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "common/checker/record/monitor.hpp"
#include "common/checker/record/replay.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/checker/report/words.hpp"
#include "common/checker/trace/trace.hpp"
#include "common/runtime/hooks.hpp"
#include "common/runtime/thread_pool.hpp"
#include "kernelwright/compiler/streaming.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"
#include "kernelwright/runtime/launch_probe.hpp"

namespace kw::runtime {
namespace {

constexpr std::size_t kPrintedLines = 64;  // what device_print shows of one launch

bool checks_wanted_by_environment() {
  const char* text = std::getenv("KW_CHECK");
  if (text == nullptr || *text == '\0' || std::strcmp(text, "on") == 0) {
    return true;
  }
  if (std::strcmp(text, "off") == 0) {
    return false;
  }
  throw error(std::string("KW_CHECK must be `on` or `off`, but it is `") + text + "`");
}

std::atomic<bool>& checks_switch() {
  static std::atomic<bool> on{checks_wanted_by_environment()};
  return on;
}

// One launch at a time: the pool's threads belong to it.
std::mutex launch_mutex;

// The latest checked launch, kept for last_writer. Its arguments are gone.
std::unique_ptr<launch_monitor>& latest_launch() {
  static std::unique_ptr<launch_monitor> monitor;
  return monitor;
}

// What the hooks of a running program write to, checks on or off.
thread_local worker_log* current_log = nullptr;
thread_local const launch_description* current_launch = nullptr;

struct failure {
  std::int64_t program = -1;
  std::exception_ptr exception;
};

struct running_launch {
  const launch_description& launch;
  void (*run)(const void*, program&);
  const void* closure;
  launch_monitor* monitor;        // null with checks off
  std::vector<worker_log>& logs;  // one a worker
  std::vector<failure> failures;  // one a worker: its lowest program that threw
  bool outgrows_caches;
  bool pointers_guarded;
};

void advance(program* p) {
  ++p->index;
  for (int axis = 0; axis < 3 && ++p->id[axis] == p->count[axis] && axis < 2; ++axis) {
    p->id[axis] = 0;
  }
}

// Are the data of the launch larger than the largest cache? Then programs read ahead, and their
// stores go past the caches.
bool outgrows_caches(const launch_description& launch) {
  // A virtual machine reports the whole cache of its host: do not count on more than this.
  static constexpr std::int64_t kMostCache = std::int64_t{32} << 20;
  static const std::int64_t cache_bytes = [] {
    const std::int64_t bytes = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? std::min(bytes, kMostCache) : kMostCache;
  }();
  std::int64_t bytes_in_use = 0;
  for (int i = 0; i < launch.argument_count; ++i) {
    const argument& a = launch.arguments[i];
    if (a.kind == argument_kind::view) {
      std::int64_t elements = 1;
      for (int d = 0; d < a.rank; ++d) {
        elements *= a.extents[d];
      }
      bytes_in_use += elements * a.element_size;
    }
  }
  return bytes_in_use > cache_bytes;
}

// Is nothing where guarded pointers would lead?
bool can_guard_pointers([[maybe_unused]] const launch_description& launch) {
#if defined(__x86_64__) && defined(__linux__)
  constexpr std::uintptr_t kPage = 4096;
  for (int i = 0; i < launch.argument_count; ++i) {
    const auto address = reinterpret_cast<std::uintptr_t>(launch.arguments[i].data);
    unsigned char resident = 0;
    const auto page = (address & ~(kPage - 1)) ^ kGuardBit;
    if ((address & kGuardBit) != 0 && ::mincore(reinterpret_cast<void*>(page), 1, &resident) == 0) {
      return false;
    }
  }
  return true;
#else
  return false;
#endif
}

// \returns did it come to its end? Exceptions of the kernel itself pass through.
bool run_program(const running_launch& r, program& p) {
  try {
    if (r.monitor == nullptr) {
      r.run(r.closure, p);
      return true;
    }
    fault f;
    if (run_guarded(r.run, r.closure, p, &f)) {
      return true;
    }
    r.monitor->add_fault(p, f);
  } catch (const program_stopped&) {
  }
  return false;
}

void run_chunk(void* state, std::int64_t begin, std::int64_t end, int worker) {
  auto& r = *static_cast<running_launch*>(state);
  const auto slot = static_cast<std::size_t>(worker);
  current_log = &r.logs[slot];
  current_launch = &r.launch;
  program p{};
  p.monitor = r.monitor;
  p.worker = worker;
  p.outgrows_caches = r.outgrows_caches;
  p.pointers_guarded = r.pointers_guarded;
  p.index = begin;
  std::int64_t rest = begin;
  for (int axis = 0; axis < 3; ++axis) {
    p.count[axis] = static_cast<int>(r.launch.grid[axis]);
    p.id[axis] = static_cast<int>(rest % p.count[axis]);
    rest /= p.count[axis];
  }
  for (; p.index < end; advance(&p)) {
    if (r.monitor != nullptr) {
      if (r.monitor->skips(p.index)) {
        break;
      }
      r.monitor->begin_program(&p);
    }
    bool ended = false;
    try {
      ended = run_program(r, p);
      if (!ended && r.monitor != nullptr) {
        r.monitor->note_stopped(p);
      }
    } catch (...) {
      if (r.failures[slot].program < 0) {
        r.failures[slot] = {p.index, std::current_exception()};
      }
    }
    if (r.monitor != nullptr) {
      r.monitor->end_program(p, ended);
    }
  }
  compiler::finish_streaming();
  current_log = nullptr;
  current_launch = nullptr;
}

bool run_again(void* state, program& p) {
  auto& r = *static_cast<running_launch*>(state);
  current_log = &r.logs[static_cast<std::size_t>(p.worker)];
  current_launch = &r.launch;
  p.pointers_guarded = r.pointers_guarded;
  bool ended = false;
  try {
    ended = run_program(r, p);
  } catch (...) {
  }
  current_log = nullptr;
  current_launch = nullptr;
  return ended;
}

// Lanes without a value, where nothing else explains wrong results already.
void add_undefined_results(running_launch* state, std::vector<event>* events) {
  const auto explains = [](const event& e) { return e.kind < mistake::grid_too_small; };
  if (state->monitor->stopped() || std::any_of(events->begin(), events->end(), explains)) {
    return;
  }
  const auto found = find_undefined_results(*state->monitor, run_again, state);
  events->insert(events->begin(), found.begin(), found.end());
}

void show_printed(std::vector<worker_log>& logs) {
  std::vector<printed_line> lines;
  std::int64_t prints = 0;
  for (worker_log& log : logs) {
    prints += log.prints;
    lines.insert(lines.end(), log.printed.begin(), log.printed.end());
  }
  if (prints == 0) {
    return;
  }
  std::stable_sort(lines.begin(), lines.end(), [](const printed_line& a, const printed_line& b) {
    return a.program < b.program;
  });
  lines.resize(std::min(lines.size(), kPrintedLines));
  for (const printed_line& line : lines) {
    std::printf("%s\n", line.text.c_str());
  }
  const std::int64_t more = prints - static_cast<std::int64_t>(lines.size());
  if (more > 0) {
    std::printf("(tl.device_print: %lld more lines are not shown)\n", static_cast<long long>(more));
  }
  std::fflush(stdout);
}

void rethrow_lowest(const std::vector<failure>& failures) {
  const failure* lowest = nullptr;
  for (const failure& f : failures) {
    if (f.program >= 0 && (lowest == nullptr || f.program < lowest->program)) {
      lowest = &f;
    }
  }
  if (lowest != nullptr) {
    std::rethrow_exception(lowest->exception);
  }
}

// With checks off only device_assert reports anything.
std::vector<finding> assertions(const launch_description& launch,
                                const std::vector<worker_log>& logs) {
  std::optional<event> lowest;
  std::int64_t programs = 0;
  for (const worker_log& log : logs) {
    for (const event& e : log.events) {
      programs += e.programs;
      if (!lowest || e.program < lowest->program) {
        lowest = e;
      }
    }
  }
  if (!lowest) {
    return {};
  }
  lowest->programs = programs;
  return {describe_assert(launch, *lowest)};
}

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// The first and last values of a row, so that a line stays a line.
std::string shown_row(const double* values, int count) {
  constexpr int kHead = 8, kTail = 2;
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    if (count > kHead + kTail + 1 && i == kHead) {
      text += ", ...";
      i = count - kTail;
    }
    text += (i == 0 ? "" : ", ") + shown(values[i]);
  }
  return text + "]";
}

}  // namespace

bool checks_enabled() {
  return checks_switch().load(std::memory_order_relaxed);
}
void enable_checks(bool on) {
  checks_switch().store(on, std::memory_order_relaxed);
}

void run_programs(const launch_description& launch, void (*run)(const void*, program&),
                  const void* closure) {
  if (probing_launches()) {
    probe_arguments(launch.arguments, launch.argument_count);
    return;
  }
  if (current_launch != nullptr) {
    throw error("a kernel cannot launch another kernel: launch from the entry function");
  }
  const std::lock_guard lock(launch_mutex);
  const int workers = pool_size();
  const std::int64_t total = std::int64_t{1} * launch.grid[0] * launch.grid[1] * launch.grid[2];
  const std::unique_ptr<launch_monitor> spent = std::move(latest_launch());
  std::unique_ptr<launch_monitor> monitor;
  std::vector<worker_log> bare_logs;
  if (checks_enabled()) {
    monitor = std::make_unique<launch_monitor>(launch, workers, spent.get());
  } else {
    bare_logs.resize(static_cast<std::size_t>(workers));
  }
  std::vector<worker_log>& logs = monitor ? monitor->logs() : bare_logs;
  running_launch state{launch,
                       run,
                       closure,
                       monitor.get(),
                       logs,
                       std::vector<failure>(static_cast<std::size_t>(workers)),
                       outgrows_caches(launch),
                       monitor != nullptr && can_guard_pointers(launch)};
  trace_recorder* const trace = monitor ? trace_recorder::of_process() : nullptr;
  if (trace != nullptr) {
    trace->begin(launch);
  }
  current_trace = trace;
  for_each_chunk(total, run_chunk, &state);
  current_trace = nullptr;
  show_printed(logs);
  std::vector<finding> findings;
  if (monitor) {
    std::vector<event> events = judge(*monitor);
    add_undefined_results(&state, &events);
    note_not_finite(*monitor, run_again, &state, events.empty());
    for (const event& e : events) {
      findings.push_back(describe(*monitor, e));
    }
  } else {
    findings = assertions(launch, logs);
  }
  if (trace != nullptr) {
    trace->end(findings);
  }
  latest_launch() = std::move(monitor);
  if (!findings.empty()) {
    deliver(std::move(findings));
  }
  rethrow_lowest(state.failures);
}

void print_lanes(program& p, source_place, const char* text, const double* values, int rows,
                 int cols) {
  if (p.undefined != filling::marked) {
    return;  // was printed the first time
  }
  worker_log& log = *current_log;
  if (++log.prints > static_cast<std::int64_t>(kPrintedLines)) {
    return;  // a worker's programs rise, so those that are kept are the lowest
  }
  std::string line = "program " + program_text(*current_launch, p.index) + ": " + text;
  if (rows * cols == 1) {
    line += " " + shown(values[0]);
  } else if (rows == 1) {
    line += " " + shown_row(values, cols);
  } else {
    for (int row = 0; row < std::min(rows, 8); ++row) {
      line += "\n  " + shown_row(values + row * cols, cols);
    }
    line += rows > 8 ? "\n  ... (" + std::to_string(rows) + " rows)" : "";
  }
  log.printed.push_back({p.index, std::move(line)});
}

void assertion_failed(program& p, source_place place, const char* text, int lane, int lanes) {
  event e;
  e.kind = mistake::device_assert;
  e.place = place;
  e.lane = lane;
  e.lanes = 1;
  e.where.columns = lanes;
  e.text = text == nullptr ? "" : text;
  if (p.monitor != nullptr) {
    p.monitor->add_broken(p, std::move(e));
  } else if (current_log->events.empty()) {
    e.program = p.index;
    current_log->events.push_back(std::move(e));
  } else {
    ++current_log->events.front().programs;
  }
  throw program_stopped{};
}

}  // namespace kw::runtime

namespace kw {

std::string last_writer(const void* element) {
  if (runtime::hooks().last_writer != nullptr) {
    return runtime::hooks().last_writer(element);
  }
  const std::lock_guard lock(runtime::launch_mutex);
  const auto& monitor = runtime::latest_launch();
  const runtime::access_record* last =
      monitor == nullptr ? nullptr : monitor->last_store_to(static_cast<const char*>(element));
  if (last == nullptr) {
    return "";
  }
  return "program " + runtime::program_text(monitor->launch(), last->program) + ", " +
         runtime::short_path(last->place.file) + ":" + std::to_string(last->place.line);
}

}  // namespace kw
