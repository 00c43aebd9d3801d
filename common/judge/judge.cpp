#include "common/judge/judge.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "common/autotune/steps.hpp"
#include "common/base/json.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/runtime/hooks.hpp"
#include "common/testing/results.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/memory_requests.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/stream_steps.hpp"
#include "kernelwright/runtime/traffic.hpp"
#include "kernelwright/runtime/tunings.hpp"

namespace kw::remote {
namespace {

// For all findings together: the texts of further ones are left out.
constexpr std::size_t kMostFindingText = std::size_t{2} << 20;

struct judge {
  judge_options options;
  std::unique_ptr<shared_memory> memory;
  std::unique_ptr<worker_process> worker;
  std::size_t finding_text = 0;
};

judge& the_judge() {
  static judge instance;
  return instance;
}

void write_failure(const worker_failure& failure, const std::string& function,
                   const std::string& output) {
  base::json_writer json;
  json.object().field("test", testing::running_test()).field("failure", to_string(failure.kind));
  json.field("signal", failure.signal).field("exit_code", failure.exit_code);
  testing::write_result(json.field("function", function).field("output", output).end().text());
}

[[noreturn]] void give_up(const worker_failure& failure, const std::string& function) {
  const std::string output = printable(the_judge().worker->take_output(), 4096);
  write_failure(failure, function, output);
  throw error(function + ": " + in_words(failure) + (output.empty() ? "" : "\nIt printed:\n") +
              output);
}

void show_output() {
  const std::string text = printable(the_judge().worker->take_output(), 16384);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

std::string remote_last_writer(const void* element) {
  judge& j = the_judge();
  if (!j.worker->running()) {
    return "";
  }
  message request;
  request.put(request_kind::last_writer);
  request.put(reinterpret_cast<std::uint64_t>(element));
  message answer;
  worker_failure failure;
  try {
    return j.worker->ask(request, answer, failure) ? printable(answer.take<std::string>(), 400)
                                                   : "";
  } catch (const error&) {
    return "";
  }
}

/// A submission can make findings without end, but the stored text must stay readable.
std::vector<finding> within_budget(std::vector<finding> findings) {
  std::size_t& used = the_judge().finding_text;
  for (finding& one : findings) {
    used += one.facts.size() + one.advice.size() + one.code.size();
    if (used > kMostFindingText) {
      one.facts = "[" + one.kind + "] The messages of this program are too long to be shown.";
      one.advice.clear();
      one.code.clear();
    }
  }
  return findings;
}

/// Lets the tests see what a call did.
void note(const call_deeds& done) {
  runtime::note_request(done.asked_for);
  runtime::note_stream_steps(done.stream_steps);
  runtime::note_traffic(done.moved);
}

message take_answer(message& answer, const std::string& function) {
  const auto done = answer.take<call_deeds>();
  const std::string text = printable(answer.take<std::string>(), 4096);
  if (done.end == call_end::gpu_failed) {
    the_judge().worker->stop();  // the next one gets a GPU that answers
    write_failure({failure_kind::gpu, 0, 0}, function, text);
    throw error(function + ": " + text);
  }
  runtime::deliver(within_budget(take_findings_from(answer)));
  for (tuning& space : take_tunings(answer)) {
    runtime::note_tuning(std::move(space));
  }
  take_allocations(answer, true);
  show_output();
  if (done.end != call_end::returned) {
    throw error(text.empty() ? function + " threw an exception" : text);
  }
  note(done);
  return std::move(answer);
}

/// A function that has views to read and none to write, and so no use for a kernel, reads them on
/// the host: its contract says so.
bool host_reads(const message& arguments) {
  const std::vector<buffer_argument>& views = arguments.buffers();
  return !views.empty() && std::all_of(views.begin(), views.end(),
                                       [](const buffer_argument& one) { return one.input; });
}

message request_for(int entry, const message& arguments) {
  call_orders orders;
  orders.counts_traffic = runtime::counts_traffic();
  orders.checks = checks_enabled();
  orders.negates_streams = runtime::streams_are_negated();
  orders.host_reads = host_reads(arguments);
  orders.entry = entry;
  orders.effort = given_tuning_effort();
  orders.fast_memory = given_fast_memory();
  message request;
  request.put(request_kind::call);
  request.put(orders);
  request.put(the_judge().memory->ranges());
  put_allocations(request);
  request.put_bytes(arguments.bytes().data(), arguments.bytes().size());
  return request;
}

/// A first reading, so an answer in pieces changes nothing.
bool makes_sense(message answer) {
  try {
    const auto done = answer.take<call_deeds>();
    (void)answer.take<std::string>();
    (void)take_findings_from(answer);
    (void)take_tunings(answer);
    return done.end != call_end::gpu_failed || default_device().kind == device_kind::cuda;
  } catch (const error&) {
    return false;
  }
}

message send_call(int entry, const message& arguments) {
  judge& j = the_judge();
  if (j.worker == nullptr) {
    throw error("a judge needs a worker: --worker COMMAND...");
  }
  const std::string function = entries[entry].name;
  if (j.worker->spent_seconds() > j.options.worker.task_seconds) {
    write_failure({failure_kind::not_called, 0, 0}, function, "");
    throw error(function + " was not called: the time of all calls together was up");
  }
  worker_failure failure;
  if (!j.worker->running() && !j.worker->start(entry_count, failure)) {
    give_up(failure, function);
  }
  message answer;
  if (!j.worker->ask(request_for(entry, arguments), answer, failure)) {
    give_up(failure, function);
  }
  if (!makes_sense(answer)) {
    j.worker->stop();
    give_up({failure_kind::nonsense, 0, 0}, function);
  }
  return take_answer(answer, function);
}

void require_in_shared_memory(const void* data, int argument) {
  if (the_judge().memory == nullptr || !the_judge().memory->holds(data)) {
    throw error("argument " + std::to_string(argument) +
                " does not point into a kw::buffer, so a worker cannot see it");
  }
}

}  // namespace

shared_memory& judge_memory() {
  if (the_judge().memory == nullptr) {
    throw error("a judge needs a worker: --worker COMMAND...");
  }
  return *the_judge().memory;
}

void take_calls() {
  calls_of_judge() = {send_call, require_in_shared_memory};
}

void start_judging(judge_options options) {
  judge& j = the_judge();
  j.options = std::move(options);
  // On a GPU host and kernels have separate memory anyway.
  const bool splits_memory = j.options.kernels_alone && default_device().kind == device_kind::cpu;
  j.memory = std::make_unique<shared_memory>();
  j.worker = std::make_unique<worker_process>(j.options.worker, *j.memory, false, splits_memory);
  runtime::hooks().allocate = [](std::int64_t bytes) {
    return the_judge().memory->allocate(bytes);
  };
  runtime::hooks().release = [](void* data) { the_judge().memory->release(data); };
  runtime::hooks().last_writer = remote_last_writer;
}

}  // namespace kw::remote
