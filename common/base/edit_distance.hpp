// How far two words are apart, to find the one that was meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// The number of letters to insert, leave out, replace or exchange with their neighbour to get from
/// one word to the other. Time is proportional to the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the candidates nearest to `word`, at most `most` edits away; empty if there is
/// none. The word itself does not count.
std::string closest(std::string_view word, const std::vector<std::string>& candidates,
                    std::size_t most);

}  // namespace kw::base
