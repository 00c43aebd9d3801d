#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/class/roster.hpp"
#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// A file of a submission that may matter: a kernel file, an archive, or a folder that cannot be
/// read and might hold one.
struct submitted_file {
  std::string path;  ///< Within the submission, with `/`. A linked folder ends with a `/`.
  std::filesystem::path host;   ///< Where it is, or a copy of it; empty for a link in an archive.
  bool link = false;            ///< A symbolic link, which is never followed.
  bool unpacked = false;        ///< Whether `host` is a copy from an archive of the class.
  std::string unreadable = {};  ///< Why a folder cannot be read; empty for everything else.
  std::string refused = {};     ///< Why nothing of the submission is graded because of it.
  /// When it was handed in, where an export has all attempts: of two files for a task the later
  /// one counts. "2026-01-31 21:54:00".
  std::string attempt = {};
};

/// What one student handed in, before any of it was opened.
struct class_submission {
  submission who;
  std::vector<submitted_file> files;
  bool handed_in = true;  ///< False for a student on the roster who handed in nothing.
};

/// A class: who handed in what.
struct class_input {
  std::vector<class_submission> submissions;  ///< By id.
  std::vector<std::string> notes;  ///< Files that match no student; students not in the roster.
};

/// Finds the submissions in a folder or an archive: a folder or an archive for each student, as
/// Gradescope, Moodle, GitHub Classroom and Classroom 50 export them, or Canvas's flat files. Links
/// are never followed. Throws `usage_error` when there is no submission in it. \param unpacked a
/// folder that files of an archive are copied to, so a class need not fit in memory; made when
/// needed
class_input find_submissions(const std::filesystem::path& source, const course& course,
                             const roster& roster, const std::filesystem::path& unpacked);

/// Puts files and students together. \param source the folder of the class, whose empty folders
/// count as well
class_input build_class(const std::filesystem::path& source, const roster& roster,
                        std::vector<submitted_file> files);

/// One student's submission, a folder or a file, which has the name of the source.
class_submission find_submission(const std::filesystem::path& source);

/// The kernel files of one submission, as far as there are any.
struct kernel_sources {
  struct kernel {
    std::string path;     ///< Within the submission; "archive.zip: path" inside an archive.
    std::string content;  ///< Of the file.
    std::string problem;  ///< Why it cannot be graded, in words; empty when it can.
  };
  std::map<std::string, kernel> kernels;  ///< By the task's id, "lesson08.2".
  std::vector<std::string> notes;         ///< Copies that were not taken, entries passed over.
  std::vector<std::string> ignored;       ///< Source files that no task is graded by.
  std::string refused;                    ///< Why nothing of it is graded; empty when it is.
};

/// Opens a submission's files and archives, and picks a kernel file for each task: the one in
/// exercises/NN_name/, else the one nearest to the top. Never throws because of what it holds;
/// throws `machine_error` where this user may not read it.
/// \param lessons the lessons, or parts of them, that are graded
/// \param course  all lessons: a file for another one of these is passed over without a word
kernel_sources read_kernels(const class_submission& from, const std::vector<lesson>& lessons,
                            const std::vector<lesson>& course);

/// A name for files that is unique for each text, whatever script it is in: "lee-ann-1f3a9c02".
std::string file_id(std::string_view text);

}  // namespace kw::grader
