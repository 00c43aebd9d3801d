// Autotune where kernels run in a worker that is not trusted. The worker tells the space, the
// rule's answers and the key; the judge has one config run at a time, measures it by its own clock,
// and chooses.
#pragma once
#include <functional>
#include <map>
#include <string>

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

/// What the entry function is to run and to return.
/// \throws kw::error where it does not search, or a config fails
autotune_step search_remotely(const search_calls& calls, shared_memory& memory);

/// \throws kw::error unless the function returned what autotune has returned to it
void require_told(const std::string& function, const autotune_step& step, message& result);

}  // namespace kw::remote
