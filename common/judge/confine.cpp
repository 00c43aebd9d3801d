// Starts a worker that may ask the kernel for little more than memory, threads and time:
//
//     confine <descriptor> <program> [<argument> ...]
//
// It reports on the descriptor that the sandbox is ready, closes it, and becomes the program. A
// filter of system calls (seccomp) comes first, and stays for good: whatever the program's object
// file asks for by name, and whatever addresses it computes, it opens no file for writing, no
// socket and no memory without a name, and starts no process. A call that is not allowed fails with
// EPERM, so the program gets an ordinary error.
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sched.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr sock_filter verdict(std::uint32_t what) {
  return BPF_STMT(BPF_RET | BPF_K, what);
}
constexpr sock_filter kAllow = verdict(SECCOMP_RET_ALLOW),
                      kRefuse = verdict(SECCOMP_RET_ERRNO | EPERM);

constexpr int kAllowed[] = {
#include "allowed_calls.def"
};

/// Rules in the order in which the kernel goes through them; each ends with a verdict or leads on.
class filter {
 public:
  filter() {
#if defined(__x86_64__)
    constexpr std::uint32_t kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    constexpr std::uint32_t kMachine = AUDIT_ARCH_AARCH64;
#else
#error "kernelwright: the sandbox of submissions knows the system calls of x86-64 and AArch64"
#endif
    // The calls of a 32-bit program have other numbers, and so have those of x32.
    rules_ = {load(offsetof(seccomp_data, arch)),
              BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0),
              kRefuse,
              load(offsetof(seccomp_data, nr)),
              BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
              kRefuse};
  }

  void allow(int call) {
    rule(call, {kAllow});
  }
  /// Allows a call where these bits of an argument are as given.
  void allow_where(int call, int argument, std::uint32_t bits, std::uint32_t value) {
    rule(call, {load(low_half(argument)), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits),
                unless_equal(value, 1), kAllow, kRefuse});
  }
  /// Allows writing to these descriptors, and to those from 1 to `most`.
  void allow_writing(int call, std::uint32_t most, std::uint32_t another) {
    rule(call, {load(low_half(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, another, 2, 0),
                BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 1, 0, 2),
                BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, most, 1, 0), kAllow, kRefuse});
  }
  /// Allows a call whose first argument is this address.
  void allow_at(int call, const void* address) {
    const auto value = reinterpret_cast<std::uint64_t>(address);
    rule(call, {load(low_half(0)), unless_equal(static_cast<std::uint32_t>(value), 3),
                load(low_half(0) + sizeof(std::uint32_t)),
                unless_equal(static_cast<std::uint32_t>(value >> 32), 1), kAllow, kRefuse});
  }
  void answer(int call, int error) {
    rule(call, {verdict(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error))});
  }

  /// \returns whether the kernel has accepted it; calls without a rule are refused
  bool install() {
    rules_.push_back(kRefuse);
    const sock_fprog program{static_cast<unsigned short>(rules_.size()), rules_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static std::uint32_t low_half(int argument) {  // of little-endian machines
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) +
           static_cast<std::uint32_t>(argument) * 8;
  }
  static sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  /// Leaves out as many steps where the value is another one.
  static sock_filter unless_equal(std::uint32_t value, unsigned char steps) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps);
  }
  /// Steps for this call alone.
  void rule(int call, const std::vector<sock_filter>& steps) {
    rules_.push_back(
        unless_equal(static_cast<std::uint32_t>(call), static_cast<unsigned char>(steps.size())));
    rules_.insert(rules_.end(), steps.begin(), steps.end());
  }

  std::vector<sock_filter> rules_;
};

void add_rules(filter& rules, const char* program, int report) {
  constexpr std::uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  for (const int call : kAllowed) {
    rules.allow(call);
  }
  rules.allow_where(__NR_openat, 2, kWrites, 0);
#ifdef __NR_open
  rules.allow_where(__NR_open, 1, kWrites, 0);
#endif
  // What it prints. Answers go to the judge's socket by `sendto`.
  for (const int call : {__NR_write, __NR_writev}) {
    rules.allow_writing(call, 2, static_cast<std::uint32_t>(report));
  }
  rules.allow_where(__NR_ioctl, 1, ~0u, TCGETS);  // is it a terminal?
  rules.allow_where(__NR_fcntl, 1, ~0u, F_GETFL);
  rules.allow_where(__NR_clone, 0, CLONE_THREAD, CLONE_THREAD);
  rules.answer(__NR_clone3, ENOSYS);  // its arguments are out of sight, so `clone` is tried
  rules.allow_where(__NR_mprotect, 2, PROT_EXEC, 0);
  rules.allow(__NR_mmap);
  rules.allow_at(__NR_execve, program);  // once: the address is unknown afterwards
}

/// The name of the program, at an address that cannot be guessed.
char* hidden(const char* name) {
  constexpr std::uint64_t kPage = 4096;
  constexpr std::uint64_t kFirst = 0x1000'0000'0000;
  std::uint64_t chance = 0;
  if (getrandom(&chance, sizeof chance, 0) != static_cast<ssize_t>(sizeof chance)) {
    return nullptr;
  }
  void* const wished = reinterpret_cast<void*>(kFirst + chance % kFirst / kPage * kPage);
  void* const page =
      mmap(wished, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || std::strlen(name) >= kPage) {
    return nullptr;
  }
  return std::strcpy(static_cast<char*>(page), name);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: confine <descriptor> <program> [<argument> ...]\n", stderr);
    return 2;
  }
  const int report = std::atoi(arguments[1]);
  char* const program = hidden(arguments[2]);
  filter rules;
  if (program != nullptr) {
    add_rules(rules, program, report);
  }
  if (program == nullptr || !rules.install()) {
    std::perror("confine: the kernel takes no filter of system calls");
    return 125;
  }
  if (write(report, "\n", 1) != 1 || close(report) != 0) {
    std::perror("confine: cannot report that the sandbox is ready");
    return 127;
  }
  syscall(__NR_execve, program, arguments + 2, environ);
  std::perror("confine: the program cannot be started");
  return 126;
}
