#include "grader/test/class/packed_archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <stdexcept>

namespace kw::grader {

std::string archive_of(const std::vector<packed>& entries, bool zip) {
  std::string bytes(std::size_t{8} << 20, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  if (zip) {
    archive_write_set_format_zip(a);
  } else {
    archive_write_add_filter_gzip(a);
    archive_write_set_format_pax_restricted(a);
  }
  bool good = archive_write_open_memory(a, bytes.data(), bytes.size(), &used) == ARCHIVE_OK;
  for (const packed& one : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.path.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, one.link.empty() ? AE_IFREG : AE_IFLNK);
    archive_entry_set_size(entry, static_cast<la_int64_t>(one.content.size()));
    if (!one.link.empty()) {
      archive_entry_set_symlink(entry, one.link.c_str());
    }
    good = good && archive_write_header(a, entry) >= ARCHIVE_WARN;
    good = good && (one.content.empty() ||
                    archive_write_data(a, one.content.data(), one.content.size()) >= 0);
    archive_entry_free(entry);
  }
  good = archive_write_free(a) == ARCHIVE_OK && good;
  if (!good) {
    throw std::runtime_error("an archive cannot be written");
  }
  bytes.resize(used);
  return bytes;
}

void pack(const std::filesystem::path& file, const std::vector<packed>& entries) {
  std::ofstream(file, std::ios::binary) << archive_of(entries, file.extension() == ".zip");
}

}  // namespace kw::grader
