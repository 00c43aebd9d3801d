// The judge's view of its worker: a process that may do anything.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/child_process.hpp"
#include "common/judge/failure.hpp"
#include "common/judge/protocol.hpp"
#include "common/judge/shared_memory.hpp"
#include "common/judge/worker_options.hpp"

namespace kw::remote {

/// Why a worker gave no answer.
struct worker_failure {
  failure_kind kind = failure_kind::nonsense;
  int signal = 0;
  int exit_code = 0;
};

/// In words, after the name of a function.
std::string in_words(const worker_failure& failure);

/// It is stopped from each answer to the next request, so none of its threads can change results,
/// or begin with the next call, meanwhile.
class worker_process {
 public:
  /// \param sees_twin whether it gets the memory's twin, at the same addresses
  /// \param splits_memory whether its kernels have separate memory (split_memory.hpp)
  worker_process(const worker_options& options, shared_memory& memory, bool sees_twin = false,
                 bool splits_memory = false)
      : options_(options), memory_(memory), sees_twin_(sees_twin), splits_memory_(splits_memory) {}
  ~worker_process() { stop(); }
  worker_process(const worker_process&) = delete;
  worker_process& operator=(const worker_process&) = delete;

  bool running() const { return process_.running(); }
  /// How often it was started.
  int starts() const { return starts_; }
  /// Starts it and waits for its greeting. \returns whether it is there; if not, `why` says why
  bool start(int functions, worker_failure& why);
  /// Sends a request and waits for the answer, within the limits. \returns whether one came; if
  /// not, the worker is gone \param descriptors are passed along
  bool ask(const message& request, message& answer, worker_failure& why,
           const std::vector<int>& descriptors = {});
  void stop();

  /// Whether `answer_seconds` is at least what its threads have computed together, so a second
  /// thread does not make it faster.
  void count_all_threads(bool count) { counts_all_threads_ = count; }
  /// How long the latest answer took, by the judge's clock: from before the worker goes on until
  /// after it was sent the signal to stop. \returns seconds
  double answer_seconds() const { return answer_seconds_; }

  /// How long all calls have taken, by the judge's clock. \returns seconds
  double spent_seconds() const { return spent_seconds_; }

  /// What it printed since the last call of this function, as far as it was kept.
  std::string take_output();

 private:
  bool launch();
  bool send_and_receive(const std::string& bytes, double seconds, message& answer,
                        worker_failure& why);
  void send_some(const std::string& bytes, std::size_t& sent);
  bool exchange(const std::string& bytes, double seconds, message& answer, worker_failure& why);
  bool read_frame(std::string& buffer, message& answer, bool& complete);
  void read_output();
  bool over_limit(double seconds, worker_failure& why);
  void end_of_worker(worker_failure& why);

  const worker_options& options_;
  shared_memory& memory_;
  bool sees_twin_ = false;
  bool splits_memory_ = false;
  base::child_process process_;
  void find_family();
  double computed_seconds() const;
  void signal_family(int signal) const;
  void wait_until_frozen();

  int starts_ = 0;
  int socket_ = -1;
  std::vector<int> to_pass_;  // descriptors, with the first bytes of a request
  bool counts_all_threads_ = false;
  std::vector<pid_t> family_;  // the processes it started, as far as known
  std::string kept_;
  std::uint64_t printed_ = 0;
  std::int64_t killed_before_ = 0;  // by this machine, for memory, when the worker started
  double call_started_ = 0, last_look_ = 0;
  std::optional<double> cpu_at_start_;  ///< Of all its processes, at the first look in this call.
  double spent_seconds_ = 0;
  double answer_seconds_ = 0;
};

}  // namespace kw::remote
