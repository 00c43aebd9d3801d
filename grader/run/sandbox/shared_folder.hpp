#pragma once

#include <filesystem>

namespace kw::grader {

/// A folder for temporary files that a sandboxed program of another user can reach. It is removed
/// with everything in it, after a kill -9 by the next run of this user.
class shared_folder {
 public:
  shared_folder();
  ~shared_folder();
  shared_folder(const shared_folder&) = delete;
  shared_folder& operator=(const shared_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace kw::grader
