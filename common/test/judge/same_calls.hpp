// The functions of remote.hpp that are the same with a GPU and without.
#pragma once
#include <cstdlib>
#include <string>

#include "kernelwright/runtime/error.hpp"
#include "remote.hpp"

namespace lesson00 {

void do_nothing(kw::view<float>) {}

void ask_for_memory(std::int64_t bytes) {
  static std::string kept;  // otherwise a compiler may leave it all out
  kept = std::string(static_cast<std::size_t>(bytes), 'x');
}

void throw_error(kw::view<float>) {
  throw kw::error("not today");
}

void end_program(kw::view<float>) {
  std::_Exit(3);
}

}  // namespace lesson00
