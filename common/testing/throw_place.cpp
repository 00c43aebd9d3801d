// Where an exception came from that nothing caught but the test program.
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <typeinfo>

#include "common/checker/record/crash_guard.hpp"
#include "common/testing/code_place.hpp"

namespace kw::testing {
namespace {

constexpr int kMostFrames = 24;
thread_local void* latest[kMostFrames];
thread_local int latest_count = 0;
thread_local const void* thrower = nullptr;  // where the function below returns to

}  // namespace

std::vector<std::uintptr_t> calls_of_latest_throw() {
  std::vector<std::uintptr_t> calls;
  // Above the caller of the function below, a sanitizer may have calls of its own.
  void** const end = latest + latest_count;
  for (void** call = std::find(latest, end, thrower); call != end; ++call) {
    calls.push_back(reinterpret_cast<std::uintptr_t>(*call) - 1);
  }
  return calls;
}

}  // namespace kw::testing

// What the compiler calls for `throw`, under a name of its own, since compilers have declared the
// other one. By the time that a test program catches an exception, the calls that led to it are
// gone, so they are noted here. Programs of a kernel end by exceptions as well, maybe thousands of
// them, which no report is about.
using throw_function = void(void* object, std::type_info* type, void (*destroy)(void*));
#ifdef KW_WRAP_THROW  // the linker leads calls of __cxa_throw here: CMakeLists.txt
extern "C" [[noreturn]] throw_function note_and_throw __asm__("__wrap___cxa_throw");
extern "C" [[noreturn]] throw_function throw_of_library __asm__("__real___cxa_throw");
#else
extern "C" [[noreturn]] throw_function note_and_throw __asm__("__cxa_throw");
#endif

void note_and_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
#ifdef KW_WRAP_THROW
  constexpr throw_function* next = throw_of_library;
#else
  static const auto next = reinterpret_cast<throw_function*>(::dlsym(RTLD_NEXT, "__cxa_throw"));
#endif
  if (kw::runtime::running_program() == nullptr) {
    kw::testing::thrower = __builtin_return_address(0);
    kw::testing::latest_count = ::backtrace(kw::testing::latest, kw::testing::kMostFrames);
  }
  next(object, type, destroy);
  __builtin_unreachable();
}
