#pragma once

#include <csignal>
#include <initializer_list>

namespace kw::base {

/// Makes these signals known to `interrupt_requested`, for an orderly end. `run_process` asks it
/// fifty times a second: it kills its program, and throws `interrupted`.
void install_interrupt_handlers(std::initializer_list<int> signals = {SIGINT, SIGTERM});

/// Whether one of these signals has arrived.
bool interrupt_requested();

}  // namespace kw::base
