/// \file
/// Timing of calls, several of them in turn, and the yardsticks with which a kernel's time is
/// compared.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/sampling.hpp"
#include "kernelwright/tensor.hpp"

namespace kw::benchmarking {

using kw::measurement;

/// How long to measure. A call is sampled until both the time and the least number are reached.
struct sampling {
  double seconds = 0.25;  ///< for each call
  int least = 7;
  int most = 2000;
};

/// What `measure` uses unless told otherwise; `--seconds=` of a benchmark program sets it.
sampling default_sampling();
void set_default_sampling(sampling how);

/// Times `calls` in turn (A B C A B C ...), so a machine that slows down, or warms up, affects all
/// of them equally. Each is warmed up first. On a GPU the second-level cache is flushed before
/// every sample, and events in the stream take the time; on a CPU a steady clock does, and the
/// caches keep what the call before left there.
///
/// \returns one measurement for each call, in their order
/// \throws what a call throws, and kw::error when the device fails
/// Cost: about `how.seconds` per call.
std::vector<measurement> measure(kw::device device, const std::vector<std::function<void()>>& calls,
                                 sampling how = default_sampling());

/// Bytes per second that a plain copy of a large array moves, counting each byte twice (it is read
/// and written): the practical ceiling of a kernel that is bound by memory. Measured by the first
/// call for each device, on all threads of the pool, in a fraction of a second.
double copy_bandwidth(kw::device device);

/// Runs `body(begin, end)` for the parts of 0 .. n - 1 on the threads that run programs on the CPU,
/// one contiguous part per thread, unchecked. For the plain C++ loop beside a kernel.
void parallel_for(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body);

/// `n` values between -1 and 1, the same for the same seed, without symmetry. For the inputs of a
/// benchmark: zeros can run faster than real data.
std::vector<float> random_values(std::int64_t n, std::uint64_t seed = 1);

/// Another seed in each call, drawn by chance, for kernels that draw random numbers. If a kernel
/// knew the next seed, it could draw before it is measured.
int any_seed();

/// The same values as another element type, rounded.
template <class T>
std::vector<T> random_values(std::int64_t n, std::uint64_t seed) {
  const std::vector<float> values = random_values(n, seed);
  std::vector<T> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), core::convert<T, float>);
  return result;
}

}  // namespace kw::benchmarking
