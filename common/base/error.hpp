// What can go wrong outside of a program's own logic.
#pragma once

#include <stdexcept>

namespace kw::base {

/// The machine is at fault: a full disk, no more processes, a file that cannot be read. The message
/// says what to do where something can be done.
struct machine_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The user stopped the program, by Ctrl-C or SIGTERM.
struct interrupted : std::runtime_error {
  interrupted() : std::runtime_error("stopped") {}
};

}  // namespace kw::base
