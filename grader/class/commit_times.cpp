#include "grader/class/commit_times.hpp"

#include <algorithm>
#include <optional>

#include "common/base/files.hpp"
#include "common/base/options.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/class/layouts.hpp"
#include "grader/model/policy.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr int kMostSeconds = 20;

/// Whether it is there and no link, which would lead out of the submission.
bool is_own_folder(const fs::path& folder) {
  return fs::is_directory(fs::symlink_status(folder));
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

std::string to_text(const std::string& seconds) {
  constexpr std::size_t kMostDigits = 11;  // until the year 5138
  const std::string digits = base::first_line(seconds);
  std::int64_t number = 0;
  return digits.size() <= kMostDigits && base::read_number(digits, number) && number >= 0
             ? utc_text(number)
             : "";
}

/// Of the last commit that changed one of these files. Git runs in the sandbox: the clone is a
/// stranger's, and its configuration can name programs, which then see nothing else.
std::string time_of(const fs::path& clone, const std::vector<std::string>& files,
                    const sandbox& box) {
  const fs::path folder = clone / ".git";
  sandbox_request request;
  request.as_caller = true;  // who may be alone in reading the clone
  request.mounts = {{folder, "/clone"}};
  request.command = {
      "git",
      "-c",
      "safe.directory=*",
      "--git-dir=" + (box.isolates() ? std::string("/clone") : fs::absolute(folder).string()),
      "log",
      "-1",
      "--no-show-signature",
      "--format=%ct",
      "HEAD",
      "--"};
  request.command.insert(request.command.end(), files.begin(), files.end());
  request.environment = {{"GIT_ALLOC_LIMIT", "64m"},  // of what may unpack to more than memory
                         {"GIT_CONFIG_NOSYSTEM", "1"},   {"GIT_CONFIG_GLOBAL", "/dev/null"},
                         {"GIT_LITERAL_PATHSPECS", "1"}, {"GIT_NO_REPLACE_OBJECTS", "1"},
                         {"GIT_NO_LAZY_FETCH", "1"}};
  request.limits.cpu_seconds = kMostSeconds;
  base::process_request process;
  process.command = box.wrap(request);
  process.timeout_seconds = kMostSeconds;
  const base::process_outcome outcome = base::run_process(process);
  return outcome.succeeded() ? to_text(outcome.output) : "";
}

}  // namespace

commit_times find_commit_times(const class_submission& submission, const kernel_sources& sources,
                               const sandbox& box) {
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
  for (const auto& [clone, lessons] : files_of) {
    for (const auto& [lesson, files] : lessons) {
      const std::string time = time_of(clone, files, box);
      std::string& known = times.lessons[lesson];
      known = std::max(known, time);
      times.latest = std::max(times.latest, time);
    }
  }
  std::erase_if(times.lessons, [](const auto& lesson) { return lesson.second.empty(); });
  return times;
}

commit_times note_times(class_submission& submission, const kernel_sources& sources,
                        const sandbox& box) {
  // What Classroom 50 records is the date of a commit as well, and it may be of an earlier one: the
  // table is made when scores are collected, and a push after that is in the clone alone.
  const bool of_commit = submission.who.time_source == kClassroom50Scores;
  if (!submission.who.submitted.empty() && !of_commit) {
    return {};  // a platform's clock, rather than that of the student's computer
  }
  commit_times times = find_commit_times(submission, sources, box);
  if (times.latest > submission.who.submitted) {
    submission.who.submitted = times.latest;
    submission.who.time_source = "the last commit";
  }
  return times;
}

}  // namespace kw::grader
