#pragma once

#include <cstdint>
#include <string>

namespace kw::grader {

/// A colour, "#1779c4", for the program at (x, y) of a grid. Neighbours in either direction differ
/// clearly, and no colour is used twice among the programs that a trace records. None is the red
/// that marks what is outside of an array.
///
/// Source: OKLCH, a polar form of Oklab, where steps of equal size look equally large (B. Ottosson,
/// "A perceptual color space for image processing", 2020).
std::string trace_colour(std::int64_t x, std::int64_t y = 0);

}  // namespace kw::grader
