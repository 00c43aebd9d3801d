#pragma once

#include <filesystem>

namespace kw::grader {

/// A turn that one object at a time has, across threads and processes, by the lock of a file. It
/// ends with the object, and with its process.
class file_turn {
 public:
  /// Waits for it. Throws `interrupted` after Ctrl-C, `machine_error` when it cannot be waited for.
  explicit file_turn(const std::filesystem::path& file);
  ~file_turn();
  file_turn(const file_turn&) = delete;
  file_turn& operator=(const file_turn&) = delete;

 private:
  int lock_ = -1;
};

}  // namespace kw::grader
