// Which config of a space is best: from memory, from disk, or by trial.
#include "kernelwright/runtime/autotune.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "common/autotune/steps.hpp"
#include "common/base/fnv.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw {
namespace runtime {
namespace {

using state = tuning_result::state;
using clock = std::chrono::steady_clock;

struct memory_of_choices {
  std::mutex mutex;
  std::unordered_map<std::string, std::pair<int, tuned>> known;
  std::vector<tuning> tunings;
  std::vector<tuned> found;  // in a worker: what was returned since the judge asked
  tuning_effort effort;
};

// Of every device; 0: as the device says. Rules ask for it while the choices are locked.
std::atomic<std::int64_t> given_fast_memory = 0;

memory_of_choices& remembered() {
  static memory_of_choices instance;
  return instance;
}

double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

enum class mode { on, again, off };

mode wanted_mode() {
  const char* text = std::getenv("KW_AUTOTUNE");
  if (text == nullptr || *text == '\0' || std::strcmp(text, "on") == 0) {
    return mode::on;
  }
  if (std::strcmp(text, "again") == 0) {
    return mode::again;
  }
  if (std::strcmp(text, "off") == 0) {
    return mode::off;
  }
  throw error(std::string("KW_AUTOTUNE must be `on`, `again` or `off`, but it is `") + text + "`");
}

template <class Number>
void append_bytes(std::string* text, Number value) {
  text->append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A call with an equal key here gets an equal answer in this process. Every launch of a tuned
// kernel asks, so the text is not made for reading, and its memory is used again.
const std::string& memory_key(const tuning_request& r) {
  thread_local std::string text;
  text.clear();
  for (int i = 0; i < r.key->count; ++i) {
    const key_part& part = r.key->parts[i];
    append_bytes(&text, part.number);
    text.append(part.type == nullptr ? "" : part.type).append(1, '\0');
    text.append(part.name).append(1, '\0');
  }
  append_bytes(&text, r.configs);
  append_bytes(&text, static_cast<int>(r.where.kind));
  append_bytes(&text, r.where.index);
  text.append(r.kernel).append(1, '\0').append(r.place.file == nullptr ? "" : r.place.file);
  return text;
}

std::vector<tuning_result> all_configs(const tuning_request& request, const tuning_calls& calls) {
  std::vector<tuning_result> results(static_cast<std::size_t>(request.count));
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].choice = request.configs[i];
    if (!calls.allows(calls.rule, results[i].choice)) {
      results[i].outcome = state::refused;
      results[i].why = "the rule refuses it";
    }
  }
  return results;
}

bool any(const std::vector<tuning_result>& results, state outcome) {
  return std::any_of(results.begin(), results.end(),
                     [&](const tuning_result& r) { return r.outcome == outcome; });
}

// The fastest, or without times the first that may run; -1 if none may.
int best_of(const std::vector<tuning_result>& results) {
  int best = -1;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const tuning_result& r = results[i];
    const bool timed = r.outcome == state::timed;
    if (!timed && r.outcome != state::unknown && r.outcome != state::faulty) {
      continue;
    }
    const tuning_result* before = best < 0 ? nullptr : &results[static_cast<std::size_t>(best)];
    if (before == nullptr ||
        (timed && (before->outcome != state::timed || r.seconds < before->seconds))) {
      best = static_cast<int>(i);
    }
  }
  return best;
}

[[noreturn]] void none_left(const tuning& space) {
  throw error("autotune of " + space.kernel + " (" + space.key + "): no config is left to run.\n" +
              to_text(space) + "Add a config that fits these sizes, or let the rule allow one.");
}

tuned summary(const tuning& space) {
  tuned result;
  result.key = base::fnv1a(space.kernel + "\n" + space.key);
  const tuning_result& best = space.results[static_cast<std::size_t>(space.best)];
  result.best = best.choice;
  result.seconds = best.seconds;
  result.runs = space.runs;
  result.search_seconds = space.search_seconds;
  result.configs = static_cast<int>(space.results.size());
  for (const tuning_result& r : space.results) {
    const bool timed = r.outcome == state::timed;
    result.left_out += timed || r.outcome == state::unknown ? 0 : 1;
    result.measured += timed && !r.from_earlier ? 1 : 0;
    result.slowest_seconds = std::max(result.slowest_seconds, r.seconds);
  }
  return result;
}

// `KW_AUTOTUNE_REPORT=1`: a table on standard error.
void report(const tuning& space) {
  const char* wanted = std::getenv("KW_AUTOTUNE_REPORT");
  if (wanted != nullptr && *wanted != '\0') {
    std::fputs(to_text(space).c_str(), stderr);
  }
}

