#include "grader/run/file_turn.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "common/base/interrupts.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {

file_turn::file_turn(const std::filesystem::path& file) {
  lock_ = open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) {  // another user's file, which Linux may not let us open with O_CREAT
    lock_ = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (lock_ < 0) {
    throw machine_error(fmt::format("cannot open {}: {}", file.string(), std::strerror(errno)));
  }
  while (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    if (base::interrupt_requested()) {
      close(lock_);
      throw interrupted();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

file_turn::~file_turn() {
  close(lock_);
}

}  // namespace kw::grader
