#include "grader/run/sandbox/start_report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "grader/model/error.hpp"

namespace kw::grader {

start_report::start_report() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    throw machine_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  read_end_ = ends[0];
  write_end_ = ends[1];
}

start_report::~start_report() {
  close(read_end_);
  close(write_end_);
}

bool start_report::started() {
  char byte = 0;
  return read(read_end_, &byte, 1) == 1;
}

}  // namespace kw::grader
