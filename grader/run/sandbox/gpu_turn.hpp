#pragma once

#include <optional>

#include "grader/run/file_turn.hpp"

namespace kw::grader {

/// A turn on this machine's GPU: only one object holds it at a time, across threads and processes.
class gpu_turn {
 public:
  /// Waits for it. Throws `interrupted` after Ctrl-C, `machine_error` when it cannot be waited for.
  /// \param wanted false: nothing is waited for, nor held
  explicit gpu_turn(bool wanted);

 private:
  std::optional<file_turn> turn_;
};

}  // namespace kw::grader
