#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A name in an object file that other object files can see.
struct object_symbol {
  std::string name;      ///< As the linker knows it.
  bool defined = false;  ///< Otherwise it is expected from elsewhere.
  bool weak = false;     ///< Another definition may take its place.
};

/// Reads what `nm -gP` prints of object files and archives. Empty where a line makes no sense: a
/// submission may have named something so.
/// \param several files, of which each begins with a line of its own
std::optional<std::vector<object_symbol>> read_symbols(std::string_view printed, bool several);

}  // namespace kw::grader
