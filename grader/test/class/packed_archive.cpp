#include "grader/test/class/packed_archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>

namespace kw::grader {

void pack(const std::filesystem::path& file, const std::vector<packed>& entries) {
  archive* a = archive_write_new();
  if (file.extension() == ".zip") {
    archive_write_set_format_zip(a);
  } else {
    archive_write_add_filter_gzip(a);
    archive_write_set_format_pax_restricted(a);
  }
  bool good = archive_write_open_filename(a, file.c_str()) == ARCHIVE_OK;
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
    throw std::runtime_error("cannot write " + file.string());
  }
}

}  // namespace kw::grader
