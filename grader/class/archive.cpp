#include "grader/class/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <memory>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

struct free_archive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using open_archive = std::unique_ptr<archive, free_archive>;

/// libarchive turns names into the text of the thread's locale, and those that the locale has no
/// letters for into nothing. A program begins in the locale "C", which has none beyond ASCII.
class with_all_letters {
 public:
  with_all_letters()
      : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)),
        before_(locale_ == nullptr ? nullptr : uselocale(locale_)) {}
  with_all_letters(const with_all_letters&) = delete;
  with_all_letters& operator=(const with_all_letters&) = delete;
  ~with_all_letters() {
    if (locale_ != nullptr) {
      uselocale(before_);
      freelocale(locale_);
    }
  }

 private:
  locale_t locale_, before_;
};

/// A path as it may appear in a message: short, and without anything that could act on a terminal.
std::string shown(std::string_view path) {
  constexpr std::size_t kLongest = 80;
  return base::plain_line(path, kLongest);
}

[[noreturn]] void damaged(archive* a) {
  const char* why = archive_error_string(a);
  throw archive_refused(
      fmt::format("the archive cannot be read: it is damaged, protected by a "
                  "password, or not an archive at all ({})",
                  why != nullptr ? shown(why) : "no reason given"));
}

/// For the formats that are read, and not opened yet.
open_archive new_reader() {
  open_archive a(archive_read_new());
  archive_read_support_filter_gzip(a.get());
  archive_read_support_filter_bzip2(a.get());
  archive_read_support_filter_xz(a.get());
  archive_read_support_filter_zstd(a.get());
  archive_read_support_format_zip(a.get());
  archive_read_support_format_tar(a.get());
  archive_read_support_format_gnutar(a.get());
  return a;
}

packed_entry::kind kind_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) {
    return packed_entry::kind::link;
  }
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return packed_entry::kind::file;
    case AE_IFDIR:
      return packed_entry::kind::folder;
    case AE_IFLNK:
      return packed_entry::kind::link;
    default:
      return packed_entry::kind::other;
  }
}

/// Unpacks an entry, to be kept or only to be counted.
class unpacking {
 public:
  unpacking(archive* a, const archive_limits& limits) : archive_(a), limits_(limits) {}

  bool is_full() const { return total_ > limits_.total_bytes; }

  std::string read(const std::string& path, bool keep) {
    std::string content;
    std::array<char, 65536> chunk;
    while (true) {
      const la_ssize_t got = archive_read_data(archive_, chunk.data(), chunk.size());
      if (got < 0) {
        damaged(archive_);
      }
      if (got == 0) {
        return content;
      }
      const auto size = static_cast<std::size_t>(got);
      total_ += size;
      if (total_ > limits_.total_bytes) {
        throw archive_refused(fmt::format(
            "the archive holds more than {} MB when it is unpacked: is the build folder in it?",
            limits_.total_bytes >> 20));
      }
      if (keep && content.size() + size > limits_.file_bytes) {
        throw archive_refused(fmt::format("{} is larger than {} MB", shown(path),
                                          std::max<std::uint64_t>(limits_.file_bytes >> 20, 1)));
      }
      if (keep) {
        content.append(chunk.data(), size);
      }
    }
  }

 private:
  archive* archive_;
  const archive_limits& limits_;
  std::uint64_t total_ = 0;
};

bool ends_with_one_of(std::string_view name, std::initializer_list<std::string_view> endings) {
  const std::string lower = in_lower_case(name);
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return lower.size() > ending.size() && lower.ends_with(ending);
  });
}

void read_entries(archive* a, const archive_limits& limits,
                  const std::function<bool(const packed_entry&)>& wanted,
                  const std::function<void(const packed_entry&, std::string content)>& take) {
  const with_all_letters in_this_thread;
  unpacking content(a, limits);
  archive_entry* raw = nullptr;
  for (std::uint64_t count = 0;; ++count) {
    const int outcome = archive_read_next_header(a, &raw);
    if (outcome == ARCHIVE_EOF) {
      return;
    }
    if (outcome < ARCHIVE_WARN) {
      damaged(a);
    }
    if (count >= limits.entries) {
      throw archive_refused(fmt::format(
          "the archive holds more than {} files: is the build folder in it?", limits.entries));
    }
    const char* const text_of_name = archive_entry_pathname_utf8(raw);
    const char* const name = text_of_name != nullptr ? text_of_name : archive_entry_pathname(raw);
    const std::string path = name != nullptr ? from_dos(name) : "?";
    try {
      if (name == nullptr) {
        throw archive_refused("the archive holds a file whose name cannot be read");
      }
      packed_entry entry;
      entry.path = normal_archive_path(path, limits);
      entry.type = kind_of(raw);
      const bool keep = wanted(entry) && entry.type == packed_entry::kind::file;
      std::string text = content.read(entry.path, keep);
      if (keep) {
        take(entry, std::move(text));
      }
    } catch (const archive_refused& reason) {
      if (!limits.pass_over || content.is_full()) {
        throw;
      }
      limits.pass_over(path, reason.what());
    }
  }
}

}  // namespace

bool is_archive_name(std::string_view name) {
  return ends_with_one_of(name,
                          {".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst"});
}

bool is_foreign_archive_name(std::string_view name) {
  return ends_with_one_of(name, {".rar", ".7z", ".zipx", ".gz"}) && !is_archive_name(name);
}

std::string normal_archive_path(std::string_view path, const archive_limits& limits) {
  if (path.size() > limits.path_bytes) {
    throw archive_refused(fmt::format("a path in the archive is longer than {} bytes: {}",
                                      limits.path_bytes, shown(path)));
  }
  if (path.find('\0') != std::string_view::npos) {
    throw archive_refused("a path in the archive holds a zero byte");
  }
  const auto slash = [](char letter) { return letter == '/' || letter == '\\'; };
  const bool drive =
      path.size() >= 2 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0])) != 0;
  if ((!path.empty() && slash(path[0])) || drive) {
    throw archive_refused(
        fmt::format("the archive holds an absolute path, {}: pack the folder again", shown(path)));
  }
  std::string normal;
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = begin;
    while (end < path.size() && !slash(path[end])) {
      ++end;
    }
    const std::string_view part = path.substr(begin, end - begin);
    if (part == "..") {
      throw archive_refused(
          fmt::format("the archive holds a path that leads out of it, {}", shown(path)));
    }
    if (!part.empty() && part != ".") {
      normal += (normal.empty() ? "" : "/") + std::string(part);
    }
    begin = end + 1;
  }
  return normal;
}

void read_archive(const std::filesystem::path& file, const archive_limits& limits,
                  const std::function<bool(const packed_entry&)>& wanted,
                  const std::function<void(const packed_entry&, std::string content)>& take) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  const open_archive a = new_reader();
  if (archive_read_open_filename(a.get(), file.c_str(), kPiece) != ARCHIVE_OK) {
    if (archive_errno(a.get()) == EACCES) {  // nobody's fault but the machine's
      throw machine_error(fmt::format("cannot read {}: permission denied", file.string()));
    }
    damaged(a.get());
  }
  read_entries(a.get(), limits, wanted, take);
}

}  // namespace kw::grader
