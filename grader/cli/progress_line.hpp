#pragma once

#include <cstdio>
#include <string>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Shows what is going on: one line that is rewritten on a terminal, a line a step elsewhere.
class progress_line {
 public:
  explicit progress_line(std::FILE* stream);
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void show(const progress& step);
  void clear();

 private:
  std::FILE* stream_;
  bool terminal_;
  bool shown_ = false;
  std::string last_;
};

}  // namespace kw::grader
