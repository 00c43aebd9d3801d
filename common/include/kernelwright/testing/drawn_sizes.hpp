/// \file
/// Sizes that a submission cannot know, because a kernel that is right only for those of the
/// published tests is not right.
#pragma once
#include <cstdint>

namespace kw::testing {

/// A number of [low, high] that depends on the seed. With the learner's seed, which is 1, it is
/// `low`, so a test is the same every time. A class is graded with another seed, which never draws
/// `low` if `high` is larger.
std::int64_t drawn_size(std::int64_t low, std::int64_t high);

}  // namespace kw::testing
