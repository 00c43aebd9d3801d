/// \file
/// Where in the learner's file a call was written.
#pragma once
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw {

/// A file and a line. Functions take one as their last, defaulted argument, so a message can name
/// the line of the call. (std::source_location would need a header that clang 14 cannot use.)
struct source_place {
  const char* file = nullptr;
  int line = 0;

  static KW_HD constexpr source_place here(const char* file = __builtin_FILE(),
                                           int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace kw
