#include "common/base/process.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/interrupts.hpp"

namespace kw::base {
namespace {

using clock = std::chrono::steady_clock;

/// Keeps the beginning and the end of an output of any length.
class bounded_output {
 public:
  explicit bounded_output(std::size_t limit) : half_(std::max<std::size_t>(limit / 2, 256)) {}

  void append(std::string_view piece) {
    total_ += piece.size();
    const std::size_t room = half_ - std::min(half_, head_.size());
    head_.append(piece.substr(0, room));
    piece.remove_prefix(std::min(room, piece.size()));
    tail_.append(piece);
    if (tail_.size() > 4 * half_) {  // rarely, so a flood of output costs one move per byte
      tail_.erase(0, tail_.size() - half_);
    }
  }

  std::uint64_t total() const { return total_; }

  std::string text() const {
    if (head_.size() + tail_.size() == total_ && tail_.size() <= half_) {
      return head_ + tail_;
    }
    const std::size_t kept = std::min(tail_.size(), half_);
    return head_ + "\n[... " + std::to_string(total_ - head_.size() - kept) +
           " bytes of output left out ...]\n" + tail_.substr(tail_.size() - kept);
  }

 private:
  std::size_t half_;
  std::string head_;
  std::string tail_;
  std::uint64_t total_ = 0;
};

/// One started program: reads its output and waits for its end.
class running_process {
 public:
  running_process(const process_request& request, process_outcome& outcome)
      : request_(request), outcome_(outcome), kept_(request.output_limit), program_(request) {}

  void run() {
    if (!program_.running()) {
      outcome_.start_error = program_.start_error();
      return;
    }
    follow();
    program_.kill();                                             // the rest of its group
    for (int round = 0; round < 64 && read_output(); ++round) {  // what was still in the pipe
    }
    outcome_.seconds = elapsed();
    outcome_.output = kept_.text();
    outcome_.output_bytes = kept_.total();
    outcome_.ready = program_.reported();
    if (interrupt_requested()) {
      throw interrupted();
    }
  }

 private:
  void follow() {
    while (true) {
      wait_for_output();
      read_output();
      if (const std::optional<int> status = program_.ended()) {
        record(*status);
        return;
      }
      const bool late = elapsed() > request_.timeout_seconds;
      if (late || interrupt_requested() || (request_.should_stop && request_.should_stop())) {
        program_.kill();
        program_.wait();
        outcome_.end = late ? process_end::timed_out : process_end::stopped;
        return;
      }
    }
  }

  void wait_for_output() {
    constexpr int kTickMilliseconds = 20;
    if (program_.output() >= 0) {
      pollfd watched{program_.output(), POLLIN, 0};
      poll(&watched, 1, kTickMilliseconds);
    } else {
      poll(nullptr, 0, 1);  // it closed its output and is about to end
    }
  }

  bool read_output() {
    std::string piece;
    if (!program_.read_output(piece)) {
      return false;
    }
    kept_.append(piece);
    if (request_.on_output) {
      request_.on_output(piece);
    }
    return true;
  }

  void record(int status) {
    if (WIFSIGNALED(status)) {
      outcome_.end = process_end::signalled;
      outcome_.signal = WTERMSIG(status);
    } else {
      outcome_.end = process_end::exited;
      outcome_.exit_code = WEXITSTATUS(status);
    }
  }

  double elapsed() const { return std::chrono::duration<double>(clock::now() - started_).count(); }

  const process_request& request_;
  process_outcome& outcome_;
  bounded_output kept_;
  clock::time_point started_ = clock::now();
  child_process program_;
};

}  // namespace

process_outcome run_process(const process_request& request) {
  process_outcome outcome;
  running_process(request, outcome).run();
  return outcome;
}

std::string describe_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV (it touched memory that is not its own)";
    case SIGBUS:
      return "SIGBUS (it touched memory that does not exist)";
    case SIGFPE:
      return "SIGFPE (an integer was divided by zero)";
    case SIGABRT:
      return "SIGABRT (it gave up by itself: abort, a failed assertion, or an uncaught exception)";
    case SIGILL:
      return "SIGILL (an instruction this processor does not have)";
    case SIGXFSZ:
      return "SIGXFSZ (it wrote a larger file than it may)";
    case SIGXCPU:
      return "SIGXCPU (it used more processor time than it may)";
    case SIGKILL:
      return "SIGKILL (killed from outside, most often because memory ran out)";
    default: {
      const char* name = sigabbrev_np(signal);
      return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
    }
  }
}

bool program_exists(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return access(name.c_str(), X_OK) == 0;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + name).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

std::string quote_command(const std::vector<std::string>& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::string line;
  for (const std::string& word : command) {
    line += line.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char letter : word) {
      line += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    line += '\'';
  }
  return line;
}

}  // namespace kw::base
