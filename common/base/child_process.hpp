// A program that runs beside its parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kw::base {

/// What to start, and with what.
struct start_request {
  /// Program and arguments. A program without a slash is looked up in PATH. No shell is involved.
  std::vector<std::string> command;
  /// Folder to run in; empty keeps the current one.
  std::filesystem::path working_folder;
  /// Variables set on top of the inherited environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Become 3, 4 and so on in the program, which gets no others.
  std::vector<int> descriptors;
  /// Whether one more descriptor follows them, to which what is started first, such as a sandbox,
  /// writes when it is ready. See `reported`.
  bool reports_ready = false;
  /// Whether it stays in the foreground with its parent: it shares the process group, which Ctrl-C
  /// reaches, the standard input, and all open descriptors.
  bool in_foreground = false;
};

/// A program that was started, and the pipe from which its output is read, standard error included.
/// Unless it is in the foreground, it leads its own process group, has no standard input, leaves no
/// core file and dies with the thread that started it.
class child_process {
 public:
  child_process() = default;
  /// Starts it, which takes about a millisecond. Throws `machine_error` when no process can be
  /// made. A program that cannot be run is not an error: then nothing runs, and `start_error` says
  /// why.
  explicit child_process(const start_request& request);
  child_process(child_process&& other) noexcept { swap(other); }
  child_process& operator=(child_process&& other) noexcept {
    swap(other);
    return *this;
  }
  /// Ends it as `stop` does.
  ~child_process();

  /// Whether it was started and its status has not been asked for since it ended.
  bool running() const { return id_ > 0; }
  pid_t id() const { return id_; }
  const std::string& start_error() const { return start_error_; }
  /// The descriptor of its output, from which reading never waits; -1 once the end was reached.
  int output() const { return output_; }
  /// Appends what there is to read, at most 64 KiB. \returns whether there was anything
  bool read_output(std::string& text);

  /// Whether it wrote to the descriptor for that. Ask when it has ended: what it prints says
  /// nothing then about what started it.
  bool reported();

  /// Its status as `waitpid` reports it, once it has ended; only one call returns it. Other
  /// processes of its group go on until `kill`.
  std::optional<int> ended();
  /// The same, and waits for it.
  int wait();
  /// Kills its group, or itself where it is in the foreground.
  void kill();
  /// Kills it and closes its output.
  void stop();

 private:
  void swap(child_process& other) noexcept;

  pid_t id_ = -1;
  pid_t group_ = -1;  // 0 in the foreground; it may outlive the process
  int output_ = -1;
  int report_ = -1;
  bool reported_ = false;
  std::string start_error_;
};

}  // namespace kw::base
