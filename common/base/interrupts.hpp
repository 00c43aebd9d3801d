#pragma once

#include <csignal>
#include <initializer_list>

namespace kw::base {

/// Makes these signals known to `interrupt_signal`, for an orderly end. `run_process` looks at it
/// fifty times a second: it kills its program, and throws `interrupted`.
void install_interrupt_handlers(std::initializer_list<int> signals = {SIGINT, SIGTERM});

/// The latest of these signals that arrived; 0 before the first.
int interrupt_signal();
inline bool interrupt_requested() {
  return interrupt_signal() != 0;
}

}  // namespace kw::base
