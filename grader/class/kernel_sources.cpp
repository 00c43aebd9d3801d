// Picks the kernel files out of a submission.
#include <algorithm>
#include <cctype>
#include <tuple>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/suggest.hpp"
#include "grader/class/archive.hpp"
#include "grader/class/submissions.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"
#include "grader/model/file_names.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kLargestKernel = std::size_t{1} << 20;
constexpr std::uintmax_t kLargestArchive = std::uintmax_t{64} << 20;
constexpr std::size_t kMostNotes = 20;
constexpr int kMostLooks = 2000;  // at names that fit no task, to say for which they were meant

/// A file that may be some task's kernel, and how likely it is the one that was meant.
struct candidate {
  std::string path;
  std::string content;
  std::string problem;
  int place = 0;  ///< 0 in exercises/NN_name, 1 in NN_name, 2 elsewhere.
  std::ptrdiff_t depth = 0;
  int copy = 0;         ///< "1_fill-2.cpp", as Canvas counts what is handed in again.
  std::string attempt;  ///< As in `submitted_file`.
};

/// Whether a file is called "name.cpp", or "name-2.cpp" or "name (2).cpp"; and that number.
bool matches_kernel(std::string_view file, const std::string& name, int& copy) {
  copy = 0;
  if (!file.starts_with(name) || file.size() < name.size() + 4 || !file.ends_with(".cpp")) {
    return false;
  }
  std::string digits;
  for (const char letter : file.substr(name.size(), file.size() - 4 - name.size())) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      digits += letter;
    } else if (std::string_view("- ()").find(letter) == std::string_view::npos) {
      return false;
    }
  }
  if (digits.size() > 4 || (digits.empty() && file.size() != name.size() + 4)) {
    return false;
  }
  copy = digits.empty() ? 0 : std::stoi(digits);
  return true;
}

/// The file's name, without the folders and the "archive.zip: " before it.
std::string_view last_part(std::string_view path) {
  const std::size_t archive = path.rfind(": ");
  path = archive == std::string_view::npos ? path : path.substr(archive + 2);
  return path.substr(path.rfind('/') + 1);  // 0 where there is none
}

/// Folders whose files are never what a student wants graded.
bool in_other_folder(const std::string& path) {
  const std::string slashed = "/" + path;
  for (const char* folder : {"/solutions/", "/lessons/", "/wrong/", "/build/", "/backups/",
                             "/__MACOSX/", "/.git/", "/grader/", "/common/"}) {
    if (slashed.find(folder) != std::string::npos) {
      return true;
    }
  }
  return slashed.rfind("/._") != std::string::npos;
}

class kernel_picker {
 public:
  kernel_picker(const std::vector<lesson>& lessons, const std::vector<lesson>& course)
      : lessons_(lessons), course_(course), names_(names_of(lessons)), known_(names_of(course)) {}

  kernel_sources pick(const class_submission& from) {
    try {
      for (const submitted_file& file : from.files) {
        look_at(file);
      }
    } catch (const archive_refused& reason) {
      result_.refused = fmt::format("{}: {}", base::plain_text(now_reading_), reason.what());
      return std::move(result_);
    }
    for (auto& [id, candidates] : found_) {
      choose(id, candidates);
    }
    return std::move(result_);
  }

 private:
  /// What a file's name can refer to.
  struct known_name {
    std::string name;    ///< "2_online_softmax"
    std::string folder;  ///< "08_flash_attention"
    std::string id;      ///< "lesson08.2"
  };

  static std::vector<known_name> names_of(const std::vector<lesson>& lessons) {
    std::vector<known_name> names;
    for (const lesson& lesson : lessons) {
      for (const check* task : lesson.tasks()) {
        names.push_back({task->task_name(), lesson.folder(), lesson.task_id(*task)});
      }
    }
    return names;
  }

  static const known_name* find_name(const std::string& path, const std::vector<known_name>& names,
                                     int& copy) {
    const std::string name = in_lower_case(last_part(path));  // on Windows capitals do not matter
    const auto found = std::find_if(names.begin(), names.end(), [&](const known_name& known) {
      return matches_kernel(name, known.name, copy);
    });
    return found == names.end() ? nullptr : &*found;
  }

