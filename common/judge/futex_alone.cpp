// The standard library's semaphores, latches and waiting atomics are templates that ask the system
// to wait by its number, so a kernel file that uses them calls `syscall`. In a worker it gets this
// function, which does that and nothing else. It is hidden, so shared libraries keep their own.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

extern "C" [[gnu::visibility("hidden")]] long syscall(long number, ...) noexcept;

long syscall(long number, ...) noexcept {
  using system_call = long (*)(long, ...);
  static const auto system = reinterpret_cast<system_call>(dlsym(RTLD_NEXT, "syscall"));
  if (number != SYS_futex || system == nullptr) {
    errno = EPERM;
    return -1;
  }
  va_list values;
  va_start(values, number);
  long given[6];
  for (long& one : given) {
    one = va_arg(values, long);
  }
  va_end(values);
  return system(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
