#pragma once

#include <stdexcept>

#include "common/base/error.hpp"

namespace kw::grader {

/// What the program's exit code says. `README.md` beside this folder documents it for users.
enum exit_code : int {
  kExitDone = 0,           ///< Graded, whatever the score; or nothing to complain about.
  kExitProblems = 1,       ///< `report` met results that it could not read.
  kExitUsage = 2,          ///< The command line names something that does not exist.
  kExitMachine = 3,        ///< This machine could not grade. Nothing was written.
  kExitInterrupted = 130,  ///< Stopped by Ctrl-C or SIGTERM. Nothing was written.
};

/// The command line asks for something that does not exist. Ends the program with `kExitUsage`.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The machine, not the submission, is at fault: no compiler, no build folder, a full disk. Ends
/// the program with `kExitMachine`, never with a score of zero.
using base::machine_error;

/// Ends the program with `kExitInterrupted`.
using base::interrupted;

}  // namespace kw::grader
