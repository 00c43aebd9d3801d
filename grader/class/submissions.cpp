#include "grader/class/submissions.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/plain_text.hpp"
#include "grader/class/archive.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/layouts.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 500'000;
constexpr int kDeepest = 16;
constexpr std::string_view kSources[] = {".cpp", ".cc", ".cxx", ".cu", ".cpp.txt"};

std::string last_of_path(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

bool may_matter(std::string_view path) {
  const std::string name = last_of_path(path);
  // Other endings are looked at to say that such a file is not graded.
  const bool source = std::any_of(std::begin(kSources), std::end(kSources), [&](auto ending) {
    return name.size() > ending.size() &&
           name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
  });
  return source || is_archive_name(name) || name == kGradescopeMetadata;
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
    read_archive_file(
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

/// Puts files and students together.
class class_builder {
 public:
  class_builder(const fs::path& source, const roster& roster) : source_(source), roster_(roster) {}

  class_input build(std::vector<submitted_file> files) {
    std::vector<std::string*> paths;
    for (submitted_file& file : files) {
      paths.push_back(&file.path);
    }
    strip_wrapper(paths);
    for (submitted_file& file : files) {
      add(std::move(file));
    }
    add_empty_folders();
    for (auto& [key, student] : students_) {
      describe(key, student);
    }
    find_rows();
    for (auto& [key, student] : students_) {
      note_platform_id(owners_.at(key).platform_id, student.who.roster);
      input_.submissions.push_back(std::move(student));
    }
    give_own_ids();
    if (!input_.submissions.empty()) {
      add_absent();
    }
    std::sort(
        input_.submissions.begin(), input_.submissions.end(),
        [](const class_submission& a, const class_submission& b) { return a.who.id < b.who.id; });
    return std::move(input_);
  }

 private:
  void add(submitted_file file) {
    const ownership owner = owner_of(file.path);
    if (file.path == kGradescopeMetadata) {  // a student's own would say who they are
      metadata_ = parse_gradescope_metadata(base::read_text_file(file.host));
    } else if (owner.key.empty()) {
      input_.notes.push_back(fmt::format("{} belongs to no student", base::plain_line(file.path)));
    } else {
      owners_.emplace(owner.key, owner).first->second.marked_late |= owner.marked_late;
      file.path = owner.path;
      used_.insert(file.host.string());
      students_[owner.key].files.push_back(std::move(file));
    }
  }

  /// A folder without anything that matters is a submission as well: an empty one.
  void add_empty_folders() {
    std::error_code error;
    for (auto at = fs::directory_iterator(source_, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
      const std::string folder = at->path().string() + "/";
      const auto inside = used_.lower_bound(folder);
      const std::string name = at->path().filename().string();
      const bool used = inside != used_.end() && inside->rfind(folder, 0) == 0;
      if (at->is_directory() && !at->is_symlink() && !used && name.front() != '.') {
        const ownership owner = owner_of(name + "/x");
        owners_.emplace(owner.key, owner);
        students_[owner.key];
      }
    }
  }

  void describe(const std::string& key, class_submission& student) {
    ownership& owner = owners_.at(key);
    student.who.id = file_id(key);
    student.who.source = base::plain_line(key);
    if (const auto found = metadata_.find(key); found != metadata_.end()) {
      std::map<std::string, std::string>& told = found->second;
      owner.name = told["name"].empty() ? owner.name : told["name"];
      owner.names = {told["sid"], told["email"], told["name"]};
      student.who.email = base::plain_text(told["email"]);
      student.who.submitted = utc_moment(told["created_at"]);
      student.who.time_source = student.who.submitted.empty() ? "" : "Gradescope";
    }
    student.who.name = base::plain_line(owner.name);
    student.who.marked_late = owner.marked_late;
    if (owner.platform_id.first == "Canvas ID") {  // a file without a mark was in time there
      student.who.time_source = kCanvasMarks;
    }
  }

  /// What an export itself says is as good as a roster's column, where the roster has no such one.
  static void note_platform_id(const std::pair<std::string, std::string>& id,
                               std::vector<std::pair<std::string, std::string>>& columns) {
    const auto same = std::find_if(columns.begin(), columns.end(),
                                   [&](const auto& column) { return column.first == id.first; });
    if (!id.first.empty() && same == columns.end()) {
      columns.push_back(id);
    } else if (!id.first.empty() && same->second.empty()) {
      same->second = id.second;
    }
  }

  /// Finds each student's row. If two submissions match one row, neither is entered: the instructor
  /// has to decide whose it is.
  void find_rows() {
    if (roster_.empty()) {
      return;
    }
    std::map<std::size_t, std::vector<class_submission*>> by_row;
    // Where accounts of the roster name the folders, nobody is found by another name: anyone can
    // call an account like another student.
    const bool by_account = std::any_of(students_.begin(), students_.end(), [&](const auto& one) {
      return roster_.find_account(names_of(owners_.at(one.first))) < roster_.size();
    });
    for (auto& [key, student] : students_) {
      const std::vector<std::string> names = names_of(owners_.at(key));
      std::size_t row = roster_.find_account(names);
      if (row == roster_.size()) {
        row = roster_.find(names);
        row = row < roster_.size() && by_account && roster_.has_account(row) ? roster_.size() : row;
      }
      if (row < roster_.size()) {
        seen_.insert(row);
        by_row[row].push_back(&student);
      } else {
        input_.notes.push_back(fmt::format("{} is not in the roster", student.who.name));
      }
    }
    for (auto& [row, students] : by_row) {
      if (students.size() == 1) {
        roster_.describe(row, students.front()->who);
        continue;
      }
      submission person;
      roster_.describe(row, person);
      std::vector<std::string> sources;
      for (const class_submission* student : students) {
        sources.push_back(student->who.source);
      }
      input_.notes.push_back(
          fmt::format("{} all look like the submission of {}, so none of them was entered for this "
                      "student. Rename or remove those of other people, and run again",
                      fmt::join(sources, ", "), person.name));
    }
  }

  /// The names to look for. GitHub Classroom puts the assignment in front of a student's name: what
  /// comes before a "-" is an assignment only where most of the class has it.
  std::vector<std::string> names_of(const ownership& owner) const {
    std::vector<std::string> names;
    for (const std::string& name : owner.names) {
      const std::string& whole = owner.names.front();
      const bool suffix = &name != &whole && whole.size() > name.size() &&
                          whole.compare(whole.size() - name.size(), name.size(), name) == 0;
      if (!suffix || is_assignment(whole.substr(0, whole.size() - name.size()))) {
        names.push_back(name);
      }
    }
    return names;
  }

  bool is_assignment(const std::string& prefix) const {
    const auto with_prefix = std::count_if(owners_.begin(), owners_.end(), [&](const auto& owner) {
      return owner.first.compare(0, prefix.size(), prefix) == 0;
    });
    return 2 * with_prefix > static_cast<std::ptrdiff_t>(owners_.size());
  }

  /// Results are files that are named by ids, so no two students may have the same one.
  void give_own_ids() {
    std::set<std::string> taken;
    for (class_submission& student : input_.submissions) {
      const std::string id = student.who.id;
      for (int number = 2; !taken.insert(student.who.id).second; ++number) {
        student.who.id = fmt::format("{}-{}", id, number);
      }
    }
  }

  void add_absent() {
    for (std::size_t row = 0; row < roster_.size(); ++row) {
      if (seen_.count(row) == 0) {
        class_submission absent;
        absent.handed_in = false;
        roster_.describe(row, absent.who);
        std::string key = absent.who.name;
        for (const auto& [title, value] : roster_.columns(row)) {
          key += "\n" + value;
        }
        absent.who.id = file_id(key);
        input_.submissions.push_back(std::move(absent));
      }
    }
  }

  const fs::path& source_;
  const roster& roster_;
  class_input input_;
  std::map<std::string, class_submission> students_;
  std::map<std::string, ownership> owners_;
  std::map<std::string, std::map<std::string, std::string>> metadata_;
  std::set<std::string> used_;
  std::set<std::size_t> seen_;
};

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
  std::sort(files.begin(), files.end(),
            [](const submitted_file& a, const submitted_file& b) { return a.path < b.path; });
  class_input input = class_builder(source, roster).build(std::move(files));
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
