#include "common/judge/bench_judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <utility>

#include "common/judge/remote_search.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::remote {
namespace {

struct bench_judge {
  bench_judge_options options;
  std::unique_ptr<shared_memory> memory;
  std::unique_ptr<worker_process> worker;
  std::unique_ptr<worker_process> solution;
  std::mt19937_64 chance{std::random_device{}()};  // a submission cannot foresee it
  double seconds = 0;                              // of the worker's calls since it was set to 0
  int calls = 0;
  bool compare = true;
  std::vector<testing::tolerance> limits;        // of the benchmark that runs
  std::map<const void*, std::string> originals;  // what inputs held before the worker saw them
};

bench_judge& the_judge() {
  static bench_judge instance;
  return instance;
}

std::string in_words(const worker_failure& failure) {
  switch (failure.kind) {
    case failure_kind::hung:
    case failure_kind::waited:
    case failure_kind::out_of_time:
      return "it had not returned when its time was up";
    case failure_kind::crashed:
      return "it crashed with signal " + std::to_string(failure.signal);
    default:
      return "its program failed (" + std::string(to_string(failure.kind)) + ")";
  }
}

message request_for(int entry, const std::string& arguments, const autotune_step& step = {}) {
  message request;
  request.put(request_kind::call);
  request.put(true);
  request.put(the_judge().memory->ranges());
  request.put(false);  // counts nothing
  request.put(checks_enabled());
  request.put(false);  // streams bring what there is
  request.put(step);
  request.put(entry);
  request.put_bytes(arguments.data(), arguments.size());
  return request;
}

/// Lets a worker map and disguise the memory, which takes its time.
void make_ready(worker_process& process, const std::string& function) {
  worker_failure failure;
  message answer;
  message request;
  request.put(request_kind::prepare);
  request.put(the_judge().memory->ranges());
  put_allocations(request);
  if ((!process.running() && !process.start(entry_count, failure)) ||
      !process.ask(request, answer, failure)) {
    throw error(function + ": " + in_words(failure));
  }
}

/// \returns the answer of a worker that is ready, read up to the function's result
message call(worker_process& process, const message& request, const std::string& function) {
  worker_failure failure;
  message answer;
  if (!process.ask(request, answer, failure)) {
    throw error(function + ": " + in_words(failure));
  }
  const auto end = answer.take<call_end>();
  const std::string text = printable(answer.take<std::string>(), 4096);
  (void)answer.take<std::int64_t>();  // memory and streams: the tests have looked at these
  (void)answer.take<std::int64_t>();
  (void)answer.take<runtime::traffic>();
  (void)take_findings_from(answer);
  take_allocations(answer, true);
  (void)process.take_output();
  if (end != call_end::returned) {
    throw error(text.empty() ? function + " threw an exception" : text);
  }
  return answer;
}

message ask(worker_process& process, const message& request, const std::string& function) {
  make_ready(process, function);
  return call(process, request, function);
}

std::int64_t bytes_of(const buffer_argument& buffer) {
  return buffer.elements * buffer.element_size;
}

/// A number from a counter, as random_unit makes them.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 31);
}

/// Fills `to` with randomly chosen elements of `from`: other sums, other maxima, other orders.
template <class T>
void draw_elements(std::uint64_t seed, const std::string& from, char* to) {
  const std::uint64_t n = from.size() / sizeof(T);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t index = (mixed(seed, i) >> 32) * n >> 32;
    std::memcpy(to + i * sizeof(T), from.data() + index * sizeof(T), sizeof(T));
  }
}

/// Makes fresh inputs, which the worker has never seen: first in the solution's memory, which the
/// worker cannot reach, and then as a copy in the worker's. Integers stay: they may be indices.
void make_input(const buffer_argument& buffer) {
  bench_judge& j = the_judge();
  auto& original = j.originals[buffer.data];
  const auto bytes = static_cast<std::size_t>(bytes_of(buffer));
  if (original.size() != bytes) {  // before the worker's first call with it
    original.assign(static_cast<const char*>(buffer.data), bytes);
  }
  char* const twin = static_cast<char*>(j.memory->twin_of(buffer.data));
  const std::uint64_t seed = j.chance();
  if (!buffer.floating || bytes >= (std::size_t{1} << 34)) {
    std::memcpy(twin, original.data(), bytes);
  } else if (buffer.element_size == 2) {
    draw_elements<std::uint16_t>(seed, original, twin);
  } else if (buffer.element_size == 4) {
    draw_elements<std::uint32_t>(seed, original, twin);
  } else {
    draw_elements<std::uint64_t>(seed, original, twin);
  }
  std::memcpy(buffer.data, twin, bytes);
}

