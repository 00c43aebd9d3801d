// A compiler launcher: runs the compiler it is given, and puts the first error of the learner's
// file into words. CMake puts it in front of the compiler for the exercises.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/options.hpp"
#include "explain/compilation.hpp"
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

/// Ends as the compiler ended, also where a signal ended it.
[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    ::signal(WTERMSIG(status), SIG_DFL);
    ::raise(WTERMSIG(status));
  }
  std::exit(WIFEXITED(status) ? WEXITSTATUS(status) : kCannotRun);
}

[[noreturn]] void run_in_place(kw::explain::command_line command) {
  std::vector<char*> words;
  for (std::string& word : command) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  std::fprintf(stderr, "explain: cannot run %s: %s\n", words[0], std::strerror(errno));
  std::_Exit(kCannotRun);
}

bool raw_errors_wanted() {
  const char* wanted = std::getenv("KW_RAW_ERRORS");
  return wanted != nullptr && *wanted != '\0' && std::strcmp(wanted, "0") != 0;
}

/// The output of a compiler, or of one that failed, what a learner must read of it.
std::string in_words(const kw::explain::outcome& ended, const char* root, const char* file) {
  if (ended.failed()) {
    try {
      if (const auto found = kw::explain::explain(ended.output, root, file)) {
        return to_text(*found, std::string(root) + "/" + file);
      }
    } catch (const std::exception&) {  // what cannot be explained is at least shown
    }
  }
  return ended.output;
}

}  // namespace

int main(int argc, char** argv) {
  int parts = 1;
  kw::explain::command_line command;
  kw::base::option_reader options;
  options.positive("--parts", parts).command("--", command);
  try {
    options.take(argc, argv);
  } catch (const kw::base::option_error&) {
    command.clear();
  }
  if (argc != 3 || command.empty()) {
    std::fprintf(
        stderr,
        "usage: explain ROOT FILE [--parts N] -- COMPILER [ARGUMENT...]\n"
        "Runs the compiler. When it fails, tells the first error of FILE (relative to the\n"
        "folder ROOT) in words; KW_RAW_ERRORS=1 in the environment shows the compiler's.\n"
        "With --parts, up to N compilers share the kernels of FILE.\n");
    return kUsage;
  }
  const bool raw = raw_errors_wanted();
  if (raw && parts == 1) {
    run_in_place(command);
  }
  try {
    const kw::explain::outcome ended = kw::explain::compile_in_parts(command, parts);
    write_all(STDERR_FILENO, raw ? ended.output : in_words(ended, argv[1], argv[2]));
    end_as(ended.status);
  } catch (const std::runtime_error&) {  // no process, no pipe: the compiler can do without
    run_in_place(command);
  }
}
