// Which difference of its sizes makes a case wrong.
#pragma once
#include <string>

#include "kernelwright/testing/again.hpp"

namespace kw::testing {

/// Takes the sizes of a wrong case nearer to those of one that is right, until they differ in one
/// step: `1 x 1024 is right, 1 x 1025 is not`. Empty if that takes too long, or if the right one is
/// wrong with the rest of the other case.
std::string smallest_difference(const case_again& c, double seconds);

}  // namespace kw::testing