// Looks at the disk, then measures what is not there.
void find(const tuning_request& request, const tuning_calls& calls, tuning* space) {
  tuning_store store(identity_of(request), request.kernel);
  space->file = store.file();
  const mode wanted = wanted_mode();
  const auto complete = [&] {
    return !any(space->results, state::unknown) && any(space->results, state::timed);
  };
  if (wanted == mode::on) {
    store.load(&space->results);
  }
  if (wanted != mode::off && !complete() && best_of(space->results) >= 0) {
    const measuring_turn turn(store);
    if (wanted == mode::on) {
      store.load(&space->results);  // another process may have measured while this one waited
    }
    if (!complete()) {
      space->runs = measure_unknown(request, calls, remembered().effort, &space->results);
      store.save(space->results);
    }
  }
}

thread_local bool tuning_now = false;

struct tuning_scope {
  tuning_scope() { tuning_now = true; }
  ~tuning_scope() { tuning_now = false; }
};

/// What was found out: for later calls with this key, and for those who ask for all spaces.
tuned keep(tuning space, const std::string& key, int* index) {
  if (space.best < 0) {
    none_left(space);
  }
  memory_of_choices& memory = remembered();
  const tuned result = summary(space);
  *index = space.best;
  if (any(space.results, state::timed)) {
    tuned later = result;
    later.measured = later.runs = 0;
    later.search_seconds = 0;
    memory.known[key] = {*index, later};
  }
  memory.tunings.push_back(std::move(space));
  return result;
}

/// Call it with the memory locked.
tuned remember_or_find(const tuning_request& request, const tuning_calls& calls, int* index) {
  memory_of_choices& memory = remembered();
  const std::string& key = memory_key(request);
  if (const auto found = memory.known.find(key); found != memory.known.end()) {
    *index = found->second.first;
    return found->second.second;
  }
  const tuning_scope scope;
  tuning space;
  space.kernel = request.kernel;
  space.device = device_name(request.where);
  space.key = key_text(*request.key);
  space.results = all_configs(request, calls);
  const auto start = clock::now();
  if (!hooks().judged) {
    find(request, calls, &space);
  } else if (best_of(space.results) >= 0) {
    space.runs = measure_unknown(request, calls, memory.effort, &space.results);
  }
  space.best = best_of(space.results);
  space.search_seconds = seconds_since(start);
  if (space.best >= 0 && !hooks().judged) {
    report(space);
  }
  return keep(std::move(space), key, index);
}

}  // namespace

tuned find_best(const tuning_request& request, const tuning_calls& calls, int* index) {
  if (tuning_now) {
    throw nested_tuning("autotune of " + std::string(request.kernel) +
                        ": it is called by another autotune's run. Tune one after the other.");
  }
  memory_of_choices& memory = remembered();
  const std::lock_guard lock(memory.mutex);
  const tuned result = remember_or_find(request, calls, index);
  if (hooks().judged) {
    memory.found.push_back(result);
  }
  return result;
}

std::vector<tuned> take_found() {
  memory_of_choices& memory = remembered();
  const std::lock_guard lock(memory.mutex);
  return std::exchange(memory.found, {});
}

void note_tuning(tuning space) {
  memory_of_choices& memory = remembered();
  const std::lock_guard lock(memory.mutex);
  memory.tunings.push_back(std::move(space));
}

}  // namespace runtime

std::vector<tuning> tunings() {
  auto& memory = runtime::remembered();
  const std::lock_guard lock(memory.mutex);
  return memory.tunings;
}

void forget_tunings() {
  auto& memory = runtime::remembered();
  const std::lock_guard lock(memory.mutex);
  memory.known.clear();
  memory.tunings.clear();
}

void set_tuning_effort(tuning_effort how) {
  auto& memory = runtime::remembered();
  const std::lock_guard lock(memory.mutex);
  memory.effort = how;
}

void set_fast_memory(std::int64_t bytes) {
  runtime::given_fast_memory = bytes;
}

tuning_effort given_tuning_effort() {
  auto& memory = runtime::remembered();
  const std::lock_guard lock(memory.mutex);
  return memory.effort;
}

std::int64_t given_fast_memory() {
  return runtime::given_fast_memory;
}

std::int64_t fast_memory(device where) {
  if (const std::int64_t given = runtime::given_fast_memory; given > 0) {
    return given;
  }
  if (where.kind == device_kind::cuda) {
    return runtime::cuda::gpu().register_bytes(where.index);
  }
  // A machine may not know, or a virtual one may report nonsense.
  constexpr std::int64_t kLeast = 256 << 10, kMost = 4 << 20;
  return std::clamp(static_cast<std::int64_t>(::sysconf(_SC_LEVEL2_CACHE_SIZE)), kLeast, kMost);
}

}  // namespace kw