  bool wanted(const std::string& path) const {
    int copy = 0;
    return !in_other_folder(path) && find_name(path, names_, copy) != nullptr;
  }

  /// Whether a file is for a lesson of the course that is not graded now, which every student
  /// knows.
  bool for_another_lesson(const std::string& path, const std::string& name) const {
    int copy = 0;
    return find_name(path, known_, copy) != nullptr || !task_meant_by(name, course_).empty();
  }

  /// Notes a source file that belongs to no task, because the student may have meant it for one. A
  /// file with another ending is noted only if its name looks like a task's.
  void pass_over(const std::string& path) {
    const std::string name(last_part(path));
    constexpr std::size_t kLongestName = 100;  // comparing takes the product of the lengths
    if (in_other_folder(path) || result_.ignored.size() >= kMostNotes ||
        name.size() > kLongestName || ++looked_at_ > kMostLooks) {
      return;
    }
    const bool source = name.size() > 4 && in_lower_case(name).ends_with(".cpp");
    const std::string meant = task_meant_by(name, lessons_);
    if (meant.empty() && (!source || for_another_lesson(path, name))) {
      return;
    }
    std::vector<std::string> known;
    for (const known_name& one : names_) {
      known.push_back(one.name + ".cpp");
    }
    result_.ignored.push_back(base::plain_line(path));
    result_.notes.push_back(fmt::format(
        "{} was not graded, since no task has a file of this name{}", base::plain_line(path),
        meant.empty() ? base::did_you_mean(name, known)
                      : fmt::format(". Rename it to {} if it is meant for that task", meant)));
  }

  /// "3_vector_add.cpp" for "VectorAdd.cpp"; empty for a name that resembles no task's file.
  static std::string task_meant_by(const std::string& name, const std::vector<lesson>& lessons) {
    for (const lesson& lesson : lessons) {
      if (const check* task = task_meant(lesson, name)) {
        return task->task_name() + ".cpp";
      }
    }
    return {};
  }

  void look_at(const submitted_file& file) {
    attempt_ = file.attempt;
    constexpr char kLinked[] = "symbolic link, which is not followed";
    if (!file.refused.empty()) {
      result_.refused = file.refused;
    } else if (file.link && file.path.empty()) {
      result_.refused = fmt::format("the folder is a {}: put the folder itself there", kLinked);
    } else if (file.link && file.path.back() == '/') {
      note(file.path, fmt::format("is a {}", kLinked));
    } else if (!file.unreadable.empty()) {
      if (!in_other_folder(file.path)) {
        throw machine_error(fmt::format("cannot read the folder {}: {}. May you read it?",
                                        file.host.string(), file.unreadable));
      }
    } else if (wanted(file.path)) {
      if (file.link) {
        offer(file.path, "", fmt::format("it is a {}: hand in the file itself", kLinked));
      } else {
        const auto size = std::filesystem::file_size(file.host);
        offer(file.path, size > kLargestKernel ? "" : base::read_file(file.host, kLargestKernel),
              size > kLargestKernel ? "it is larger than 1 MB" : "");
      }
    } else if (is_archive_name(file.path) && !in_other_folder(file.path)) {
      now_reading_ = file.path;
      if (file.link) {
        throw archive_refused(fmt::format("it is a {}", kLinked));
      }
      if (std::filesystem::file_size(file.host) > kLargestArchive) {
        throw archive_refused("the archive is larger than 64 MB: is the build folder in it?");
      }
      open_archive(file.host);
    } else if (is_foreign_archive_name(file.path) && !in_other_folder(file.path)) {
      note(file.path, "is an archive of a kind that is not opened. Pack the files as a .zip");
    } else {
      pass_over(file.path);
    }
  }

  /// What is not opened may hold the files that are missing.
  void note(const std::string& path, const std::string& what) {
    if (result_.notes.size() < kMostNotes) {
      result_.ignored.push_back(base::plain_line(path));
      result_.notes.push_back(fmt::format("{} {}", base::plain_line(path), what));
    }
  }

