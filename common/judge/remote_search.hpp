// Autotune where kernels run in a worker that is not trusted. The worker tells the space, the
// rule's answers and the key; the judge has one config run at a time, measures it by its own clock,
// compares what it computes, and chooses.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "common/judge/memory_copy.hpp"
#include "common/judge/protocol.hpp"
#include "common/judge/shared_memory.hpp"

namespace kw::remote {

/// How a judge calls its worker.
struct search_calls {
  /// One call of the entry function with that step. \returns its result \throws kw::error
  std::function<message(const autotune_step&)> ask;
  std::function<bool()> alive;      ///< whether the worker still runs
  std::function<double()> seconds;  ///< how long the last call took
};

/// The results of the first run of a search, and what was there before; empty if nothing ran.
struct tried_results {
  memory_copy before, after;
};

/// What the entry function is to run and to return.
/// \param tried receives what the configs computed
/// \throws kw::error where it does not search, or a config fails
autotune_step search_remotely(const search_calls& calls, shared_memory& memory,
                              tried_results* tried);

/// After the call that counts. \throws kw::error where its results are not those of the runs that
/// were measured
void require_as_tried(const std::string& function, const tried_results& tried);

/// \throws kw::error unless the function returned what autotune has returned to it
void require_told(const std::string& function, const autotune_step& step, message& result);

}  // namespace kw::remote
