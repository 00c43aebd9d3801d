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

/// Writes an archive of the kind that its name says: .zip, otherwise .tar.gz.
void pack(const std::filesystem::path& file, const std::vector<packed>& entries);

}  // namespace kw::grader
