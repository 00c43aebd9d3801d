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
/// what programs do, which a submission could say falsely; those of the library's inner parts,
/// which find an argument's memory without `tl`; and the ways to name these otherwise.
/// The library's templates have been read by then, so they work. It is the same for all tasks.
std::string closed_library(closed_headers headers);

/// A header to be included after `closed_library`, which poisons the library's names as the linker
/// knows them. \param defined the symbols of what a task's submissions are linked with
std::string closed_symbols(const std::set<std::string>& defined);

}  // namespace kw::grader
