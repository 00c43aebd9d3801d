#include "grader/class/submissions.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/plain_text.hpp"
#include "grader/class/archive.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 500'000;
constexpr int kDeepest = 16;
constexpr std::string_view kSources[] = {".cpp", ".c", ".cc", ".cxx", ".cu", ".cpp.txt"};

std::string last_of_path(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

bool may_matter(std::string_view path) {
  const std::string name = in_lower_case(last_of_path(path));
  // Other endings are looked at to say that such a file is not graded.
  const bool source = std::any_of(std::begin(kSources), std::end(kSources), [&](auto ending) {
    return name.size() > ending.size() && name.ends_with(ending);
  });
  return source || is_archive_name(name) || is_foreign_archive_name(name) || is_about_class(name);
}

/// Every file below a folder that may matter. Folders of tools are passed over.
void scan(const fs::path& folder, const std::string& prefix, int depth,
          std::vector<submitted_file>& files) {
  static const std::set<std::string> kSkipped = {".git", "build", "__MACOSX", "node_modules"};
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    entries.push_back(*at);
  }
  if (error && depth == 0) {
    throw machine_error(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  }
  if (error) {  // the others are graded; this one's result says why it is not
    files.push_back({prefix + "?", folder, false, false, error.message()});
    return;
  }
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    const std::string path = prefix + name;
    const fs::file_status status = entry.symlink_status(error);
    if (fs::is_directory(status)) {
      if (depth < kDeepest && kSkipped.count(name) == 0) {
        scan(entry.path(), path + "/", depth + 1, files);
      }
    } else if (fs::is_symlink(status) && fs::is_directory(entry.path(), error)) {
      files.push_back({path + "/", entry.path(), true});
    } else if ((fs::is_regular_file(status) || fs::is_symlink(status)) && may_matter(path)) {
      files.push_back({path, entry.path(), fs::is_symlink(status)});
    }
    if (files.size() > kMostFiles) {
      throw usage_error(fmt::format("{} holds more than {} files", folder.string(), kMostFiles));
    }
  }
}

/// The folders of a path that nothing speaks against: "class/mallory/" of "class/mallory/..\\x".
std::string start_of(const std::string& path) {
  constexpr std::size_t kMostBytes = 200;
  std::string start;
  for (std::size_t begin = 0, end; (end = path.find('/', begin)) != std::string::npos;
       begin = end + 1) {
    const std::string part = path.substr(begin, end - begin);
    if (part.find('\\') != std::string::npos || part == ".." || end > kMostBytes) {
      break;
    }
    start += part.empty() || part == "." ? "" : part + "/";
  }
  return start;
}

/// Copies a file of an archive to where it can be read again when it is graded.
void unpack(const std::string& content, const fs::path& to) {
  std::ofstream stream(to, std::ios::binary);
  stream << content << std::flush;
  if (!stream) {
    throw machine_error(fmt::format("cannot write {}: is the disk full?", to.string()));
  }
}

/// \param unpacked the folder for copies
std::vector<submitted_file> scan_archive(const fs::path& source, const fs::path& unpacked) {
  std::vector<submitted_file> files;
  archive_limits limits;  // a whole class: the instructor's own archive
  limits.total_bytes = std::uint64_t{16} << 30;
  limits.entries = kMostFiles;
  limits.pass_over = [&](const std::string& path, const std::string& why) {
    files.push_back({start_of(path) + "?", {}, false, false, {}, why});
  };
  try {
    base::require_writable(unpacked);
    fs::permissions(unpacked, fs::perms::owner_all);
    read_archive(
        source, limits,
        [&](const packed_entry& entry) {
          if (entry.type == packed_entry::kind::link && may_matter(entry.path)) {
            files.push_back({entry.path, {}, true});
          }
          return may_matter(entry.path);
        },
        [&](const packed_entry& entry, const std::string& content) {
          const fs::path copy = unpacked / std::to_string(files.size());
          unpack(content, copy);
          files.push_back({entry.path, copy, false, true});
        });
  } catch (const archive_refused& reason) {
    throw usage_error(fmt::format("{}: {}", source.string(), reason.what()));
  }
  return files;
}

}  // namespace

class_input find_submissions(const fs::path& source, const course& course, const roster& roster,
                             const fs::path& unpacked) {
  std::error_code error;
  std::vector<submitted_file> files;
  if (fs::is_directory(source / "exercises", error) &&
      fs::is_directory(source / "lessons", error)) {
    throw usage_error(
        fmt::format("{} is one course folder, not a class: name the folder in which "
                    "every student has a folder or an archive",
                    source.string()));
  }
  if (fs::is_directory(source, error)) {
    scan(source, "", 0, files);
  } else if (fs::is_regular_file(source, error) && is_archive_name(source.filename().string())) {
    files = scan_archive(source, unpacked);
  } else {
    throw usage_error(fmt::format(
        "{} is neither a folder nor an archive (.zip, .tar.gz) of submissions", source.string()));
  }
  std::stable_sort(
      files.begin(), files.end(),
      [](const submitted_file& a, const submitted_file& b) { return a.path < b.path; });
  class_input input = build_class(source, roster, std::move(files));
  if (input.submissions.empty()) {
    throw usage_error(fmt::format(
        "there is no submission in {}: every student needs a folder or an archive there, or the "
        "files of a Canvas export. The kernel files are called, for example, {}.cpp",
        source.string(),
        course.lessons.empty() ? "1_program_ids"
                               : course.lessons.front().tasks().front()->task_name()));
  }
  return input;
}

class_submission find_submission(const fs::path& source) {
  const fs::path whole = fs::absolute(source).lexically_normal();
  const std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  class_submission one;
  one.who.id = file_id(name);
  one.who.name = base::plain_line(name);
  one.who.source = base::plain_line(source.string());
  if (fs::is_directory(source)) {
    scan(source, "", 0, one.files);
    std::sort(one.files.begin(), one.files.end(),
              [](const submitted_file& a, const submitted_file& b) { return a.path < b.path; });
  } else {
    one.files.push_back({name, source, fs::is_symlink(source)});
  }
  return one;
}

std::string file_id(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string id;
  for (const char letter : text.substr(0, std::min(kLongest, text.find('\n')))) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x80 && std::isalnum(byte) != 0) {
      id += static_cast<char>(std::tolower(byte));
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  while (!id.empty() && id.back() == '-') {
    id.pop_back();
  }
  return (id.empty() ? "student" : id) + "-" + base::fnv1a_digits(text);
}

}  // namespace kw::grader
