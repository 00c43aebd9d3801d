#include "common/checker/record/crash_guard.hpp"

#include <pthread.h>

#include <csetjmp>
#include <csignal>
#include <memory>
#include <mutex>

#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::runtime {
namespace {

// What a thread needs to notice that its stack is full: a second stack, for the handler, and where
// the first one ends.
class second_stack {
 public:
  second_stack() : memory_(new char[kBytes]) {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
      ::pthread_attr_getstack(&attributes, &low, &bytes);
      ::pthread_attr_destroy(&attributes);
    }
    end_ = reinterpret_cast<std::uintptr_t>(low);
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = kBytes;
    ::sigaltstack(&stack, &previous_);
  }
  ~second_stack() { ::sigaltstack(&previous_, nullptr); }
  second_stack(const second_stack&) = delete;
  second_stack& operator=(const second_stack&) = delete;

  /// Is an address where the frame of a function would be that finds no room on the stack?
  bool is_behind_end(std::uintptr_t address) const {
    return address < end_ + kGuard && address + kLargestFrame > end_;
  }

 private:
  static constexpr std::size_t kBytes = 64 * 1024;
  static constexpr std::uintptr_t kGuard = 64 * 1024, kLargestFrame = std::uintptr_t{256} << 20;
  std::unique_ptr<char[]> memory_;
  stack_t previous_{};
  std::uintptr_t end_ = 0;
};

struct running {
  program* p = nullptr;
  fault seen;
  const second_stack* stack = nullptr;
  sigjmp_buf landing;
};

thread_local running* current = nullptr;

struct sigaction& previous_of(int signal) {
  static struct sigaction segv, bus, fpe;
  return signal == SIGSEGV ? segv : signal == SIGBUS ? bus : fpe;
}

void on_fault(int signal, siginfo_t* info, void*) {
  running* r = current;
  if (r == nullptr) {  // not a kernel's: the handler before this one sees it when it happens again
    ::sigaction(signal, &previous_of(signal), nullptr);
    return;
  }
  r->seen.signal = signal;
  r->seen.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  r->seen.of_stack = signal == SIGSEGV && r->stack->is_behind_end(r->seen.address);
  siglongjmp(r->landing, 1);
}

void install_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    // The handler does not return, so its signal must not stay blocked.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
      ::sigaction(signal, &action, &previous_of(signal));
    }
  });
}

struct entered {
  explicit entered(running* r) { current = r; }
  ~entered() { current = nullptr; }
};

}  // namespace

bool run_guarded(void (*run)(const void*, program&), const void* closure, program& p, fault* f) {
  install_handlers();
  static thread_local second_stack stack;
  running r;
  r.stack = &stack;
  r.p = &p;
  const entered here(&r);
  const int uncounted = uncounted_depth;
  if (sigsetjmp(r.landing, 0) == 0) {
    run(closure, p);
    return true;
  }
  uncounted_depth = uncounted;  // the fault may have been in a hook of the checker's
  *f = r.seen;
  return false;
}

program* running_program() {
  return current == nullptr ? nullptr : current->p;
}

}  // namespace kw::runtime
