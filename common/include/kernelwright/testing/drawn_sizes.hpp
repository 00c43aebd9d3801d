/// \file
/// Sizes that a submission cannot know: a kernel that is right for those of the published tests
/// alone is not right.
#pragma once
#include <cstdint>

namespace kw::testing {

/// A number of [low, high] that depends on the seed. With the learner's own seed, which is 1, it is
/// `low`, so that a test shows the same every time; a class is graded with another one.
std::int64_t drawn_size(std::int64_t low, std::int64_t high);

}  // namespace kw::testing
