// Files that hold nothing, for a test of the limit on files.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "remote.hpp"

namespace lesson00 {

void make_files(int count) {
  constexpr off_t kGigabyte = off_t{1} << 30;
  for (int i = 0; i < count; ++i) {
    const std::string name = "/tmp/sparse" + std::to_string(i);
    const int file = open(name.c_str(), O_CREAT | O_WRONLY, 0600);
    if (file < 0 || ftruncate(file, kGigabyte) != 0) {
      throw kw::error("cannot make " + name);
    }
    close(file);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

}  // namespace lesson00
