// Where an exception came from that nothing caught but the test program.
#pragma once
#include <cstdint>
#include <vector>

namespace kw::testing {

/// The calls that led to the latest exception that host code of this thread threw, innermost first;
/// empty if there was none. For `place_of`.
std::vector<std::uintptr_t> calls_of_latest_throw();

}  // namespace kw::testing
