// The file that a worker shares with the judge, before anything of a submission runs.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "common/judge/protocol.hpp"

namespace kw::remote {

/// At its start, before any constructor, a worker maps the whole file, where nothing can be read or
/// written, and closes it: so a submission can neither read the file nor map it a second time.
/// Moves the mapping to addresses that are reserved. \returns whether it was there
bool move_first_mapping(char* to, std::uint64_t bytes);

/// The bytes of each accessible piece of the mapping, by its offset.
using open_pieces = std::map<std::uint64_t, std::uint64_t>;

/// Makes exactly these ranges of the mapping at `base` accessible. \throws kw::error if one cannot
/// be
void open_exactly(char* base, const std::vector<memory_range>& ranges, open_pieces& pieces);

}  // namespace kw::remote
