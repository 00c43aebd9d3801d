#include "common/base/child_process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "common/base/error.hpp"

extern char** environ;

namespace kw::base {
namespace {

constexpr int kFirstDescriptor = STDERR_FILENO + 1;

std::vector<std::string> merged_environment(const start_request& request) {
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

void close_end(int& end) {
  if (end >= 0) {
    close(end);
    end = -1;
  }
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
};

/// What the child needs to know, made before the fork: it must not allocate memory.
struct child_plan {
  char* const* arguments;
  char* const* variables;
  const char* folder;
  int* descriptors;  // moved to 3 and so on
  int count;
  bool in_foreground;
  int output;
  int error_report;
};

// The functions of the child run between fork and exec: only calls that are safe there.

void leave_parent() {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  const rlimit no_core{0, 0};  // a crash is reported in words; a core file would only fill the disk
  setrlimit(RLIMIT_CORE, &no_core);
  const int null_input = open("/dev/null", O_RDONLY);
  dup2(null_input, STDIN_FILENO);
}

/// Moves all of them out of the way first, since any of them may be another's target.
void place_descriptors(child_plan& plan) {
  const int free = kFirstDescriptor + plan.count;
  plan.error_report = fcntl(plan.error_report, F_DUPFD_CLOEXEC, free);
  for (int i = 0; i < plan.count; ++i) {
    plan.descriptors[i] = fcntl(plan.descriptors[i], F_DUPFD_CLOEXEC, free);
  }
  for (int i = 0; i < plan.count; ++i) {
    dup2(plan.descriptors[i], kFirstDescriptor + i);
  }
  // Other threads may have files open just now, which the program must not inherit.
  close_range(static_cast<unsigned>(free), ~0U, CLOSE_RANGE_CLOEXEC);
}

[[noreturn]] void become_program(child_plan plan) {
  if (!plan.in_foreground) {
    leave_parent();
  }
  dup2(plan.output, STDOUT_FILENO);
  dup2(plan.output, STDERR_FILENO);
  if (!plan.in_foreground) {
    place_descriptors(plan);
  }
  if (plan.folder[0] == '\0' || chdir(plan.folder) == 0) {
    execvpe(plan.arguments[0], plan.arguments, plan.variables);
  }
  const int reason = errno;
  const ssize_t ignored = write(plan.error_report, &reason, sizeof reason);
  static_cast<void>(ignored);
  _exit(127);
}

/// Why the program could not be run; 0 once it runs.
int read_report(int from) {
  int reason = 0;
  ssize_t got = 0;
  do {
    got = read(from, &reason, sizeof reason);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

/// A parent may have told the system to forget processes that end, which its children inherit. Then
/// this program could not learn how a process ended, or that it did.
void let_children_be_waited_for() {
  struct sigaction now {};
  if (sigaction(SIGCHLD, nullptr, &now) == 0 &&
      (now.sa_handler == SIG_IGN || (now.sa_flags & SA_NOCLDWAIT) != 0)) {
    std::signal(SIGCHLD, SIG_DFL);
  }
}

}  // namespace

child_process::child_process(const start_request& request) {
  if (request.command.empty()) {
    start_error_ = "no program was named";
    return;
  }
  std::vector<std::string> words = request.command;
  std::vector<std::string> variables = merged_environment(request);
  const std::vector<char*> word_list = as_c_array(words);
  const std::vector<char*> variable_list = as_c_array(variables);
  const std::string folder = request.working_folder.string();
  std::vector<int> descriptors = request.descriptors;
  pipe_pair output, report, ready;
  if (request.reports_ready) {
    descriptors.push_back(ready.write_end);
  }
  let_children_be_waited_for();
  id_ = fork();
  if (id_ < 0) {
    throw machine_error(std::string("cannot start a process: ") + std::strerror(errno));
  }
  if (id_ == 0) {
    become_program({word_list.data(), variable_list.data(), folder.c_str(), descriptors.data(),
                    static_cast<int>(descriptors.size()), request.in_foreground, output.write_end,
                    report.write_end});
  }
  group_ = request.in_foreground ? 0 : id_;
  if (group_ > 0) {
    setpgid(id_, id_);  // in both processes, so neither can be too late
  }
  close_end(output.write_end);
  close_end(report.write_end);
  if (const int reason = read_report(report.read_end); reason != 0) {
    wait();
    group_ = -1;
    start_error_ = std::strerror(reason);
    return;
  }
  output_ = std::exchange(output.read_end, -1);
  report_ = std::exchange(ready.read_end, -1);
  fcntl(output_, F_SETFL, O_NONBLOCK);
  fcntl(report_, F_SETFL, O_NONBLOCK);
}

child_process::~child_process() {
  stop();
  close_end(report_);
}

void child_process::swap(child_process& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(group_, other.group_);
  std::swap(output_, other.output_);
  std::swap(report_, other.report_);
  std::swap(reported_, other.reported_);
  std::swap(start_error_, other.start_error_);
}

bool child_process::read_output(std::string& text) {
  char chunk[65536];
  if (output_ < 0) {
    return false;
  }
  const ssize_t got = read(output_, chunk, sizeof chunk);
  if (got > 0) {
    text.append(chunk, static_cast<std::size_t>(got));
  } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
    close_end(output_);
  }
  return got > 0;
}

bool child_process::reported() {
  char byte = 0;
  reported_ = reported_ || read(report_, &byte, 1) == 1;
  return reported_;
}

std::optional<int> child_process::ended() {
  int status = 0;
  if (id_ <= 0 || waitpid(id_, &status, WNOHANG) != id_) {
    return std::nullopt;
  }
  id_ = -1;
  return status;
}

int child_process::wait() {
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  return status;
}

void child_process::kill() {
  if (group_ > 0) {
    ::kill(-group_, SIGKILL);
  } else if (id_ > 0) {
    ::kill(id_, SIGKILL);
  }
  group_ = running() ? group_ : -1;  // the number may be reused soon
}

void child_process::stop() {
  kill();
  if (running()) {
    wait();
  }
  group_ = -1;
  close_end(output_);
}

}  // namespace kw::base
