#include "grader/run/sandbox/shared_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "kernelwright-judging-";

/// Removes the folders of runs that were killed: no process holds their lock any more.
void remove_stale(const fs::path& parent) {
  std::error_code error;
  for (auto at = fs::directory_iterator(parent, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().filename().string().rfind(kPrefix, 0) != 0) {
      continue;
    }
    const int lock = open((at->path() / "lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
      std::error_code ignored;
      fs::remove_all(at->path(), ignored);
    }
    if (lock >= 0) {
      close(lock);
    }
  }
}

}  // namespace

shared_folder::shared_folder() {
  const fs::path parent = fs::temp_directory_path();
  remove_stale(parent);
  std::string made = (parent / "kernelwright-new-XXXXXX").string();
  std::error_code error;
  if (mkdtemp(made.data()) != nullptr) {
    fs::permissions(made, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec,
                    error);
    lock_ = open((made + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    path_ = parent / (std::string(kPrefix) + made.substr(made.size() - 6));
  }
  // It has its name only when it is locked, so no run that starts now takes it for a stale one.
  if (lock_ < 0 || error || flock(lock_, LOCK_EX | LOCK_NB) != 0 ||
      rename(made.c_str(), path_.c_str()) != 0) {
    throw machine_error(
        fmt::format("cannot make a folder in {}: is the disk full? TMPDIR names another place",
                    parent.string()));
  }
}

shared_folder::~shared_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace kw::grader
