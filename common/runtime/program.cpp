// Runs the programs of a launch, and answers what their contexts ask.
#include "kernelwright/runtime/program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "common/base/at_end.hpp"
#include "common/checker/mistakes/find.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/record/monitor.hpp"
#include "common/checker/record/waiting.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/checker/report/site.hpp"
#include "common/checker/source/source.hpp"
#include "common/checker/trace/trace.hpp"
#include "common/runtime/device_output.hpp"
#include "common/runtime/hooks.hpp"
#include "common/runtime/program_order.hpp"
#include "common/runtime/thread_pool.hpp"
#include "kernelwright/compiler/streaming.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"
#include "kernelwright/runtime/launch_probe.hpp"
#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::runtime {
namespace {

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

// The two latest checked launches: last_writer and was_argument ask them. What their arguments
// point to may be gone.
struct latest_monitors {
  std::unique_ptr<launch_monitor> latest, before;
  int known = 0;                // how many of the two came after forget_launches
  bool found_mistakes = false;  // in the latest one
};
latest_monitors& latest_launches() {
  static latest_monitors monitors;
  return monitors;
}

struct failure {
  std::int64_t program = -1;
  std::exception_ptr exception;
};

struct running_launch {
  const launch_description& launch;
  void (*run)(const void*, program&);
  const void* closure;
  launch_monitor* monitor;             // null with checks off
  std::vector<device_output> outputs;  // one per worker
  std::vector<failure> failures;       // one per worker: its lowest program that threw
  bool outgrows_caches;
  program_order order;
  filling marks = filling::marked;  // what masked lanes without a value hold
};

// Is the data of the launch larger than the largest cache? Then programs read ahead, and their
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

// Is the address range that guarded pointers would lead to empty?
bool can_guard_pointers([[maybe_unused]] const launch_description& launch) {
#if defined(__linux__)
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; launch.pointer_guards != nullptr && i < launch.pointer_guards->count; ++i) {
    const argument& a = launch.arguments[launch.pointer_guards->arguments[i]];
    const auto address = reinterpret_cast<std::uintptr_t>(a.data) -
                         static_cast<std::uintptr_t>(launch.pointer_guards->guarded_shifts[i]);
    unsigned char resident = 0;
    if (::mincore(reinterpret_cast<void*>(address & ~(page - 1)), 1, &resident) == 0) {
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
    const uncounted_requests notes;
    r.monitor->add_fault(p, f);
  } catch (const program_stopped&) {
  }
  return false;
}

/// A kernel can reach its program, and the next one begins where this one was.
void restore(program& p, const running_launch& r, std::int64_t index, int worker) {
  p.monitor = r.monitor;
  p.worker = worker;
  p.index = index;
  p.undefined = filling::marked;
  p.marks = r.marks;
  p.in_stream = false;
}

void run_chunk(void* state, std::int64_t begin, std::int64_t end, int worker) {
  auto& r = *static_cast<running_launch*>(state);
  const auto slot = static_cast<std::size_t>(worker);
  current_output = &r.outputs[slot];
  current_launch = &r.launch;
  program p{};
  p.monitor = r.monitor;
  p.worker = worker;
  p.outgrows_caches = r.outgrows_caches;
  p.pointer_guards = r.launch.pointer_guards;
  p.marks = r.marks;
  r.order.place(begin, &p);
  for (std::int64_t position = begin; position < end; r.order.advance(++position, &p)) {
    if (r.monitor != nullptr) {
      const uncounted_requests notes;
      if (r.monitor->skips(p.index)) {
        break;
      }
      r.monitor->begin_program(&p);
    }
    bool ended = false, threw = false;
    const std::int64_t index = p.index;
    try {
      ended = run_program(r, p);
    } catch (...) {
      threw = true;
      if (r.failures[slot].program < 0) {
        r.failures[slot] = {index, std::current_exception()};
      }
    }
    restore(p, r, index, worker);
    const uncounted_requests notes;
    if (!ended && !threw && r.monitor != nullptr) {
      r.monitor->note_stopped(p);
    }
    if (r.monitor != nullptr) {
      r.monitor->end_program(p, ended);
    }
  }
  compiler::finish_streaming();
  current_output = nullptr;
  current_launch = nullptr;
}

bool run_again(void* state, program& p) {
  auto& r = *static_cast<running_launch*>(state);
  current_output = &r.outputs[static_cast<std::size_t>(p.worker)];
  current_launch = &r.launch;
  p.pointer_guards = r.launch.pointer_guards;
  bool ended = false;
  try {
    ended = run_program(r, p);
  } catch (...) {
  }
  current_output = nullptr;
  current_launch = nullptr;
  return ended;
}

void rethrow_lowest(const std::vector<failure>& failures) {
  const failure* lowest = nullptr;
  for (const failure& f : failures) {
    if (f.program >= 0 && (lowest == nullptr || f.program < lowest->program)) {
      lowest = &f;
    }
  }
  if (lowest != nullptr && lowest->exception == nullptr) {
    throw error("a kernel threw an exception that is not one of C++");
  }
  if (lowest != nullptr) {
    std::rethrow_exception(lowest->exception);
  }
}

// With checks off only device_assert reports anything.
std::vector<finding> assertions(const running_launch& r) {
  const unchecked_assertion* lowest = nullptr;
  std::int64_t programs = 0;
  for (const device_output& output : r.outputs) {
    if (output.assertion) {
      programs += output.assertion->programs;
      if (lowest == nullptr || output.assertion->program < lowest->program) {
        lowest = &*output.assertion;
      }
    }
  }
  if (lowest == nullptr) {
    return {};
  }
  return {describe_assertion(r.launch, lowest->place, lowest->failed, lowest->program, programs)};
}

/// Runs each program once. Programs that run again later, for a closer look, count for nothing.
void run_grid(running_launch& state, std::int64_t total, bool checked) {
  begin_counting(checked);
  const base::at_end counted(end_counting);
  if (checked && hooks().backwards) {
    run_backwards(
        total,
        [&](std::int64_t begin, std::int64_t end, int worker) {
          run_chunk(&state, begin, end, worker);
        },
        [&](program& waiting) { state.marks = waiting.marks = hooks().marks_of_waiting; });
  } else {
    for_each_chunk(total, run_chunk, &state);
  }
}

}  // namespace

