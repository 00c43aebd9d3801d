#include "grader/class/submission_run.hpp"

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/grade.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{64} << 20;
constexpr int kMostFilesOfOne = 10000;
constexpr int kDeepestOfOne = 16;

bool may_be_graded(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".cpp" || ending == ".zip" || ending == ".tar" || ending == ".gz" ||
         ending == ".tgz";
}

/// Copies what may hold kernels, and follows no link.
void copy_sources(const fs::path& from, const fs::path& to) {
  int files = 0;
  auto at = fs::recursive_directory_iterator(from);
  for (; at != fs::recursive_directory_iterator(); ++at) {
    if (at->is_directory() && !at->is_symlink() && at.depth() >= kDeepestOfOne) {
      at.disable_recursion_pending();
    }
    if (at->is_symlink() || !at->is_regular_file() || !may_be_graded(at->path()) ||
        at->file_size() > kMostFileBytes) {
      continue;
    }
    if (++files > kMostFilesOfOne) {
      throw usage_error(fmt::format("{} holds more than {} files: is it one submission?",
                                    from.string(), kMostFilesOfOne));
    }
    const fs::path copy = to / at->path().lexically_relative(from);
    fs::create_directories(copy.parent_path());
    fs::copy_file(at->path(), copy);
  }
}

/// A class of one: the submission's files below a folder of their own.
void make_class(const fs::path& source, const fs::path& folder) {
  const fs::path student = folder / "submission";
  fs::create_directories(student);
  if (fs::is_directory(source)) {
    copy_sources(source, student);
  } else {
    fs::copy_file(source, student / source.filename());
  }
  // A file at the top says that this folder is a student's, and not a class of such folders.
  base::write_file_atomically(student / "a_submission.cpp", "");
}

}  // namespace

report grade_submission(const submission_options& options,
                        const std::function<void(const class_progress&)>& on_progress) {
  std::error_code error;
  if (!fs::exists(options.source, error)) {
    throw usage_error(fmt::format("there is no submission {}", options.source.string()));
  }
  const fs::path build = options.build_folder.empty()
                             ? default_build_folder(options.root, options.device)
                             : options.build_folder;
  base::require_writable(build);
  const base::scratch_folder scratch(build / "grader");
  class_options one;
  one.root = options.root;
  one.build_folder = build;
  one.source = scratch.path() / "class";
  one.output = scratch.path() / "graded";
  one.lessons = options.lessons;
  one.device = options.device;
  one.use_sandbox = options.use_sandbox;
  one.speed = options.speed;
  try {
    make_class(options.source, one.source);
  } catch (const fs::filesystem_error& failure) {
    throw machine_error(fmt::format("cannot copy the submission: {}", failure.what()));
  }
  const class_outcome outcome = run_class(one, on_progress);
  for (const auto& entry : fs::directory_iterator(outcome.results)) {
    if (entry.path().extension() == ".json") {
      report result = read_report(entry.path());
      const fs::path name = fs::absolute(options.source).lexically_normal();
      result.who.id = (name.has_filename() ? name : name.parent_path()).filename().string();
      result.who.name.clear();
      result.who.source = options.source.string();
      return result;
    }
  }
  throw machine_error("the submission was graded, and left no result");
}

}  // namespace kw::grader
