#pragma once

#include <set>
#include <string>

namespace kw::grader {

/// What a closed library includes before it is closed.
enum class closed_headers {
  /// The library, and the parts of the standard library that a kernel file may want.
  all,
  /// What every skeleton includes. g++ compiles a file after it in a third of the time, because
  /// `all` leaves many templates of <string>, <chrono> and others to be made again for each file. A
  /// file that includes another header may find a name poisoned that this header needs.
  skeletons,
};

/// A header that a submission on the CPU is compiled after. It includes the library, and then
/// poisons names (`#pragma GCC poison`): those by which the library's own code tells the checker
/// what programs do, which a submission could say falsely, and the ways to name these otherwise.
/// The library's templates have been read by then, so they work. \param defined the kit's symbols,
/// whose names as the linker knows them are poisoned as well
std::string closed_library(const std::set<std::string>& defined,
                           closed_headers headers = closed_headers::all);

}  // namespace kw::grader
