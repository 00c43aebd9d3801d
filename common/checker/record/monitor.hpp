// The record of one launch. While programs run, each worker appends what its programs do to
// its own log, and every access is compared with what it may touch. Mistakes are found
// afterwards.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "common/checker/record/crash_guard.hpp"
#include "common/checker/record/launch_memory.hpp"
#include "common/checker/record/watch.hpp"
#include "common/checker/record/worker_log.hpp"
#include "common/checker/trace/trace.hpp"
#include "kernelwright/runtime/memory_requests.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::runtime {

/// Ends a program whose mistake was recorded. Only run_programs catches it.
struct program_stopped {};

/// Once a program has been ended, only this many programs after the lowest ended one are looked at:
/// a grid of a million programs that all go wrong should not take seconds. Any others that ran are
/// ignored, so the findings do not depend on how far the launch got.
inline constexpr std::int64_t kStopWindow = 1000;

/// Of so few programs, all can be run again.
inline constexpr std::int64_t kSampledPrograms = 24;

/// Of lanes in any order, among those that are active; INT64_MAX if there are none.
std::int64_t lowest_offset(const access& a);
/// Adds the rectangles of an access's lanes. A vector whose lanes are apart, or lanes each of which
/// came with its own address, are one as well, but what is wrong shows lane by lane. \returns is it
/// so? \param shift from where the target points to what the access counts from
bool add_lanes(const access& a, std::int64_t shift, const rectangle& tile,
               std::vector<rectangle>* all);
/// The same lanes in runs of even steps, for a trace.
std::vector<trace_access::numbers> runs_of(const std::vector<rectangle>& lanes);

/// Bits of program::axes_asked: num_programs of any axis.
inline constexpr unsigned kAskedExtent = 7u << 3;

class launch_monitor {
 public:
  /// \param looks what mistakes look at; must outlive the monitor
  /// \param spent an earlier launch's monitor, or null: its logs keep their memory for this one
  launch_monitor(const launch_description& launch, int workers, const std::vector<watch>& looks,
                 launch_monitor* spent);

  // While programs run:
  bool skips(std::int64_t program) const {
    return program > lowest_stopped_.load(std::memory_order_relaxed) + kStopWindow;
  }
  void begin_program(program* p);
  /// From here on its worker runs this program.
  void expect(const program& p);
  void note_stopped(const program& p);
  void end_program(const program& p, bool ended);
  void check(program& p, const access& a);
  program program_at(std::int64_t index) const;
  /// Operations on an element come one after the other: each holds this flag while it runs.
  std::atomic_flag& turn_of(const void* element) {
    return turns_[reinterpret_cast<std::uintptr_t>(element) / 8 % kTurns];
  }
  std::int64_t next_synchronisation() {
    return synchronisations_.fetch_add(1, std::memory_order_relaxed);
  }
  /// Notes that the program faulted.
  void add_fault(program& p, const fault& f);
  /// Tells all mistakes what happened.
  void happened(program& p, source_place place, const incident& what);

  // For mistakes, while programs run:
  worker_log& log_of(const program& p) { return logs_[static_cast<std::size_t>(p.worker)]; }
  /// Notes an event in the log of the program's worker, once for each kind, line and argument.
  void add(const program& p, event e);
  /// Notes an event, and ends the program: what it does next would make no sense.
  [[noreturn]] void stop(program& p, event e);
  /// Notes an event, and ends the program at its next access.
  void add_broken(program& p, event e);

