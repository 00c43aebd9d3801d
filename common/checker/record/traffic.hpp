// Counts the units of 32 bytes that the programs of a launch move, while a caller wants to know.
#pragma once
#include <vector>

#include "common/checker/record/rectangle.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::runtime {

/// Is the launch that runs counted? Set between launches.
inline bool counting_launch = false;

/// Adds an access to what has been noted. \param lanes in elements from `data`
void note_access_traffic(const program& p, access_kind kind, const char* data,
                         const std::vector<rectangle>& lanes);

/// Count the launch that runs between them, if launches are counted.
void begin_counting(bool checked);
void end_counting();

}  // namespace kw::runtime
