#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kw::grader {

/// An archive that was rejected, with the reason in words for the person who made it.
struct archive_refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The most that an archive may hold. The reader does not rely on the sizes that an archive states.
struct archive_limits {
  std::uint64_t total_bytes = std::uint64_t{256} << 20;  ///< Unpacked.
  std::uint64_t file_bytes = std::uint64_t{64} << 20;    ///< Of a file that is wanted, unpacked.
  std::uint64_t entries = 20000;
  std::size_t path_bytes = 1024;
  /// For an archive of many people, where one's file must not spoil the others': receives the path
  /// as it stands, and why it is passed over. Empty: such an archive is refused.
  std::function<void(const std::string& path, const std::string& why)> pass_over = {};
};

/// One entry of an archive.
struct packed_entry {
  std::string path;  ///< Normal: "folder/file", relative, without "." and "..".
  enum class kind { file, folder, link, other } type = kind::file;
};

/// Whether a file's name says that it is an archive that `read_archive` accepts: .zip, .tar,
/// .tar.gz, .tgz, .tar.bz2, .tar.xz or .tar.zst.
bool is_archive_name(std::string_view name);

/// Whether it says that it is an archive of another kind, .rar or .7z for example, which is not
/// opened.
bool is_foreign_archive_name(std::string_view name);

/// Reads an archive a piece at a time, however large it is. Nothing is ever written to a disk.
///
/// \param wanted is asked about each entry; true for a file whose content is wanted
/// \param take receives such a file and its content
/// Throws `archive_refused` for a file that cannot be opened, for a damaged archive, for one that
/// is larger unpacked than the limits allow, and for paths that are absolute, lead out of the
/// archive
/// ("..") or are not text.
void read_archive(const std::filesystem::path& file, const archive_limits& limits,
                  const std::function<bool(const packed_entry&)>& wanted,
                  const std::function<void(const packed_entry&, std::string content)>& take);

/// A path of an archive in its normal form: both slashes taken as separators, "." left out.
/// Throws `archive_refused` as above.
std::string normal_archive_path(std::string_view path, const archive_limits& limits = {});

}  // namespace kw::grader