  void open_archive(const std::filesystem::path& file) {
    constexpr int kMostArchives = 16;
    if (++archives_ > kMostArchives) {
      throw archive_refused("it is one of more than 16 archives in one submission");
    }
    const archive_limits limits = left_;
    const std::string prefix = now_reading_ + ": ";
    read_archive(
        file, limits,
        [&](const packed_entry& entry) {
          if (!wanted(entry.path)) {
            const bool packed = is_archive_name(entry.path) || is_foreign_archive_name(entry.path);
            if (packed && !in_other_folder(entry.path)) {
              note(prefix + entry.path,
                   "is an archive in an archive, which is not opened. Unpack it, "
                   "and pack the files themselves");
            } else if (entry.type == packed_entry::kind::file) {
              pass_over(prefix + entry.path);
            }
            return false;
          }
          if (entry.type == packed_entry::kind::link) {
            offer(prefix + entry.path, "",
                  "it is a link in the archive, which is not followed: hand in the file itself");
          }
          return entry.type == packed_entry::kind::file;
        },
        [&](const packed_entry& entry, std::string content) {
          left_.total_bytes -= std::min<std::uint64_t>(left_.total_bytes, content.size());
          offer(prefix + entry.path, std::move(content), "");
        });
  }

  void offer(const std::string& path, std::string content, const std::string& problem) {
    candidate one;
    const known_name* const known = find_name(path, names_, one.copy);
    if (known == nullptr) {
      return;
    }
    const std::string folder = "/" + path;
    one.path = path;
    one.attempt = attempt_;
    one.place = folder.find("exercises/" + known->folder + "/") != std::string::npos ? 0
                : folder.find("/" + known->folder + "/") != std::string::npos        ? 1
                                                                                     : 2;
    one.depth = std::count(path.begin(), path.end(), '/');
    one.problem = !problem.empty()                  ? problem
                  : content.size() > kLargestKernel ? "it is larger than 1 MB"
                                                    : "";
    one.content = one.problem.empty() ? std::move(content) : "";
    std::vector<candidate>& all = found_[known->id];
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const candidate& other) { return other.path == path; });
    if (same == all.end()) {
      all.push_back(std::move(one));
      return;
    }
    if (result_.notes.size() < kMostNotes) {
      result_.notes.push_back(
          fmt::format("{}: {} is in the archive more than once, and graded is the last one",
                      known->id, base::plain_line(path)));
    }
    *same = std::move(one);  // as unpacking would leave it
  }

  void choose(const std::string& id, std::vector<candidate>& candidates) {
    const auto better = [](const candidate& a, const candidate& b) {
      return std::tie(b.attempt, a.place, a.depth, b.copy, a.path) <
             std::tie(a.attempt, b.place, b.depth, a.copy, b.path);
    };
    std::sort(candidates.begin(), candidates.end(), better);
    const candidate& best = candidates.front();
    for (const candidate& other : candidates) {
      if (&other != &best && other.content != best.content && result_.notes.size() < kMostNotes) {
        result_.notes.push_back(fmt::format("{}: graded is {}, not {}", id,
                                            base::plain_line(best.path),
                                            base::plain_line(other.path)));
        result_.ignored.push_back(base::plain_line(other.path));
      }
    }
    result_.kernels[id] = {base::plain_line(best.path), best.content, best.problem};
  }

  const std::vector<lesson>& lessons_;
  const std::vector<lesson>& course_;
  std::vector<known_name> names_;
  std::vector<known_name> known_;  ///< Those of the course.
  int looked_at_ = 0;
  kernel_sources result_;
  std::string now_reading_;
  std::string attempt_;  ///< Of the file that is looked at.
  int archives_ = 0;
  archive_limits left_;  // of all archives of the submission together
  std::map<std::string, std::vector<candidate>> found_;
};

}  // namespace

kernel_sources read_kernels(const class_submission& from, const std::vector<lesson>& lessons,
                            const std::vector<lesson>& course) {
  return kernel_picker(lessons, course).pick(from);
}

}  // namespace kw::grader
