// Places in files, as the learner knows them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "explain/diagnostics.hpp"

namespace kw::explain {

/// The lines of a file, the longest of them cut off; none if it cannot be read.
std::vector<std::string> read_lines(const std::filesystem::path& file);

/// Tells places relative to the course's root, and those of the learner's file from others.
class place_teller {
 public:
  place_teller(const std::filesystem::path& root, const std::filesystem::path& kernel_file);

  bool in_kernel(const place& place) const;

  /// A file that a compiler names, relative to the root if it is below it.
  std::filesystem::path relative(const std::filesystem::path& file) const;

  /// "file:line"
  std::string tell(const place& place) const;

  /// The learner's place of a diagnostic; a line of 0 when it has none.
  place learner_place(const diagnostic& error) const;

  /// The compiler's own words from one line on, without the build tool's.
  std::string excerpt(const std::vector<std::string>& lines, std::size_t first) const;

  const std::filesystem::path& root() const { return root_; }
  const std::filesystem::path& kernel_file() const { return kernel_file_; }

 private:
  std::filesystem::path root_;
  std::filesystem::path kernel_file_;
};

}  // namespace kw::explain
