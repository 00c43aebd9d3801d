// Does a kernel compute the results, or something else?
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "common/judge/memory_copy.hpp"
#include "common/judge/worker_process.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::remote {

/// Repeats calls in a second worker, in which host and kernels have separate memory, as on a GPU
/// (split_memory.hpp). Results that differ there were not computed by kernels alone: a loop on the
/// host had a part in them, or pointers were followed past `tl`. The second worker gets every call
/// that the first one got, so counting calls cannot tell the two apart. A submission that finds out
/// in another way would still have to compute the results in a kernel: those of the second call are
/// the ones that count.
class rehearsal {
 public:
  /// What the second worker says about the latest call. A submission cannot have a call that is
  /// only watched and another one that only counts.
  struct report {
    std::int64_t own_bytes = 0;  ///< what kernels stored to besides the test's data
    std::int64_t stream_steps = 0;
    runtime::traffic moved;
    std::vector<finding> findings;
  };

  /// \param memory with twins
  rehearsal(const worker_options& options, shared_memory& memory)
      : memory_(memory), worker_(options, memory, true, true) {}

  /// Before a call: keeps what the memory holds.
  void keep_memory();
  /// After it has returned. Puts the results of the second call in the place of the first one's.
  /// \param request the call's, with the kind `rehearse`
  /// \param wrong whether the first call has findings. Then a second call that takes too long does
  /// not count as a problem: the access that stopped the first one need not stop it.
  /// \param unstarted set if the second worker did not start: there was no second call
  /// \returns what is wrong with how the results came about, in words that follow a function's
  /// name; or nothing
  std::string problem_with(const message& request, int functions, bool wrong,
                           std::optional<worker_failure>& unstarted);
  /// Nothing where there was too much memory to call it again.
  std::optional<report> said() const { return said_; }

 private:
  shared_memory& memory_;
  worker_process worker_;
  std::string read(message& answer);

  std::optional<report> said_;
  memory_copy before_;  // empty where there is too much to repeat
};

}  // namespace kw::remote
