/// \file
/// How a call is timed: the parts that autotune and the benchmarks share.
#pragma once
#include <memory>
#include <vector>

#include "kernelwright/tensor.hpp"

namespace kw {

/// The time of one call, from many samples.
struct measurement {
  double seconds = 0;  ///< the median
  double spread = 0;   ///< half of the distance between the quartiles, relative to the median
  int samples = 0;
};

/// Median and spread of samples in any order; all zero if there are none.
measurement summarise(std::vector<double> seconds);

/// Empties the second-level cache of a GPU by writing more than it holds. The write is only queued,
/// and the next launch is prepared while it runs, so a sample does not include that preparation. On
/// a CPU it does nothing: the caches keep what the previous call left there.
class cache_flush {
 public:
  explicit cache_flush(device where);
  void operator()() const;

 private:
  device where_;
  std::shared_ptr<void> block_;
};

}  // namespace kw
