#pragma once

namespace kw::grader {

/// A pipe on which the sandbox reports that it is set up. That is the last thing it does before it
/// becomes the program inside, which does not inherit the pipe. Anything printed after that comes
/// from the program, and says nothing about the machine.
class start_report {
 public:
  /// Throws `machine_error` if the pipe cannot be made.
  start_report();
  ~start_report();
  start_report(const start_report&) = delete;
  start_report& operator=(const start_report&) = delete;

  /// The end that the sandbox gets.
  int write_end() const { return write_end_; }
  /// Whether the sandbox was set up. Call this once the sandbox has ended.
  bool started();

 private:
  int read_end_ = -1;
  int write_end_ = -1;
};

}  // namespace kw::grader
