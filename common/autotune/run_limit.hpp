// How long one run of a config may take.
#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "kernelwright/runtime/tunings.hpp"

namespace kw::runtime {

/// Seconds, from KW_AUTOTUNE_LIMIT if it is set; 0: none. \throws kw::error if it is no number
double limit_of(const tuning_effort& effort);

/// Ends the process, with a sentence, when a run takes too long. Neither a loop without accesses on
/// a CPU nor a kernel on a GPU can be stopped in any other way.
class run_limit {
 public:
  explicit run_limit(double seconds) : seconds_(seconds) {}
  ~run_limit();
  run_limit(const run_limit&) = delete;
  run_limit& operator=(const run_limit&) = delete;

  /// A run, from here to the end of its life.
  class scope {
   public:
    /// \param name  called if it takes too long: "autotune of K (n=5): config {.block = 256}"
    scope(run_limit& limit, std::function<std::string()> name) : limit_(limit) {
      limit_.begin(std::move(name));
    }
    ~scope() { limit_.end(); }
    scope(const scope&) = delete;
    scope& operator=(const scope&) = delete;

   private:
    run_limit& limit_;
  };

 private:
  using clock = std::chrono::steady_clock;
  void begin(std::function<std::string()> name);
  void end();
  void watch();

  const double seconds_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool runs_ = false, done_ = false;
  clock::time_point last_;  ///< when the run must have ended
  std::function<std::string()> name_;
  std::thread watcher_;
};

}  // namespace kw::runtime
