#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/interrupts.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

/// Has the reader of the standard output stopped early, as `head` does? Then it has what it wants.
bool reader_has_left() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

bool wrote_all() {
  errno = 0;
  if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || reader_has_left()) {
    return true;
  }
  fmt::print(stderr,
             "grader: not all that it says could be written: {}. Reports are in their files.\n",
             std::strerror(errno != 0 ? errno : EIO));
  return false;
}

}  // namespace

void add_folders(CLI::App& verb, std::filesystem::path& root, std::filesystem::path& build_folder) {
  verb.add_option("--source-dir", root, "The course's root folder")->capture_default_str();
  verb.add_option("--build-dir", build_folder,
                  "A configured build folder (default: build/cuda or build/cpu)");
}

int run_verb(const std::function<int()>& verb) {
  base::install_interrupt_handlers();
  std::signal(SIGPIPE, SIG_IGN);  // without a reader, writing fails
  // A file that is opened later would take its place.
  if (fcntl(STDERR_FILENO, F_GETFD) < 0) {
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  }
  std::error_code missing;
  if (std::filesystem::temp_directory_path(missing).empty()) {
    fmt::print(stderr, "grader: TMPDIR is not a folder: set it to another one, or unset it\n");
    return kExitMachine;
  }
  try {
    const int code = verb();
    return wrote_all() ? code : kExitMachine;
  } catch (const usage_error& error) {
    fmt::print(stderr, "grader: {}\n", error.what());
    return kExitUsage;
  } catch (const machine_error& error) {
    fmt::print(stderr, "grader: {}\nNothing was graded, and no report was written.\n",
               error.what());
    return kExitMachine;
  } catch (const interrupted&) {
    fmt::print(stderr, "grader: stopped; no report was written.\n");
    return kExitInterrupted;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "grader: this machine has no memory left; no report was written.\n");
    return kExitMachine;
  } catch (const std::exception& error) {
    fmt::print(stderr, "grader: a mistake in the grader itself: {}\nNo report was written.\n",
               error.what());
    return kExitMachine;
  }
}

}  // namespace kw::grader
