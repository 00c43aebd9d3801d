#include "common/testing/crash_report.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "kernelwright/testing/lesson_info.hpp"

// Sanitizers report crashes themselves. Their libraries have these functions, nothing else does.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace kw::testing {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;
std::uintptr_t stack_end = 0;  // of the main thread, its lowest address

// The file of this program, in memory; null if it cannot be read.
const char* map_program() {
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat about {};
  if (file < 0 || ::fstat(file, &about) != 0) {
    return nullptr;
  }
  void* memory =
      ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<const char*>(memory);
}

// The name of the function of this program that an address lies in; empty if there is none.
std::string function_at(std::uintptr_t address) {
  Dl_info loaded{};
  const char* program = map_program();
  if (program == nullptr || ::dladdr(reinterpret_cast<void*>(address), &loaded) == 0) {
    return "";
  }
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(program);
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(program + header->e_shoff);
  const auto base =
      header->e_type == ET_DYN ? reinterpret_cast<std::uintptr_t>(loaded.dli_fbase) : 0;
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) {
      continue;
    }
    const char* names = program + sections[sections[i].sh_link].sh_offset;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(program + sections[i].sh_offset);
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
      const std::uintptr_t begin = base + symbols[s].st_value;
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && address >= begin &&
          address < begin + symbols[s].st_size) {
        const char* mangled = names + symbols[s].st_name;
        int status = 0;
        char* name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
        return status == 0 ? name : mangled;
      }
    }
  }
  return "";
}

std::string what_happened(int signal, std::uintptr_t address, const std::string& function) {
  const std::string where = function.empty() ? "A function" : "`" + function + "`";
  if (signal == SIGFPE) {
    return "[division-by-zero] " + where +
           " divides an integer by 0, or takes the remainder by 0. Look at what the divisor is "
           "for the smallest sizes.";
  }
  constexpr std::uintptr_t kNear = 1 << 20;
  if (address + kNear > stack_end && address < stack_end + kNear) {
    return "[stack-overflow] " + where +
           " calls itself again and again, and nothing ends that, so the stack of the thread is "
           "full. A function that calls itself (recursion) needs a case in which it returns "
           "without a call; most functions of this course need no call of themselves at all.";
  }
  return "[crash] " + where +
         " reads or writes memory that is not there. Is an index past the end of an array, or a "
         "pointer null?";
}

// The process is about to die, and another signal ends it if this cannot go on.
void on_crash(int signal, siginfo_t* info, void* context) {
  ::alarm(5);
  std::uintptr_t at = 0;
#if defined(__x86_64__)
  at = static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#else
  (void)context;
#endif
  const std::string text =
      what_happened(signal, reinterpret_cast<std::uintptr_t>(info->si_addr), function_at(at));
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::fflush(stdout);
  std::printf("%s: Failure\n%s\n", current_lesson.file, text.c_str());
  if (test != nullptr) {
    std::printf("[  FAILED  ] %s.%s\nNo test after this one has run.\n", test->test_suite_name(),
                test->name());
  }
  std::fflush(stdout);
  ::signal(signal, SIG_DFL);  // the same again ends the process
}

}  // namespace

void report_crashes() {
  if (__asan_init != nullptr || __tsan_init != nullptr) {
    return;
  }
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t bytes = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    ::pthread_attr_getstack(&attributes, &low, &bytes);
    ::pthread_attr_destroy(&attributes);
  }
  stack_end = reinterpret_cast<std::uintptr_t>(low);
  static char memory[kStackBytes];
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = sizeof memory;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace kw::testing
