// Counts the units of 32 bytes that the programs of a launch move, while a caller wants to know.
#pragma once
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::runtime {

/// Is the launch that runs counted? Set between launches.
inline bool counting_launch = false;

/// Adds an access to what has been noted. Cost: linear in the rows of a rectangle, and n log n for
/// n lanes in any order.
void note_access_traffic(const program& p, const access& a);

/// Counts the launch during its lifetime, if launches are counted.
class counted_launch {
 public:
  explicit counted_launch(bool checked);
  ~counted_launch();
  counted_launch(const counted_launch&) = delete;
  counted_launch& operator=(const counted_launch&) = delete;
};

}  // namespace kw::runtime
