#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace kw::grader {

/// How much a program in the sandbox may use. Address space is never limited: CUDA and sanitizers
/// reserve more of it than any machine has. The judge looks at what all of its processes use
/// together.
struct sandbox_limits {
  std::int64_t memory_bytes = std::int64_t{2} << 30;  ///< Private writable memory of a process.
  std::int64_t file_bytes = std::int64_t{64} << 20;   ///< Of one file.
  std::int64_t tmp_bytes = std::int64_t{64} << 20;    ///< Of /tmp, and of /dev/shm.
  int processes = 64;                                 ///< Threads count as well.
  int open_files = 64;
  int cpu_seconds = 600;  ///< Of one process.
};

/// A file or folder that a program in the sandbox sees.
struct sandbox_mount {
  std::filesystem::path host;
  std::string inside;
  bool writable = false;
};

/// A program to run in the sandbox.
struct sandbox_request {
  std::vector<std::string> command;
  std::vector<sandbox_mount> mounts;
  std::string working_folder = "/tmp";
  std::vector<std::pair<std::string, std::string>> environment;
  sandbox_limits limits;
  bool gpu = false;        ///< Whether it sees the NVIDIA devices.
  bool proc = false;       ///< Whether it has /proc, which says much about the machine.
  bool as_caller = false;  ///< As root where root starts it, for files that nobody else may read.
  /// A descriptor that it inherits. The sandbox writes to it once it is set up
  /// (`base::start_request::reports_ready`), and the program inside does not get it; 0 for none.
  int report_to = 0;
  /// The path, inside the sandbox, of the program that does this and filters system calls
  /// (common/judge/confine.cpp). Empty for a program that may make any system call: a compiler,
  /// or a program that uses a GPU.
  std::string confine;
};

/// What keeps a submission's code away from everything else: bubblewrap, used without privileges.
///
/// Inside there is no network, the system is read-only, and /tmp and /dev/shm are private and
/// limited. The user's files and the machine's processes are invisible, and of the mounts only the
/// writable ones can be written to. All of it ends with the process that started it.
class sandbox {
 public:
  /// The sandbox that works on this machine; throws `machine_error`, which says what to do, where
  /// the kernel or its settings forbid it.
  static sandbox open();
  /// No sandbox: commands run as they are, with only the limits. For code that is trusted.
  static sandbox none();

  /// Why `open` would fail, and what to do about it; empty when it works.
  static std::string what_is_missing();

  /// The command line that runs a request.
  std::vector<std::string> wrap(const sandbox_request& request) const;

  bool isolates() const { return isolates_; }
  /// In words, for `doctor` and reports: "bubblewrap 0.8.0, as the user nobody".
  const std::string& description() const { return description_; }
  /// Whether the sandboxed program runs as another user, who must be able to read what it needs
  /// and to write where it may.
  bool changes_user() const { return drop_user_; }

  /// Lets that other user, if there is one, read a folder and everything in it, whatever the umask.
  void share(const std::filesystem::path& folder) const;

  /// Whether a harmless program runs in it right now; otherwise the machine is at fault.
  bool works(std::string* why = nullptr) const;

 private:
  bool isolates_ = false;
  bool drop_user_ = false;
  std::string description_;
};

/// The user that root's submissions run as: nobody.
inline constexpr int kSandboxUser = 65534;

}  // namespace kw::grader
