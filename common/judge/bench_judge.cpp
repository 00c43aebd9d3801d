#include "common/judge/bench_judge.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "common/judge/bench_data.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::remote {
namespace {

struct bench_judge {
  bench_judge_options options;
  std::unique_ptr<shared_memory> memory;
  std::unique_ptr<worker_process> worker;
  std::unique_ptr<worker_process> solution;
  std::mt19937_64 chance{std::random_device{}()};  // a submission cannot foresee it
  std::unique_ptr<bench_data> data;
  double cost = 0;     // of a request that calls nothing
  double waited = 0;   // for the worker's answers, since it was set to 0,
  double seconds = 0;  // and how much of that its calls took
  bool compare = true;
  std::vector<testing::tolerance> limits;  // of the benchmark that runs
};

bench_judge& the_judge() {
  static bench_judge instance;
  return instance;
}

/// \param copies of the arrays that are lent: the function is called with each
message request_for(int entry, const std::string& arguments, int copies = 1) {
  call_orders orders;
  orders.prepared = true;
  orders.checks = checks_enabled();
  orders.copies = copies;
  orders.entry = entry;
  orders.effort = given_tuning_effort();
  message request;
  request.put(request_kind::call);
  request.put(orders);
  request.put(the_judge().memory->ranges());
  request.put_bytes(arguments.data(), arguments.size());
  return request;
}

/// Lets a worker map the memory, which takes its time.
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

/// The same for a call with these arrays.
void make_ready(worker_process& process, const std::vector<buffer_argument>& buffers,
                const std::string& function) {
  make_ready(process, function);
  the_judge().data->show(process, buffers, &process == the_judge().solution.get());
}

/// \returns the answer of a worker that is ready, read up to the function's result
message call(worker_process& process, const message& request, const std::string& function) {
  worker_failure failure;
  message answer;
  if (!process.ask(request, answer, failure)) {
    throw error(function + ": " + in_words(failure));
  }
  const auto end = answer.take<call_deeds>().end;  // the tests have looked at the others
  const std::string text = printable(answer.take<std::string>(), 4096);
  (void)take_findings_from(answer);
  (void)take_tunings(answer);
  take_allocations(answer, true);
  (void)process.take_output();
  if (end != call_end::returned) {
    throw error(text.empty() ? function + " threw an exception" : text);
  }
  return answer;
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

void compare_with_solution(int entry, const message& arguments, const std::string& function) {
  bench_judge& j = the_judge();
  const std::vector<buffer_argument>& buffers = arguments.buffers();
  const std::vector<testing::tolerance> limits = limits_of(buffers);
  make_ready(*j.solution, buffers, function);
  j.data->renew_solution(buffers);
  (void)call(*j.solution, request_for(entry, arguments.bytes()), function);
  if (!j.data->same_results(buffers, limits)) {
    throw error(function + ": its result was wrong while it was measured");
  }
}

/// The cost of a call that does nothing. It is measured with the solution's worker, because a
/// submission could be slow at it on purpose, to have more subtracted.
double cost_of_a_call() {
  constexpr int kCalls = 25;
  bench_judge& j = the_judge();
  std::vector<double> seconds;
  for (int i = 0; i < kCalls; ++i) {
    make_ready(*j.solution, "nothing");
    j.data->work_as_renew();
    (void)call(*j.solution, request_for(kNoEntry, ""), "nothing");
    seconds.push_back(j.solution->answer_seconds());
  }
  return summarise(std::move(seconds)).seconds;
}

message send_call(int entry, const message& arguments) {
  bench_judge& j = the_judge();
  const std::vector<buffer_argument>& buffers = arguments.buffers();
  const std::string function = entries[entry].name;
  make_ready(*j.worker, buffers, function);
  // It is frozen now, so none of its threads can begin with the inputs before the clock does.
  j.data->renew(buffers);
  const int copies = j.data->copies();
  message answer = call(*j.worker, request_for(entry, arguments.bytes(), copies), function);
  // From here on the worker is frozen.
  if (j.compare) {
    j.data->keep_results(buffers);
  }
  if (!j.data->same_inputs(buffers)) {
    throw error(function + ": it changed its inputs while it was measured");
  }
  j.waited += j.worker->answer_seconds();
  j.seconds += std::max(j.worker->answer_seconds() - j.cost, 0.0) / copies;
  if (j.compare) {
    compare_with_solution(entry, arguments, function);
  }
  return answer;
}

void require_in_shared_memory(const void* data, int argument) {
  if (!the_judge().data->holds(data)) {
    throw error("argument " + std::to_string(argument) +
                " does not point into a kw::buffer, so a worker cannot see it");
  }
}

}  // namespace

void start_measuring(bench_judge_options options) {
  calls_of_judge() = {send_call, require_in_shared_memory};
  bench_judge& j = the_judge();
  j.options = std::move(options);
  j.memory = std::make_unique<shared_memory>(true);
  j.data = make_bench_data(*j.memory);
  // Kernels have separate memory, as in the tests, so no loop of the host can take
  // their place while it is measured.
  j.worker = std::make_unique<worker_process>(j.options.worker, *j.memory, false, true);
  j.solution = std::make_unique<worker_process>(j.options.solution, *j.memory, true, true);
  // CUDA's own threads wait for the GPU by looking again and again.
  const bool on_cpu = default_device().kind == device_kind::cpu;
  j.worker->count_all_threads(on_cpu);
  j.solution->count_all_threads(on_cpu);
  runtime::hooks().allocate = [](std::int64_t bytes) {
    return the_judge().memory->allocate(bytes);
  };
  runtime::hooks().release = [](void* data) {
    the_judge().data->forget(data);
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
  j.cost = 0;
  const auto once = [&] {
    j.waited = j.seconds = 0;
    call();
    return j.seconds;
  };
  for (int i = 0; i < kWarmUps; ++i) {
    (void)once();
  }
  j.cost = cost_of_a_call();
  // With more copies one knows better how long a call takes, and so how many are needed.
  for (int i = 0; i < kWarmUps && j.data->expect_seconds(once()); ++i) {
  }
  std::vector<double> seconds;
  double total = 0;
  while (static_cast<int>(seconds.size()) < j.options.least ||
         (static_cast<int>(seconds.size()) < j.options.most && total < j.options.seconds)) {
    j.compare = j.chance() % kOneIn == 0;
    seconds.push_back(once());
    total += j.waited;
  }
  return summarise(std::move(seconds));
}

}  // namespace kw::remote
