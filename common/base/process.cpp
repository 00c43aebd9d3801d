#include "common/base/process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/interrupts.hpp"

extern char** environ;

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
    if (tail_.size() > 4 * half_) {  // trimmed rarely, so that a flood costs one move a byte
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

std::vector<std::string> merged_environment(const process_request& request) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(request.environment.begin(), request.environment.end(),
                                      [&](const auto& pair) { return pair.first == name; });
    if (!replaced) {
      merged.emplace_back(text);
    }
  }
  for (const auto& [name, value] : request.environment) {
    merged.push_back(name + "=" + value);
  }
  return merged;
}

std::vector<char*> as_c_array(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

struct pipe_pair {
  int read_end = -1;
  int write_end = -1;

  pipe_pair() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw machine_error(std::string("cannot open a pipe: ") + std::strerror(errno));
    }
    read_end = ends[0];
    write_end = ends[1];
  }
  ~pipe_pair() {
    close_end(read_end);
    close_end(write_end);
  }
  pipe_pair(const pipe_pair&) = delete;
  pipe_pair& operator=(const pipe_pair&) = delete;

  static void close_end(int& end) {
    if (end >= 0) {
      close(end);
      end = -1;
    }
  }
};

/// Runs in the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become_program(const char* folder, char* const* arguments, char* const* variables,
                                 int output, int error_report) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  const rlimit no_core{0, 0};  // a crash is reported in words; a core file would only fill the disk
  setrlimit(RLIMIT_CORE, &no_core);
  const int null_input = open("/dev/null", O_RDONLY);
  dup2(null_input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // What another thread has open just now is none of the program's business.
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (folder[0] == '\0' || chdir(folder) == 0) {
    execvpe(arguments[0], arguments, variables);
  }
  const int reason = errno;
  const ssize_t ignored = write(error_report, &reason, sizeof reason);
  static_cast<void>(ignored);
  _exit(127);
}

/// One started program: reads its output and waits for its end.
class running_process {
 public:
  running_process(const process_request& request, process_outcome& outcome)
      : request_(request), outcome_(outcome), kept_(request.output_limit) {}

  void run() {
    started_ = clock::now();
    if (!start()) {
      return;
    }
    {
      const interruptible_group in_reach(pid_);
      if (interrupt_requested()) {  // it came between two programs, when there was none to kill
        kill_group();
      }
      follow();
      kill_group();  // what it left behind in its group
    }
    drain();
    outcome_.seconds = std::chrono::duration<double>(clock::now() - started_).count();
    outcome_.output = kept_.text();
    outcome_.output_bytes = kept_.total();
    if (interrupt_requested()) {
      throw interrupted();
    }
  }

 private:
  bool start() {
    std::vector<std::string> arguments = request_.command;
    std::vector<std::string> variables = merged_environment(request_);
    const std::vector<char*> argument_list = as_c_array(arguments);
    const std::vector<char*> variable_list = as_c_array(variables);
    const std::string folder = request_.working_folder.string();
    pipe_pair report;
    pid_ = fork();
    if (pid_ < 0) {
      throw machine_error(std::string("cannot start a process: ") + std::strerror(errno));
    }
    if (pid_ == 0) {
      become_program(folder.c_str(), argument_list.data(), variable_list.data(), output_.write_end,
                     report.write_end);
    }
    setpgid(pid_, pid_);  // in both processes, so that neither can be too late
    pipe_pair::close_end(output_.write_end);
    pipe_pair::close_end(report.write_end);
    int reason = 0;
    ssize_t got = 0;
    do {
      got = read(report.read_end, &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof reason)) {
      waitpid(pid_, nullptr, 0);
      outcome_.end = process_end::not_started;
      outcome_.start_error = std::strerror(reason);
      return false;
    }
    fcntl(output_.read_end, F_SETFL, O_NONBLOCK);
    return true;
  }

  void follow() {
    while (true) {
      wait_for_output();
      read_available();
      int status = 0;
      const pid_t ended = waitpid(pid_, &status, WNOHANG);
      if (ended == pid_) {
        record(status);
        return;
      }
      const double elapsed = std::chrono::duration<double>(clock::now() - started_).count();
      const bool late = elapsed > request_.timeout_seconds;
      if (late || (request_.should_stop && request_.should_stop())) {
        kill_group();
        waitpid(pid_, &status, 0);
        outcome_.end = late ? process_end::timed_out : process_end::stopped;
        return;
      }
    }
  }

  void wait_for_output() {
    constexpr int kTickMilliseconds = 20;
    if (!at_end_) {
      pollfd watched{output_.read_end, POLLIN, 0};
      poll(&watched, 1, kTickMilliseconds);
    } else {
      poll(nullptr, 0, 1);  // it closed its output and is about to end
    }
  }

  void read_available() {
    char chunk[65536];
    while (!at_end_) {
      const ssize_t got = read(output_.read_end, chunk, sizeof chunk);
      if (got > 0) {
        const std::string_view piece(chunk, static_cast<std::size_t>(got));
        kept_.append(piece);
        if (request_.on_output) {
          request_.on_output(piece);
        }
        if (got == static_cast<ssize_t>(sizeof chunk)) {
          return;  // a flood must not keep the limits from being looked at
        }
      } else {
        at_end_ = got == 0 || (errno != EAGAIN && errno != EINTR);
        return;
      }
    }
  }

  /// Takes what was still in the pipe when the program ended.
  void drain() {
    for (int round = 0; round < 64 && !at_end_; ++round) {
      const std::uint64_t before = kept_.total();
      read_available();
      if (kept_.total() == before) {
        return;
      }
    }
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

  void kill_group() { kill(-pid_, SIGKILL); }

  const process_request& request_;
  process_outcome& outcome_;
  bounded_output kept_;
  pipe_pair output_;
  pid_t pid_ = -1;
  bool at_end_ = false;
  clock::time_point started_;
};

}  // namespace

process_outcome run_process(const process_request& request) {
  process_outcome outcome;
  if (request.command.empty()) {
    outcome.start_error = "no program was named";
    return outcome;
  }
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
