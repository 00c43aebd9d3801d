#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kw::base {

/// Files that appear together or not at all: each is written whole under a temporary name in its
/// own folder, and only when all are written are they renamed. Throws `machine_error`, with the
/// reason and what to do, when one cannot be written; then the old files are as they were.
class staged_files {
 public:
  staged_files() = default;
  ~staged_files();
  staged_files(const staged_files&) = delete;
  staged_files& operator=(const staged_files&) = delete;

  /// Writes a file under its temporary name. Makes its folder when needed.
  void add(const std::filesystem::path& file, std::string_view content);

  /// Gives all files their names.
  void commit();

 private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> staged_;
};

/// One file through `staged_files`.
void write_file_atomically(const std::filesystem::path& file, std::string_view content);

/// Throws `machine_error` when a folder cannot be written to or its disk has hardly any space left:
/// better before minutes of work than after.
void require_writable(const std::filesystem::path& folder);

/// A new folder for temporary files, removed at the end with everything in it.
class scratch_folder {
 public:
  explicit scratch_folder(const std::filesystem::path& parent, const std::string& name = "run");
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Copies a file, or a folder with everything in it, over what is there. Makes the folder around it
/// when needed. Throws `machine_error` when something cannot be copied.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

/// All regular files in a folder and the folders below it, in an order that does not depend on the
/// disk.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

/// The whole of a file, whatever it holds. Throws `machine_error` when it cannot be read, or is
/// larger than `most_bytes`.
std::string read_file(const std::filesystem::path& file, std::uintmax_t most_bytes);

/// The whole of a file, or nothing when it is missing or larger than 64 MiB.
std::string read_text_file(const std::filesystem::path& file);

}  // namespace kw::base
