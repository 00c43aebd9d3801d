#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// "[#####.....] " for half of it, that many characters wide.
std::string bar_of(int done, int all, int width);

/// "4/12" as a bar, with the seconds that are left if the rest takes as long as what is done;
/// other details as they are. \param seconds since it began
std::string progress_bar(std::string_view detail, double seconds);

/// Shows what is going on: one line that is rewritten on a terminal, a line a step elsewhere.
class progress_line {
 public:
  explicit progress_line(std::FILE* stream);
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void show(const progress& step);
  /// \param line as a terminal shows it \param plain the line where none is rewritten, which is
  /// printed for each new `step` alone
  void show(const std::string& line, const std::string& plain, const std::string& step);
  void clear();

 private:
  using clock = std::chrono::steady_clock;

  std::FILE* stream_;
  bool terminal_;
  bool shown_ = false;
  std::string last_;
  clock::time_point began_ = clock::now();
};

}  // namespace kw::grader
