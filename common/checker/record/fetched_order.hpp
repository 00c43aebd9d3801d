// In which order programs begin streams and load tiles of tensors.
#pragma once
#include <cstdint>
#include <vector>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// An order, and the lowest program that has it.
struct fetched_order {
  std::int64_t program;
  fetched_tiles tiles;
};

/// Is this call of one program, or nothing, what another one has in its place?
bool same_stream(const fetched_tiles::call& a, const fetched_tiles::call& b);
bool same_load(const fetched_tiles::call& a, const fetched_tiles::call& b);

/// Adds the program's order if it is a new one.
void note_fetched(std::vector<fetched_order>& known, const program& p);

}  // namespace kw::runtime
