#pragma once

namespace kw::grader {

/// A pipe of its own, on which the sandbox says that it stands: the last thing before it becomes
/// the program inside, which does not inherit the pipe. Whatever is printed from then on is the
/// program's, and says nothing about the machine.
class start_report {
 public:
  /// Throws `machine_error` where there can be no pipe.
  start_report();
  ~start_report();
  start_report(const start_report&) = delete;
  start_report& operator=(const start_report&) = delete;

  /// The end that the sandbox gets.
  int write_end() const { return write_end_; }
  /// Whether the sandbox stood. To be asked once it has ended.
  bool started();

 private:
  int read_end_ = -1;
  int write_end_ = -1;
};

}  // namespace kw::grader
