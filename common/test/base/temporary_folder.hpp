#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace kw::base {

/// A folder that is removed with everything in it.
class temporary_folder {
 public:
  temporary_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kw-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file, and makes its folder when needed.
  std::filesystem::path write(const std::filesystem::path& file, const std::string& text) const {
    const std::filesystem::path full = path_ / file;
    std::filesystem::create_directories(full.parent_path());
    // A new file each time: a script that is being run must not be written to.
    std::filesystem::remove(full);
    std::ofstream(full, std::ios::binary) << text;
    return full;
  }

  /// Writes a shell script that can be run.
  std::filesystem::path write_script(const std::filesystem::path& file,
                                     const std::string& text) const {
    const std::filesystem::path full = write(file, "#!/bin/sh\n" + text);
    std::filesystem::permissions(full, std::filesystem::perms::owner_all);
    return full;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace kw::base
