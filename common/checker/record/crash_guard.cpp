#include "common/checker/record/crash_guard.hpp"

#include <csetjmp>
#include <csignal>
#include <mutex>

namespace kw::runtime {
namespace {

struct running {
  program* p = nullptr;
  fault seen;
  sigjmp_buf landing;
};

thread_local running* current = nullptr;

struct sigaction& previous_of(int signal) {
  static struct sigaction segv, bus, fpe;
  return signal == SIGSEGV ? segv : signal == SIGBUS ? bus : fpe;
}

void on_fault(int signal, siginfo_t* info, void*) {
  running* r = current;
  if (r == nullptr) {  // not a kernel's: whoever was there before sees it when it happens again
    ::sigaction(signal, &previous_of(signal), nullptr);
    return;
  }
  r->seen.signal = signal;
  r->seen.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  siglongjmp(r->landing, 1);
}

void install_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    // The handler does not return, so its signal must not stay blocked.
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
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
  running r;
  r.p = &p;
  const entered here(&r);
  if (sigsetjmp(r.landing, 0) == 0) {
    run(closure, p);
    return true;
  }
  *f = r.seen;
  return false;
}

program* running_program() {
  return current == nullptr ? nullptr : current->p;
}

}  // namespace kw::runtime
