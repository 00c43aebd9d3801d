#include "grader/class/commit_times.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/class/layouts.hpp"
#include "grader/model/policy.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kLargestReference = std::uintmax_t{1} << 20;
constexpr int kMostSeconds = 20;

bool is_own_file(const fs::path& file) {
  return fs::is_regular_file(fs::symlink_status(file));
}

bool is_own_folder(const fs::path& folder) {
  return fs::is_directory(fs::symlink_status(folder));
}

bool is_hash(const std::string& text) {
  return text.size() == 40 && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
           return std::isxdigit(letter) != 0;
         });
}

std::string first_line(const fs::path& file) {
  const std::string text = is_own_file(file) ? base::read_file(file, kLargestReference) : "";
  return text.substr(0, text.find_first_of("\r\n"));
}

/// The commit that a clone is at; empty where that cannot be read.
std::string head_of(const fs::path& git) {
  const std::string head = first_line(git / "HEAD");
  if (is_hash(head)) {
    return head;
  }
  constexpr std::string_view kMark = "ref: ";
  if (head.rfind(kMark, 0) != 0 || head.find("..") != std::string::npos) {
    return {};
  }
  const std::string name = head.substr(kMark.size());
  if (const std::string loose = name.rfind("refs/", 0) == 0 ? first_line(git / name) : "";
      is_hash(loose)) {
    return loose;
  }
  const fs::path packed = git / "packed-refs";
  const std::string text = is_own_file(packed) ? base::read_file(packed, kLargestReference) : "";
  const std::size_t at = text.find(" " + name + "\n");
  const std::string hash = at != std::string::npos && at >= 40 ? text.substr(at - 40, 40) : "";
  return is_hash(hash) ? hash : "";
}

/// The folder with `.git` around a file of a submission, not above the submission itself.
std::optional<fs::path> clone_around(const submitted_file& file) {
  fs::path folder = file.host.parent_path();
  for (auto level = std::count(file.path.begin(), file.path.end(), '/') + 1; level > 0; --level) {
    if (is_own_folder(folder / ".git")) {
      return folder;
    }
    folder = folder.parent_path();
  }
  return std::nullopt;
}

/// Reads the objects of one clone through a repository of our own, in the sandbox: they are a
/// stranger's, and git was not made for that.
class clone_reader {
 public:
  clone_reader(const fs::path& clone, const fs::path& own, const sandbox& box)
      : head_(head_of(clone / ".git")), box_(box) {
    const fs::path objects = clone / ".git" / "objects";
    const fs::path shallow = clone / ".git" / "shallow";
    if (!is_own_folder(objects)) {
      head_.clear();
      return;
    }
    std::error_code ignored;
    fs::remove_all(own, ignored);
    fs::create_directories(own / "objects");
    fs::create_directories(own / "refs");
    base::write_file_atomically(own / "HEAD", "ref: refs/heads/none\n");
    request_.as_caller = true;  // who may be alone in reading the clone
    request_.mounts = {{own, "/own"}, {objects, "/clone"}};
    if (is_own_file(shallow)) {
      request_.mounts.push_back({shallow, "/shallow"});
      shallow_ = box_.isolates() ? "/shallow" : shallow.string();
    }
    if (!box_.isolates()) {
      // A link, since git divides a list of folders at each colon, and a student names the clone.
      fs::create_directory_symlink(fs::absolute(objects), own / "clone");
      own_ = fs::absolute(own).string();
      objects_ = own_ + "/clone";
    }
  }

  /// Of the last commit that changed one of these files; of the last commit where there are none.
  std::string time_of(const std::vector<std::string>& files) const {
    if (head_.empty()) {
      return {};
    }
    sandbox_request request = request_;
    request.command = {"git", "--git-dir=" + own_, "log", "-1", "--format=%ct", head_, "--"};
    request.command.insert(request.command.end(), files.begin(), files.end());
    request.environment = {{"GIT_ALTERNATE_OBJECT_DIRECTORIES", objects_},
                           {"GIT_SHALLOW_FILE", shallow_},
                           {"GIT_ALLOC_LIMIT", "64m"},  // of what may unpack to more than memory
                           {"GIT_CONFIG_NOSYSTEM", "1"},
                           {"GIT_CONFIG_GLOBAL", "/dev/null"},
                           {"GIT_LITERAL_PATHSPECS", "1"},
                           {"GIT_NO_REPLACE_OBJECTS", "1"},
                           {"GIT_NO_LAZY_FETCH", "1"}};
    request.limits.cpu_seconds = kMostSeconds;
    base::process_request process;
    process.command = box_.wrap(request);
    process.timeout_seconds = kMostSeconds;
    const base::process_outcome outcome = base::run_process(process);
    return outcome.succeeded() ? to_text(outcome.output) : "";
  }

 private:
  static std::string to_text(const std::string& seconds) {
    constexpr std::size_t kMostDigits = 11;  // until the year 5138
    const std::string digits = seconds.substr(0, seconds.find('\n'));
    if (digits.empty() || digits.size() > kMostDigits ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      return {};
    }
    return utc_text(std::stoll(digits));
  }

  std::string head_;
  std::string own_ = "/own", objects_ = "/clone", shallow_ = "/dev/null";
  const sandbox& box_;
  sandbox_request request_;
};

}  // namespace

commit_times find_commit_times(const class_submission& submission, const kernel_sources& sources,
                               const fs::path& scratch, const sandbox& box) {
  std::map<fs::path, std::map<std::string, std::vector<std::string>>> files_of;  // clone, lesson
  for (const auto& [task, kernel] : sources.kernels) {
    for (const submitted_file& file : submission.files) {
      if (file.unpacked || file.link || file.path != kernel.path) {
        continue;
      }
      if (const auto clone = clone_around(file)) {
        files_of[*clone][task.substr(0, task.find('.'))].push_back(
            file.host.lexically_relative(*clone).generic_string());
      }
    }
  }
  commit_times times;
  const fs::path own = scratch.string() + "-times.git";
  for (const auto& [clone, lessons] : files_of) {
    const clone_reader reader(clone, own, box);
    for (const auto& [lesson, files] : lessons) {
      const std::string time = reader.time_of(files);
      std::string& known = times.lessons[lesson];
      known = std::max(known, time);
      times.latest = std::max(times.latest, time);
    }
  }
  std::erase_if(times.lessons, [](const auto& lesson) { return lesson.second.empty(); });
  std::error_code ignored;
  fs::remove_all(own, ignored);
  return times;
}

commit_times note_times(class_submission& submission, const kernel_sources& sources,
                        const fs::path& scratch, const sandbox& box) {
  // What Classroom 50 records is the date of a commit as well, and it may be of an earlier one: the
  // table is made when scores are collected, and a push after that is in the clone alone.
  const bool of_commit = submission.who.time_source == kClassroom50Scores;
  if (!submission.who.submitted.empty() && !of_commit) {
    return {};  // a platform's clock, rather than that of the student's computer
  }
  commit_times times = find_commit_times(submission, sources, scratch, box);
  if (times.latest > submission.who.submitted) {
    submission.who.submitted = times.latest;
    submission.who.time_source = "the last commit";
  }
  return times;
}

}  // namespace kw::grader
