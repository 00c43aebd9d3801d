// The file that a worker shares with the judge, before anything of a submission runs.
#pragma once
#include <cstdint>

namespace kw::remote {

/// At its start, before any constructor, a worker maps the whole file, where nothing can be read or
/// written, and closes it: so a submission can neither read the file nor map it a second time.
/// Moves the mapping to addresses that are reserved. \returns whether it was there
bool move_first_mapping(char* to, std::uint64_t bytes);

/// Makes a piece of the mapping accessible. \returns whether that worked
bool open_piece(char* data, std::uint64_t bytes);
void close_piece(char* data, std::uint64_t bytes);

}  // namespace kw::remote