/// One element of what outputs hold before a call: a NaN that no arithmetic makes, with other bits
/// in each call.
std::uint64_t draw_poison(const buffer_argument& buffer) {
  const std::uint64_t chance = the_judge().chance();
  switch (buffer.floating ? buffer.element_size : 0) {
    case 2:  // either kind of 16 bits
      return 0x7fc0 | 1 | (chance & 0x3f);
    case 4:
      return 0x7fc0'0000 | 1 | (chance & 0x3f'ffff);
    case 8:
      return 0x7ff8'0000'0000'0000 | 1 | (chance & 0x7'ffff'ffff'ffff);
    default:
      return chance;
  }
}

/// \returns what each output holds where nothing was written, in the worker's memory and in the
/// solution's
std::vector<std::uint64_t> prepare(const std::vector<buffer_argument>& buffers) {
  std::vector<std::uint64_t> poisons;
  for (const buffer_argument& buffer : buffers) {
    poisons.push_back(buffer.input ? 0 : draw_poison(buffer));
    if (buffer.input) {
      make_input(buffer);
      continue;
    }
    char* const data = static_cast<char*>(buffer.data);
    for (std::int64_t i = 0; i < buffer.elements; ++i) {
      std::memcpy(data + i * buffer.element_size, &poisons.back(),
                  static_cast<std::size_t>(std::min(buffer.element_size, 8)));
    }
    std::memcpy(the_judge().memory->twin_of(data), data,
                static_cast<std::size_t>(bytes_of(buffer)));
  }
  return poisons;
}

void require_same_inputs(const std::vector<buffer_argument>& buffers, const std::string& function) {
  for (const buffer_argument& buffer : buffers) {
    if (buffer.input && std::memcmp(buffer.data, the_judge().memory->twin_of(buffer.data),
                                    static_cast<std::size_t>(bytes_of(buffer))) != 0) {
      throw error(function + ": it changed its inputs while it was measured");
    }
  }
}

using copies = std::vector<std::string>;

copies copy_outputs(const std::vector<buffer_argument>& buffers) {
  copies result;
  for (const buffer_argument& buffer : buffers) {
    result.emplace_back(buffer.input ? ""
                                     : std::string(static_cast<const char*>(buffer.data),
                                                   static_cast<std::size_t>(bytes_of(buffer))));
  }
  return result;
}

/// How far each output may be off.
std::vector<testing::tolerance> limits_of(const std::vector<buffer_argument>& buffers) {
  const std::vector<testing::tolerance>& given = the_judge().limits;
  std::vector<testing::tolerance> result;
  std::size_t outputs = 0;
  for (const buffer_argument& buffer : buffers) {
    const std::size_t at = std::min(outputs, given.size() - 1);
    result.push_back(given[at]);
    outputs += buffer.input ? 0 : 1;
  }
  if (given.size() != 1 && given.size() != outputs) {
    throw error("the benchmark names " + std::to_string(given.size()) + " limits for " +
                std::to_string(outputs) + " outputs");
  }
  return result;
}

/// The tests compare with results that are not rounded. The solution's are, once.
/// \param expected where they are \param poison what unwritten elements hold
bool agrees(const buffer_argument& buffer, const char* expected, const char* got,
            std::uint64_t poison, const testing::tolerance& limit) {
  const std::int64_t n = buffer.elements;
  const auto width = static_cast<std::size_t>(buffer.element_size);
  if (buffer.value == nullptr) {
    return std::memcmp(got, expected, static_cast<std::size_t>(bytes_of(buffer))) == 0;
  }
  const testing::tolerance with_rounding = {limit.abs, limit.rel + buffer.rounding, limit.reason};
  const auto unwritten = [&](const char* data, std::int64_t i) {
    return std::memcmp(data + static_cast<std::size_t>(i) * width, &poison, width) == 0;
  };
  for (std::int64_t i = 0; i < n; ++i) {
    const double want = buffer.value(expected, i);
    const double have = buffer.value(got, i);
    const bool alike =
        testing::close(have, want, with_rounding) || (std::isnan(have) && std::isnan(want));
    if (!alike || unwritten(got, i) != unwritten(expected, i)) {
      return false;
    }
  }
  return true;
}

