/// \file
/// What kw::autotune needs from the compiled runtime. Kernel files include this header, so it stays
/// free of the standard library.
#pragma once
#include "kernelwright/core/config.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/tensor.hpp"

namespace kw {

/// What autotune chose, and what that took.
struct tuned {
  config best;
  int configs = 0;             ///< in the space
  int left_out = 0;            ///< by the rule, or because they cannot run well on the device
  int measured = 0;            ///< timed in this call; the others were known from earlier
  int runs = 0;                ///< trial runs of the kernel in this call, warm-up included
  double seconds = 0;          ///< median of the best one; 0 if nothing was measured
  double slowest_seconds = 0;  ///< median of the slowest one
  double search_seconds = 0;   ///< the time this call took to find the best one
  std::uint64_t key = 0;       ///< the same for calls that share what was found

  friend bool operator==(const tuned&, const tuned&) = default;
};

/// The number of bytes that the tiles of one program should not exceed: the second-level cache of a
/// CPU's core, or the registers of a GPU's multiprocessor. For pruning rules.
/// \throws kw::error when the device is not available
std::int64_t fast_memory(device where);

namespace runtime {

struct tuning_request {
  const char* kernel;
  device where;
  const tuning_key* key;
  const config* configs;
  int count;
  source_place place;  ///< of the call of autotune
};

/// The caller's functions, with what they have captured.
struct tuning_calls {
  const void* rule;
  bool (*allows)(const void* rule, const config& choice);
  const void* run;
  void (*start)(const void* run, int index);  ///< runs the config of that number
};

/// The best config of the space: from memory, from disk, or by measuring. \param index its number
tuned find_best(const tuning_request& request, const tuning_calls& calls, int* index);

}  // namespace runtime
}  // namespace kw
