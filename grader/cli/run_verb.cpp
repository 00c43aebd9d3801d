#include "grader/cli/run_verb.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "common/base/interrupts.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

/// Did everything reach whoever reads the standard output? Who stops reading early, as `head` does,
/// has what they want.
bool wrote_all() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
    return true;
  }
  if (errno != EPIPE) {
    fmt::print(stderr,
               "grader: not all that it says could be written: {}. Reports are in their files.\n",
               std::strerror(errno));
  }
  return errno == EPIPE;
}

}  // namespace

int run_verb(const std::function<int()>& verb) {
  base::install_interrupt_handlers();
  std::signal(SIGPIPE, SIG_IGN);  // without a reader, writing fails
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