void compare_with_solution(int entry, const message& arguments, const copies& got,
                           const std::vector<std::uint64_t>& poisons, const std::string& function) {
  const std::vector<buffer_argument>& buffers = arguments.buffers();
  const std::vector<testing::tolerance> limits = limits_of(buffers);
  (void)ask(*the_judge().solution, request_for(entry, arguments.bytes()), function);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const auto* expected = static_cast<const char*>(the_judge().memory->twin_of(buffers[i].data));
    if (!buffers[i].input && !agrees(buffers[i], expected, got[i].data(), poisons[i], limits[i])) {
      throw error(function + ": its result was wrong while it was measured");
    }
  }
}

/// The cost of a call that does nothing. It is measured with the solution's worker, because a
/// submission could be slow at it on purpose, to have more subtracted.
double cost_of_a_call() {
  constexpr int kCalls = 25;
  std::vector<double> seconds;
  for (int i = 0; i < kCalls; ++i) {
    (void)ask(*the_judge().solution, request_for(kNoEntry, ""), "nothing");
    seconds.push_back(the_judge().solution->answer_seconds());
  }
  return summarise(std::move(seconds)).seconds;
}

message measure_exchange(int entry, const message& arguments, const autotune_step& step) {
  bench_judge& j = the_judge();
  const std::string function = entries[entry].signature;
  make_ready(*j.worker, function);
  // It is frozen now, so none of its threads can begin with the inputs before the clock does.
  const std::vector<std::uint64_t> poisons = prepare(arguments.buffers());
  message answer = call(*j.worker, request_for(entry, arguments.bytes(), step), function);
  // From here on the worker is frozen.
  const copies got = j.compare ? copy_outputs(arguments.buffers()) : copies();
  require_same_inputs(arguments.buffers(), function);
  j.seconds += j.worker->answer_seconds();
  ++j.calls;
  if (j.compare) {
    compare_with_solution(entry, arguments, got, poisons, function);
  }
  return answer;
}

}  // namespace

message exchange(int entry, const message& arguments) {
  return measure_exchange(entry, arguments, {});
}

// The search sees other inputs than the call that counts.
tuned exchange_tuned(int entry, const message& arguments) {
  bench_judge& j = the_judge();
  const std::string function = entries[entry].signature;
  const search_calls calls = {
      [&](const autotune_step& step) {
        return ask(*j.worker, request_for(entry, arguments.bytes(), step), function);
      },
      [&] { return j.worker->running(); }, [&] { return j.worker->answer_seconds(); }};
  (void)prepare(arguments.buffers());
  const autotune_step step = search_remotely(calls, *j.memory);
  message result = measure_exchange(entry, arguments, step);
  require_told(function, step, result);
  return step.told;
}

void require_shared(const void* data, int argument) {
  if (!the_judge().memory->holds(data)) {
    throw error("argument " + std::to_string(argument) +
                " does not point into a kw::buffer, so a worker cannot see it");
  }
}

void start_measuring(bench_judge_options options) {
  bench_judge& j = the_judge();
  j.options = std::move(options);
  j.memory = std::make_unique<shared_memory>(true);
  // Kernels have separate memory, as where calls are made again, so no loop of the host can take
  // their place while it is measured.
  j.worker = std::make_unique<worker_process>(j.options.worker, *j.memory, false, true);
  j.solution = std::make_unique<worker_process>(j.options.solution, *j.memory, true, true);
  j.worker->freeze_answers(true);
  j.solution->freeze_answers(true);  // or a call would seem to cost it less
  runtime::hooks().allocate = [](std::int64_t bytes) {
    return the_judge().memory->allocate(bytes);
  };
  runtime::hooks().release = [](void* data) {
    the_judge().originals.erase(data);
    the_judge().memory->release(data);
  };
}

measurement measure_call(const std::function<void()>& call,
                         const std::vector<testing::tolerance>& limits) {
  constexpr int kWarmUps = 2;
  constexpr int kOneIn = 3;  // one result in so many is compared
  bench_judge& j = the_judge();
  if (limits.empty()) {
    throw error("the benchmark does not say how far results may be off: give its `work` limits");
  }
  j.limits = limits;
  j.compare = true;
  for (int i = 0; i < kWarmUps; ++i) {
    call();
  }
  const double cost = cost_of_a_call();
  std::vector<double> seconds;
  double total = 0;
  while (static_cast<int>(seconds.size()) < j.options.least ||
         (static_cast<int>(seconds.size()) < j.options.most && total < j.options.seconds)) {
    j.seconds = 0;
    j.calls = 0;
    j.compare = j.chance() % kOneIn == 0;
    call();
    seconds.push_back(std::max(j.seconds - j.calls * cost, 0.0));
    total += j.seconds;
  }
  return summarise(std::move(seconds));
}

}  // namespace kw::remote
