// How long one run of a config may take.
#pragma once
#include <string>

#include "kernelwright/runtime/tunings.hpp"

namespace kw::runtime {

/// Seconds, from KW_AUTOTUNE_LIMIT if it is set; 0: none. \throws kw::error if it is no number
double limit_of(const tuning_effort& effort);

/// Ends the process, with a sentence, when the run in which it lives takes too long. Neither a loop
/// without accesses on a CPU nor a kernel on a GPU can be stopped in any other way. One at a time.
class run_limit {
 public:
  /// \param name  of the run: "autotune of K (n=5): config {.block = 256}"
  run_limit(double seconds, const std::string& name);
  ~run_limit();
  run_limit(const run_limit&) = delete;
  run_limit& operator=(const run_limit&) = delete;

 private:
  void (*before_)(int);  ///< what the signal of the timer did
};

}  // namespace kw::runtime
