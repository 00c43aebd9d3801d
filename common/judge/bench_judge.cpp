#include "common/judge/bench_judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <utility>

#include "common/runtime/hooks.hpp"

namespace kw::remote {
namespace {

struct bench_judge {
  bench_judge_options options;
  std::unique_ptr<shared_memory> memory;
  std::unique_ptr<worker_process> worker;
  std::unique_ptr<worker_process> solution;
  std::mt19937_64 chance{std::random_device{}()};  // nothing that a submission could foresee
  double seconds = 0;                              // of the worker's calls since it was set to 0
  int calls = 0;
  bool compare = true;
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

message request_for(int entry, const std::string& arguments) {
  message request;
  request.put(request_kind::call);
  request.put(the_judge().memory->ranges());
  put_allocations(request);
  request.put(entry);
  request.put_bytes(arguments.data(), arguments.size());
  return request;
}

/// \returns the answer, read up to the function's result
message ask(worker_process& process, const message& request, const std::string& function) {
  worker_failure failure;
  message answer;
  if ((!process.running() && !process.start(entry_count, failure)) ||
      !process.ask(request, answer, failure)) {
    throw error(function + ": " + in_words(failure));
  }
  const auto end = answer.take<call_end>();
  const std::string text = printable(answer.take<std::string>(), 4096);
  (void)answer.take<std::int64_t>();  // memory, which the tests have looked at
  (void)take_findings_from(answer);
  take_allocations(answer, true);
  (void)process.take_output();
  if (end != call_end::returned) {
    throw error(text.empty() ? function + " threw an exception" : text);
  }
  return answer;
}

std::int64_t bytes_of(const buffer_argument& buffer) {
  return buffer.elements * buffer.element_size;
}

/// Other values at every place, of the same kind as before: a result that was kept is wrong now.
void change_inputs(const std::vector<buffer_argument>& buffers) {
  for (const buffer_argument& buffer : buffers) {
    if (buffer.input && buffer.floating && buffer.elements > 1) {
      char* const data = static_cast<char*>(buffer.data);
      const auto steps = static_cast<std::int64_t>(
          1 + the_judge().chance() % static_cast<std::uint64_t>(buffer.elements - 1));
      std::rotate(data, data + steps * buffer.element_size, data + bytes_of(buffer));
    }
  }
}

void poison_outputs(const std::vector<buffer_argument>& buffers) {
  for (const buffer_argument& buffer : buffers) {
    if (!buffer.input) {
      std::memset(buffer.data, 0xff, static_cast<std::size_t>(bytes_of(buffer)));
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

/// The tests have held every result against its bound before. Here it is enough to tell a result
/// from none: rounding in another order stays far below this, work left out far above.
double tolerance_of(const buffer_argument& buffer) {
  return !buffer.floating ? 0 : buffer.element_size == 2 ? 0.05 : 1e-3;
}

bool agrees(const buffer_argument& expected, const void* got) {
  const std::int64_t n = expected.elements;
  if (expected.value == nullptr) {
    return std::memcmp(got, expected.data, static_cast<std::size_t>(bytes_of(expected))) == 0;
  }
  double squares = 0;
  std::int64_t finite = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double value = expected.value(expected.data, i);
    squares += std::isfinite(value) ? value * value : 0;
    finite += std::isfinite(value) ? 1 : 0;
  }
  const double usual = finite > 0 ? std::sqrt(squares / static_cast<double>(finite)) : 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double want = expected.value(expected.data, i);
    const double have = expected.value(got, i);
    const bool alike = std::isfinite(want) ? std::fabs(have - want) <=
                                                 tolerance_of(expected) * (std::fabs(want) + usual)
                                           : have == want || (std::isnan(have) && std::isnan(want));
    if (!alike) {
      return false;
    }
  }
  return true;
}

void compare_with_solution(int entry, const message& arguments, const std::string& function) {
  const std::vector<buffer_argument>& buffers = arguments.buffers();
  const copies got = copy_outputs(buffers);
  poison_outputs(buffers);
  (void)ask(*the_judge().solution, request_for(entry, arguments.bytes()), function);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i].input && !agrees(buffers[i], got[i].data())) {
      throw error(function + ": its result was wrong while it was measured");
    }
  }
}

/// What a call costs that does nothing. Asked of the solution's worker: a submission could be slow
/// at it, to have more subtracted.
double cost_of_a_call() {
  constexpr int kCalls = 25;
  std::vector<double> seconds;
  for (int i = 0; i < kCalls; ++i) {
    (void)ask(*the_judge().solution, request_for(kNoEntry, ""), "nothing");
    seconds.push_back(the_judge().solution->answer_seconds());
  }
  return summarise(std::move(seconds)).seconds;
}

}  // namespace

message exchange(int entry, const message& arguments) {
  bench_judge& j = the_judge();
  const std::string function = entries[entry].signature;
  change_inputs(arguments.buffers());
  poison_outputs(arguments.buffers());
  message answer = ask(*j.worker, request_for(entry, arguments.bytes()), function);
  j.seconds += j.worker->answer_seconds();
  ++j.calls;
  if (j.compare) {
    compare_with_solution(entry, arguments, function);
  }
  return answer;
}

void require_shared(const void* data, int argument) {
  if (!the_judge().memory->holds(data)) {
    throw error("argument " + std::to_string(argument) +
                " does not point into a kw::buffer, so that a worker cannot see it");
  }
}

void start_measuring(bench_judge_options options) {
  bench_judge& j = the_judge();
  j.options = std::move(options);
  j.memory = std::make_unique<shared_memory>();
  j.worker = std::make_unique<worker_process>(j.options.worker, *j.memory);
  j.solution = std::make_unique<worker_process>(j.options.solution, *j.memory);
  runtime::hooks().allocate = [](std::int64_t bytes) {
    return the_judge().memory->allocate(bytes);
  };
  runtime::hooks().release = [](void* data) { the_judge().memory->release(data); };
}

measurement measure_call(const std::function<void()>& call) {
  constexpr int kWarmUps = 2;
  constexpr int kOneIn = 3;  // of the results are compared
  bench_judge& j = the_judge();
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
