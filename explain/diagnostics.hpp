// Reads what g++, clang++, nvcc and the linker print into lists of errors and of warnings.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

/// A line of a file, as a compiler names it. A line of 0 says that there is none.
struct place {
  std::filesystem::path file;
  int line = 0;
  int column = 0;  ///< From 1; 0 where the compiler gave none.
};

/// One error, or one warning, as a compiler told it, with the places that led to it.
struct diagnostic {
  bool is_warning = false;
  place at;  ///< Line 0: from the linker.
  std::string message;
  std::vector<place> caused_by;  ///< Innermost first: what was instantiated, and where.
  std::vector<place> included_from;
  std::size_t first_line = 0;  ///< Where in the output it begins,
  std::size_t last_line = 0;   ///< and the line after its last one.
};

/// The lines of a build's output, without colours and with plain quotes.
std::vector<std::string> split_output(std::string_view output);

/// Every error in the output, or every warning, in order.
std::vector<diagnostic> read_diagnostics(const std::vector<std::string>& lines,
                                         bool warnings = false);

}  // namespace kw::explain
