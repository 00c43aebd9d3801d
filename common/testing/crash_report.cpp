// What a crash of the code under test was. Kernels have a guard of their own, so this is about host
// code: a function that calls itself without an end, an index past an array, a division by 0.
#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/checker/record/crash_guard.hpp"
#include "common/testing/code_place.hpp"
#include "kernelwright/testing/lesson_info.hpp"

// Sanitizers report crashes themselves. Their libraries have these functions, nothing else does.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace kw::testing {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;
constexpr int kMostCalls = 32;

const runtime::second_stack& stack_of_handler() {
  static const runtime::second_stack stack(kStackBytes);
  return stack;
}

bool is_stack_overflow(int signal, std::uintptr_t address) {
  return signal != SIGFPE && stack_of_handler().is_behind_end(address);
}

std::string what_happened(int signal, std::uintptr_t address, const std::string& function) {
  const std::string where = function.empty() ? "A function" : "`" + function + "`";
  if (signal == SIGFPE) {
    return "[division-by-zero] " + where +
           " divides an integer by 0, or takes the remainder by 0. Look at what the divisor is "
           "for the smallest sizes.";
  }
  if (is_stack_overflow(signal, address)) {
    return "[stack-overflow] " + where +
           " calls itself again and again, perhaps through other functions, and nothing ends that, "
           "so the stack of the thread is "
           "full. A function that calls itself (recursion) needs a case in which it returns "
           "without a call; most functions of this course need no call of themselves at all.";
  }
  return "[crash] " + where +
         " reads or writes memory that is not there. Is an index past the end of an array, or a "
         "pointer null?";
}

// The calls that led to an address of the running thread, innermost first. \param self  the
// address, too?
std::vector<std::uintptr_t> calls_to(std::uintptr_t address, bool self) {
  void* frames[kMostCalls];
  const int count = ::backtrace(frames, kMostCalls);
  std::vector<std::uintptr_t> calls;
  if (self) {
    calls.push_back(address);
  }
  bool found = false;  // what is before it are the handler's own
  for (int i = 0; i < count; ++i) {
    const auto frame = reinterpret_cast<std::uintptr_t>(frames[i]);
    if (found) {
      calls.push_back(frame - 1);  // a call is in front of where it returns to
    }
    found = found || frame == address;
  }
  return calls;
}

void print_crash(int signal, std::uintptr_t accessed, const code_place& place) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string where =
      place.file.empty() ? current_lesson.file : place.file + ":" + std::to_string(place.line);
  std::fflush(stdout);
  const std::string line = place.text.empty() ? "" : "\n    " + place.text;
  std::printf("%s: Failure\n%s%s\n", where.c_str(),
              what_happened(signal, accessed, place.function).c_str(), line.c_str());
  if (test != nullptr) {
    std::printf("[  FAILED  ] %s.%s\nNo test after this one has run.\n", test->test_suite_name(),
                test->name());
  }
  std::fflush(stdout);
}

// The process is about to die, and another signal ends it if this cannot go on.
void on_crash(int signal, siginfo_t* info, void* context) {
  static std::atomic<bool> searching = false;
  ::alarm(5);
  std::uintptr_t at = 0;
#if defined(__x86_64__)
  at = static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  at = static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
  (void)context;
#endif
  const auto accessed = reinterpret_cast<std::uintptr_t>(info->si_addr);
  // A second crash is one of the search: the stack may be destroyed.
  const bool again = searching.exchange(true);
  // A stack is full at the head of a function: what matters is the call before it.
  print_crash(signal, accessed,
              again ? code_place{} : place_of(calls_to(at, !is_stack_overflow(signal, accessed))));
  ::signal(signal, SIG_DFL);  // the same again ends the process
}

}  // namespace

bool report_crashes() {
  if (__asan_init != nullptr || __tsan_init != nullptr) {
    return false;
  }
  void* first = nullptr;
  (void)::backtrace(&first, 1);  // loads what it needs, which a handler should not
  (void)stack_of_handler();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
    ::sigaction(signal, &action, nullptr);
  }
  return true;
}

}  // namespace kw::testing
