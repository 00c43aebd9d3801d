#include "grader/run/sandbox/shared_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// Locks a new folder. \returns the descriptor that holds the lock; -1 where another run that
/// starts now has seen the file before it was locked, and removes the folder as a stale one
int lock_folder(const fs::path& folder) {
  const int lock = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct stat about {};
  if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &about) == 0 &&
      about.st_nlink > 0) {
    return lock;
  }
  if (lock >= 0) {
    close(lock);
  }
  return -1;
}

}  // namespace

shared_folder::shared_folder() {
  constexpr int kMostTries = 100;
  const fs::path parent = fs::temp_directory_path();
  remove_stale(parent);
  for (int tries = 0; tries < kMostTries && lock_ < 0; ++tries) {
    std::string pattern = (parent / kPrefix).string() + "XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      break;
    }
    path_ = pattern;
    lock_ = lock_folder(path_);
  }
  std::error_code error;
  fs::permissions(path_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec,
                  error);
  if (lock_ < 0 || error) {
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
