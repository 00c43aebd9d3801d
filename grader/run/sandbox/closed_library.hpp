#pragma once

#include <set>
#include <string>

namespace kw::grader {

/// A header that a submission on the CPU is compiled after. It includes the library and the parts
/// of the standard library that a kernel file may want, and then poisons names (`#pragma GCC
/// poison`): those by which the library's own code tells the checker what programs do, which a
/// submission could say falsely, and the ways to name these otherwise. The library's templates have
/// been read by then, so they work. \param defined the kit's symbols, whose names as the linker
/// knows them are poisoned as well
std::string closed_library(const std::set<std::string>& defined);

}  // namespace kw::grader
