#include "common/base/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "common/base/error.hpp"

namespace kw::base {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{64} << 20;
constexpr std::uintmax_t kLeastSpace = std::uintmax_t{16} << 20;

[[noreturn]] void cannot_write(const fs::path& what, int reason) {
  const char* advice = "";
  if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG) {
    advice = " Free some space, or choose another folder with --output.";
  } else if (reason == EACCES || reason == EPERM || reason == EROFS) {
    advice = " Choose a folder that you may write to with --output.";
  }
  throw machine_error("cannot write " + what.string() + ": " + std::strerror(reason) + "." +
                      advice);
}

/// Writes everything and makes sure that it reached the disk: only then does a full disk show.
int write_all(const fs::path& file, std::string_view content) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return errno;
  }
  int reason = 0;
  while (!content.empty() && reason == 0) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written > 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      reason = written == 0 ? ENOSPC : errno;
    }
  }
  if (reason == 0 && fsync(descriptor) != 0) {
    reason = errno;
  }
  if (close(descriptor) != 0 && reason == 0) {
    reason = errno;
  }
  return reason;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    cannot_write(folder, error.value());
  }
}

}  // namespace

staged_files::~staged_files() {
  for (const auto& [temporary, file] : staged_) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
  }
}

void staged_files::add(const fs::path& file, std::string_view content) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  make_folder(folder);
  // Machines that share a folder may have processes of the same number.
  std::random_device chance;
  const fs::path temporary =
      folder / ("." + file.filename().string() + "." + std::to_string(chance()) + ".tmp");
  staged_.emplace_back(temporary, file);
  if (const int reason = write_all(temporary, content); reason != 0) {
    cannot_write(file, reason);
  }
}

void staged_files::commit() {
  for (const auto& [temporary, file] : staged_) {
    std::error_code error;
    fs::rename(temporary, file, error);
    if (error) {
      cannot_write(file, error.value());
    }
  }
  staged_.clear();
}

void write_file_atomically(const fs::path& file, std::string_view content) {
  staged_files files;
  files.add(file, content);
  files.commit();
}

void require_writable(const fs::path& folder) {
  make_folder(folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    cannot_write(folder, errno);
  }
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.available < kLeastSpace) {
    cannot_write(folder, ENOSPC);
  }
}

scratch_folder::scratch_folder(const fs::path& parent, const std::string& name) {
  make_folder(parent);
  std::string pattern = (parent / (name + "-XXXXXX")).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    cannot_write(parent, errno);
  }
  path_ = pattern;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void copy_tree(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  if (error) {
    throw machine_error("cannot copy " + from.string() + " to " + to.string() + ": " +
                        error.message());
  }
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_file(const fs::path& file, std::uintmax_t most_bytes) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size > most_bytes) {
    throw machine_error("cannot read " + file.string() + ": " +
                        (error ? error.message()
                               : "it is larger than " + std::to_string(most_bytes >> 20) + " MB"));
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string content(static_cast<std::size_t>(size), '\0');
  stream.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (!stream || static_cast<std::uintmax_t>(stream.gcount()) != size) {
    throw machine_error("cannot read " + file.string() + ": " +
                        (errno != 0 ? std::strerror(errno) : "it ended too early"));
  }
  return content;
}

std::string read_text_file(const fs::path& file) {
  try {
    return read_file(file, kLargestFile);
  } catch (const machine_error&) {
    return {};
  }
}

}  // namespace kw::base
