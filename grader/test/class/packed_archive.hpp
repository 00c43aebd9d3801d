#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

/// An entry of an archive that is written for a test, however wrong.
struct packed {
  std::string path;
  std::string content;
  std::string link = {};  ///< Where it points to, of a symbolic link.
};

/// Writes an archive whose kind its name says: .zip, otherwise .tar.gz.
void pack(const std::filesystem::path& file, const std::vector<packed>& entries);

}  // namespace kw::grader
