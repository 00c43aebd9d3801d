// What every harness shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kw::grader {

/// Each harness defines it: reads one input as the grader would. A parser may refuse, by its own
/// exceptions; anything else that leaves it is a mistake.
void read_hostile(std::string_view input);

}  // namespace kw::grader

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kw::grader::read_hostile({reinterpret_cast<const char*>(data), size});
  return 0;
}
