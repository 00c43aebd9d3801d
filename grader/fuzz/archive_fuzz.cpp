#include "fuzz.hpp"
#include "grader/class/archive.hpp"

void kw::grader::read_hostile(std::string_view input) {
  archive_limits limits;
  limits.total_bytes = 1 << 20;
  limits.file_bytes = 1 << 16;
  limits.entries = 100;
  try {
    read_archive(
        input, limits, [](const packed_entry&) { return true; },
        [&](const packed_entry& entry, const std::string& content) {
          const bool inside = entry.path.find("..") == std::string::npos ||
                              normal_archive_path(entry.path) == entry.path;
          if (!inside || entry.path.front() == '/' || content.size() > limits.file_bytes) {
            __builtin_trap();
          }
        });
  } catch (const archive_refused&) {
  }
}
