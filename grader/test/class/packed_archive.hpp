#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

/// An entry of an archive that is written for a test, right or wrong.
struct packed {
  std::string path;
  std::string content;
  std::string link = {};  ///< Where a symbolic link points.
};

/// The bytes of an archive, a .zip or else a .tar.gz, of at most 8 MB. Throws where it cannot be
/// written.
std::string archive_of(const std::vector<packed>& entries, bool zip = true);

/// Writes an archive of the kind that its name says.
void pack(const std::filesystem::path& file, const std::vector<packed>& entries);

}  // namespace kw::grader