bool checks_enabled() {
  return checks_switch().load(std::memory_order_relaxed);
}
void enable_checks(bool on) {
  if (!hooks().keeps_checks) {
    checks_switch().store(on, std::memory_order_relaxed);
  }
}

void run_programs(const launch_description& given, void (*run)(const void*, program&),
                  const void* closure) {
  launch_description launch = given;
  if (probing_launches()) {
    probe_arguments(launch.arguments, launch.argument_count);
    return;
  }
  if (current_launch != nullptr) {
    throw error("a kernel cannot launch another kernel: launch from the entry function");
  }
  ++hooks().launches;
  const base::at_end counted([exceptions = std::uncaught_exceptions()] {
    hooks().launches -= std::uncaught_exceptions() == exceptions ? 1 : 0;
  });
  const std::lock_guard lock(launch_mutex);
  const int workers = std::max(pool_size(), hooks().backwards ? 2 : 1);
  const std::int64_t total = std::int64_t{1} * launch.grid[0] * launch.grid[1] * launch.grid[2];
  auto& [latest, before, known, found_mistakes] = latest_launches();
  const std::unique_ptr<launch_monitor> spent = std::move(before);
  before = std::move(latest);
  std::unique_ptr<launch_monitor> monitor;
  const bool checked = checks_enabled();
  if (!(checked || hooks().always_guards) || !can_guard_pointers(launch)) {
    launch.pointer_guards = nullptr;
  }
  if (checked) {
    const uncounted_requests notes;
    monitor =
        std::make_unique<launch_monitor>(launch, workers, what_mistakes_look_at(), spent.get());
  }
  const bool large = outgrows_caches(launch);
  running_launch state{launch,
                       run,
                       closure,
                       monitor.get(),
                       std::vector<device_output>(static_cast<std::size_t>(workers)),
                       std::vector<failure>(static_cast<std::size_t>(workers)),
                       large,
                       program_order(launch.grid, large && !checked)};
  trace_recorder* const trace = monitor ? trace_recorder::of_process() : nullptr;
  if (trace != nullptr) {
    trace->begin(launch);
  }
  current_trace = trace;
  run_grid(state, total, checked);
  current_trace = nullptr;
  show_printed(state.outputs);
  const uncounted_requests notes;
  std::vector<finding> findings =
      monitor ? find_mistakes(*monitor, {run_again, &state}) : assertions(state);
  if (trace != nullptr) {
    trace->end(findings);
  }
  latest = std::move(monitor);
  known = std::min(known + 1, 2);
  found_mistakes = !findings.empty();
  deliver(std::move(findings));
  rethrow_lowest(state.failures);
}

}  // namespace kw::runtime

namespace kw {

std::string last_writer(const void* element) {
  if (runtime::hooks().last_writer != nullptr) {
    return runtime::hooks().last_writer(element);
  }
  const std::lock_guard lock(runtime::launch_mutex);
  const auto& [monitor, before, known, found_mistakes] = runtime::latest_launches();
  // What the latest launch left alone may hold what the one before it stored.
  int left = known;
  for (const runtime::launch_monitor* each : {monitor.get(), before.get()}) {
    const runtime::access_record* const last =
        each == nullptr || left-- <= 0 ? nullptr
                                       : each->last_store_to(static_cast<const char*>(element));
    if (last != nullptr) {
      return "stored by program " + runtime::program_text(each->launch(), last->program) + ", " +
             runtime::short_path(last->place.file) + ":" + std::to_string(last->place.line);
    }
  }
  return "";
}

loads_of_program loads_in(const std::function<void()>& launch, const void* stored,
                          const void* argument) {
  runtime::noting_loads = true;
  const base::at_end done([] { runtime::noting_loads = false; });
  forget_launches();
  launch();
  const std::lock_guard lock(runtime::launch_mutex);
  const auto& [monitor, before, known, found_mistakes] = runtime::latest_launches();
  return monitor == nullptr || known == 0 ? loads_of_program{}
                                          : runtime::loads_for(*monitor, stored, argument);
}

clue origin_of_not_finite(const void* element) {
  const std::lock_guard lock(runtime::launch_mutex);
  const auto& [monitor, before, known, found_mistakes] = runtime::latest_launches();
  return monitor == nullptr || known == 0 || found_mistakes ? clue{}
                                                            : runtime::origin_in(*monitor, element);
}

bool was_argument(const void* data) {
  const std::lock_guard lock(runtime::launch_mutex);
  const auto& [latest, before, known, found_mistakes] = runtime::latest_launches();
  const auto got_it = [&](const auto& monitor) {
    return monitor != nullptr &&
           std::any_of(monitor->targets().begin(), monitor->targets().end(),
                       [&](const runtime::target& t) { return t.argument >= 0 && t.data == data; });
  };
  return runtime::hooks().last_writer == nullptr &&
         ((known > 0 && got_it(latest)) || (known > 1 && got_it(before)));
}

void forget_launches() {
  const std::lock_guard lock(runtime::launch_mutex);
  runtime::latest_launches().known = 0;
}

}  // namespace kw
