// A compiler launcher: runs the compiler it is given, and puts the first error of the learner's
// file into words. CMake puts it in front of the compiler for the exercises.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "explain/explain.hpp"

namespace {

constexpr int kUsage = 2;
constexpr int kCannotRun = 127;

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return;  // nobody reads: the exit code still counts
    }
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
}

std::string read_all(int from) {
  std::string text;
  char buffer[1 << 14];
  ssize_t got = 0;
  while ((got = ::read(from, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)) {
    text.append(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
  }
  return text;
}

/// Ends as the compiler ended, also where a signal ended it.
[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    ::signal(WTERMSIG(status), SIG_DFL);
    ::raise(WTERMSIG(status));
  }
  std::exit(WIFEXITED(status) ? WEXITSTATUS(status) : kCannotRun);
}

[[noreturn]] void run_in_place(char** command) {
  ::execvp(command[0], command);
  std::fprintf(stderr, "explain: cannot run %s: %s\n", command[0], std::strerror(errno));
  std::_Exit(kCannotRun);
}

bool raw_errors_wanted() {
  const char* wanted = std::getenv("KW_RAW_ERRORS");
  return wanted != nullptr && *wanted != '\0' && std::strcmp(wanted, "0") != 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5 || std::strcmp(argv[3], "--") != 0) {
    std::fprintf(
        stderr,
        "usage: explain ROOT FILE -- COMPILER [ARGUMENT...]\n"
        "Runs the compiler. When it fails, tells the first error of FILE (relative to the\n"
        "folder ROOT) in words; KW_RAW_ERRORS=1 in the environment shows the compiler's.\n");
    return kUsage;
  }
  char** command = argv + 4;
  int pipe_ends[2];
  if (raw_errors_wanted() || ::pipe2(pipe_ends, O_CLOEXEC) != 0) {
    run_in_place(command);
  }
  const pid_t compiler = ::fork();
  if (compiler < 0) {
    run_in_place(command);
  }
  if (compiler == 0) {
    ::dup2(pipe_ends[1], STDERR_FILENO);
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    run_in_place(command);
  }
  ::close(pipe_ends[1]);
  const std::string output = read_all(pipe_ends[0]);
  int status = 0;
  while (::waitpid(compiler, &status, 0) < 0 && errno == EINTR) {
  }
  const bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  try {
    const auto found = failed ? kw::explain::explain(output, argv[1], argv[2]) : std::nullopt;
    write_all(STDERR_FILENO,
              found ? to_text(*found, std::string(argv[1]) + "/" + argv[2]) : output);
  } catch (const std::exception&) {
    write_all(STDERR_FILENO, output);  // what cannot be explained is at least shown
  }
  end_as(status);
}
