#include "common/testing/code_place.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "common/base/cpp_code.hpp"
#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "common/checker/record/crash_guard.hpp"
#include "common/checker/source/source.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/lesson_info.hpp"

// Sanitizers report crashes themselves. Their libraries have these functions, nothing else does.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace kw::testing {
namespace {

// `softmax` of `kw::tuned lesson09::softmax<float>(kw::view<float const, 2>)`; a lambda keeps all.
std::string plain_name(const std::string& function) {
  if (function.find("{lambda") != std::string::npos ||
      function.find("operator") != std::string::npos) {
    return function;
  }
  std::string name;
  int depth = 0;  // of template arguments
  for (const char c : function) {
    depth += c == '<' ? 1 : 0;
    if (depth == 0 && c == '(' && !name.empty()) {
      break;
    }
    name = depth > 0 ? name : c == ' ' || c == ':' || c == '(' ? "" : name + c;
    depth -= c == '>' ? 1 : 0;
  }
  return name.empty() ? function : name;
}

// Kernels are compiled from exercises/, solutions/ or copies of them. What they call is elsewhere.
bool is_learners(const std::string& file) {
  for (const char* other : {"/common/", "/lessons/", "/usr/", "/gtest/"}) {
    if (file.find(other) != std::string::npos) {
      return false;
    }
  }
  return file.size() > 4 && file.compare(file.size() - 4, 4, ".cpp") == 0;
}

}  // namespace

code_place first_learners_line(const std::string& listing) {
  code_place found;
  std::istringstream lines(listing);
  for (std::string function, at; std::getline(lines, function);) {
    if (function.starts_with("0x") || !std::getline(lines, at)) {
      continue;  // the address, before the calls that are inlined there
    }
    const auto colon = at.rfind(':');
    const int number = colon == std::string::npos ? 0 : std::atoi(at.c_str() + colon + 1);
    const std::string name = function == "??" ? "" : plain_name(function);
    if (number > 0 && is_learners(at.substr(0, colon))) {
      return {name, std::filesystem::path(at.substr(0, colon)).lexically_normal().string(), number,
              ""};
    }
    found.function = found.function.empty() ? name : found.function;
  }
  return found;
}

code_place place_of(const std::vector<std::uintptr_t>& calls) {
  Dl_info about{};
  void* loaded = nullptr;  // how far from where its file says this program is, which defines this
  if (::dladdr1(&current_lesson, &about, &loaded, RTLD_DL_LINKMAP) == 0) {
    return {};
  }
  const auto shift = static_cast<const link_map*>(loaded)->l_addr;
  std::error_code none;
  base::process_request request;
  request.command = {"addr2line",
                     "-a",
                     "-i",
                     "-f",
                     "-C",
                     "-e",
                     std::filesystem::read_symlink("/proc/self/exe", none).string()};
  for (const std::uintptr_t call : calls) {
    char text[24];
    std::snprintf(text, sizeof text, "%#zx", static_cast<std::size_t>(call - shift));
    request.command.push_back(text);
  }
  request.timeout_seconds = 3;
  code_place place =
      calls.empty() ? code_place{} : first_learners_line(base::run_process(request).output);
  place.text = runtime::source_line(place.file, place.line);
  place.file = place.text.empty() ? "" : runtime::short_path(place.file);
  return place;
}

std::string learners_file() {
  const char* other = std::getenv("KW_EXERCISE_FILE");
  return other != nullptr ? other : (std::filesystem::path(KW_ROOT) / current_lesson.file).string();
}

std::string place_of_function(const std::string& function) {
  if (std::string(current_lesson.tree) != "exercise") {
    return "";
  }
  const base::cpp_code code(base::read_text_file(learners_file()));
  int line = 0, end = 0;
  for (const base::cpp_statement& each : code.statements()) {
    const auto names = base::names_in(each.text.substr(0, each.text.find('(')));
    if (line == 0 && each.is == base::cpp_statement::kind::function && !names.empty() &&
        names.back() == function) {
      line = each.line;
      end = each.block_end;
    } else if (each.line <= end && each.text.starts_with("return ")) {
      line = each.line;
    }
  }
  return line == 0 ? "" : std::string(current_lesson.file) + ":" + std::to_string(line) + ": ";
}

// ---- What a crash of the code under test was. Kernels have a guard of their own, so this is about
// host code: a function that calls itself without an end, an index past an array, a division by 0.

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
           " divides an integer by 0, or takes the remainder by 0. Look at what the divisor is for "
           "the smallest sizes.";
  }
  if (is_stack_overflow(signal, address)) {
    return "[stack-overflow] " + where +
           " calls itself again and again, perhaps through other functions, and nothing ends that, "
           "so the stack of the thread is full. A function that calls itself (recursion) needs a "
           "case in which it returns without a call; most functions of this course need no call of "
           "themselves at all.";
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
  const std::string test = running_test();
  const std::string where =
      place.file.empty() ? current_lesson.file : place.file + ":" + std::to_string(place.line);
  std::fflush(stdout);
  const std::string line = place.text.empty() ? "" : "\n    " + place.text;
  std::printf("%s: Failure\n%s%s\n", where.c_str(),
              what_happened(signal, accessed, place.function).c_str(), line.c_str());
  if (!test.empty()) {
    std::printf("[  FAILED  ] %s\nNo test after this one has run.\n", test.c_str());
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