  // Afterwards:
  const launch_description& launch() const { return launch_; }
  std::int64_t programs() const { return programs_; }
  bool stopped() const { return lowest_stopped_.load() != kNever; }
  /// Of all programs: program::axes_asked.
  unsigned axes_asked() const;
  /// Drops what programs after the window left in the logs.
  void forget_skipped();
  const access_record* last_store_to(const char* address) const;
  /// The stores into one memory block, or its loads, by rising program.
  access_list stores_into(int memory) const;
  access_list loads_from(int memory) const;
  /// What went wrong in the float operations of a program; no flags if nothing did.
  float_trouble trouble_of(std::int64_t program) const;
  /// What programs did that can be run again, by rising program.
  std::vector<const journal*> replayable() const;
  const launch_memory& memory() const { return memory_; }
  const std::vector<target>& targets() const { return memory_.targets(); }
  const std::vector<memory_block>& memories() const { return memory_.memories(); }
  const target& target_at(int number) const { return targets()[static_cast<std::size_t>(number)]; }
  const memory_block& memory_at(int number) const {
    return memories()[static_cast<std::size_t>(number)];
  }
  const std::vector<worker_log>& logs() const { return logs_; }
  std::vector<worker_log>& logs() { return logs_; }

 private:
  bool samples(std::int64_t program) const;
  void journal_change(program& p, int memory, const rectangle& in_memory);
  void require_expected(const program& p) const;
  void begin_access(program& p, source_place place);
  static void watch_floats(worker_log& log, source_place place);
  void check_rectangles(program& p, const seen_access& a);
  void check_second_run(program& p, const seen_access& a);
  static void note_access(worker_log& log, access_record a);
  void note_skipped(const program& p, access_kind kind);
  void note_idle(const program& p);
  void note_fetched(const program& p);
  void note_touched(const program& p, access_kind kind, const char* first, int lanes) {
    worker_log& log = log_of(p);
    log.touched = true;
    log.stored = log.stored || !only_reads(kind);
    log.looked_up = log.looked_up || lanes == 1;
    if (only_reads(kind) && log.loaded.size() < kNotedLoads) {
      log.loaded.push_back(first);
    }
  }

  launch_description launch_;
  std::vector<argument> arguments_;  // the launch's own end with it
  std::int64_t programs_;
  launch_memory memory_;
  const std::vector<watch>& looks_;
  std::vector<worker_log> logs_;
  static constexpr std::size_t kNotedLoads = 8;  // per program
  static constexpr std::int64_t kNever = INT64_MAX - kStopWindow;
  std::atomic<std::int64_t> lowest_stopped_{kNever};
  static constexpr std::size_t kTurns = 64;
  std::atomic_flag turns_[kTurns] = {};
  std::atomic<std::int64_t> synchronisations_{0};
  std::atomic<bool> endless_ = false;  // has a program run for too long?
};

/// Calls f with the checker of the program's launch, if it is checked, and counts none of the
/// memory that it asks for.
template <class F>
void tell(const program& p, F f) {
  if (p.monitor != nullptr) {
    const uncounted_requests notes;
    f(*p.monitor);
  }
}

/// Runs one program again. \returns did it come to its end?
struct runner {
  bool (*run)(void* state, program&);
  void* state;
  bool operator()(program& p) const { return run(state, p); }
};

/// What a program does differently in a second run.
struct difference {
  bool any = false;
  bool of_atomics = false;  ///< it gave other operands to atomic operations
  /// Else: the elements of a memory block that it left differently. -1: it went on elsewhere.
  int memory = -1;
  std::int64_t first = -1, last = -1;
  std::int64_t count = 0;
  bool found() const { return memory >= 0; }
};

/// Runs a program whose first run was journaled with other values in lanes that have none. Only
/// after a launch without races or ended programs. Afterwards memory is as it was before.
/// \param line of the loads whose lanes get them; 0 for all
difference run_with_other_values(launch_monitor& monitor, const journal& first_run,
                                 const runner& run, filling with, int line);

// ---- units of 32 bytes that the programs of a launch move, while a caller wants to know

/// Is the launch that runs counted? Are its loads noted that no program can disturb, too? Both are
/// set between launches.
inline bool counting_launch = false;
inline bool noting_loads = false;

/// Adds an access to what has been noted. \param lanes in elements from `data`
void note_access_traffic(const program& p, access_kind kind, const char* data,
                         const std::vector<rectangle>& lanes);

/// Count the launch that runs between them, if launches are counted.
void begin_counting(bool checked);
void end_counting();

}  // namespace kw::runtime
