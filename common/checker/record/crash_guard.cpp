#include "common/checker/record/crash_guard.hpp"

#include <pthread.h>

#include <csetjmp>
#include <csignal>
#include <mutex>

#include "common/base/at_end.hpp"
#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::runtime {

second_stack::second_stack(std::size_t bytes) : memory_(new char[bytes]) {
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t whole = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    ::pthread_attr_getstack(&attributes, &low, &whole);
    ::pthread_attr_destroy(&attributes);
  }
  end_ = reinterpret_cast<std::uintptr_t>(low);
  stack_t stack{};
  stack.ss_sp = memory_.get();
  stack.ss_size = bytes;
  ::sigaltstack(&stack, &previous_);
}

second_stack::~second_stack() {
  ::sigaltstack(&previous_, nullptr);
}

bool second_stack::is_behind_end(std::uintptr_t address) const {
  constexpr std::uintptr_t kGuard = 64 * 1024, kLargestFrame = std::uintptr_t{256} << 20;
  return address < end_ + kGuard && address + kLargestFrame > end_;
}

namespace {

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

}  // namespace

bool run_guarded(void (*run)(const void*, program&), const void* closure, program& p, fault* f) {
  install_handlers();
  static thread_local second_stack stack(64 * 1024);
  running r;
  r.stack = &stack;
  r.p = &p;
  current = &r;
  const base::at_end left([] { current = nullptr; });
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
