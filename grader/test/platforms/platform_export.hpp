#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/class/hand_in_time.hpp"
#include "grader/model/error.hpp"
#include "grader/test/class/in_utf16.hpp"
#include "grader/test/class/submissions_on_disk.hpp"

namespace kw::grader {

/// An export, and what must come of it.
struct platform_case {
  const char* what;
  /// Paths, and what the files hold. A path that ends with "/" is an empty folder, and class.zip
  /// is the whole class.
  std::vector<std::pair<std::string, std::string>> files;
  std::string roster;
  /// "Ann Lee: a+b, Bo Ek: -": by name, the files that are graded, by task; "-" for none.
  std::string graded;
  /// What a note must say, on the class or on a student's files; empty if there is none on the
  /// class.
  std::string note = {};
  /// Of the first one who has a time, and maybe what says so; "none" where nobody has one.
  std::string time = {};
};

inline constexpr const char* kTwo =
    "First name,Last name,ID number,Email\nAnn,Lee,101,ann@x.edu\nBo,Ek,102,bo@x.edu\n";

inline void PrintTo(const platform_case& one, std::ostream* out) {
  *out << one.what;
}

/// Looks through an export on disk, as a class run does before it grades anything.
class platform_export : public submissions_on_disk,
                        public testing::WithParamInterface<platform_case> {
 protected:
  void check() {
    set_time_zone("UTC");
    const platform_case& row = GetParam();
    for (const auto& [path, content] : row.files) {
      if (path.back() == '/') {
        std::filesystem::create_directories(folder_.path() / path);
      } else {
        folder_.write(path, content);
      }
    }
    class_input input;
    try {
      const bool packed = row.files.front().first == "class.zip";
      input = packed ? find_submissions(folder_.path() / "class.zip", course_,
                                        roster::parse(row.roster), scratch_.path() / "unpacked")
                     : find(row.roster);
    } catch (const usage_error& error) {
      input.notes.push_back(error.what());
    }
    std::vector<std::string> graded, notes = input.notes;
    std::string time, source;
    for (const class_submission& one : input.submissions) {
      const kernel_sources sources = read_kernels(one, course_.lessons, course_.lessons);
      graded.push_back(one.who.name + ": " + kernels_of(sources));
      notes.insert(notes.end(), sources.notes.begin(), sources.notes.end());
      source = time.empty() ? one.who.time_source : source;
      time = time.empty() ? one.who.submitted : time;
    }
    std::sort(graded.begin(), graded.end());
    EXPECT_EQ(fmt::format("{}", fmt::join(graded, ", ")), row.graded);
    if (row.note.empty()) {
      EXPECT_THAT(input.notes, testing::IsEmpty());
    } else {
      EXPECT_THAT(notes, testing::Contains(testing::HasSubstr(row.note)));
    }
    if (row.time.find(" from ") != std::string::npos) {
      EXPECT_EQ(time + " from " + source, row.time);
    } else if (!row.time.empty()) {
      EXPECT_EQ(time.empty() ? "none" : time, row.time);
    }
  }

 private:
  static std::string kernels_of(const kernel_sources& sources) {
    std::vector<std::string> found;
    for (const auto& [task, kernel] : sources.kernels) {
      found.push_back(kernel.problem.empty() ? kernel.content : kernel.problem);
    }
    return found.empty() ? "-" : fmt::format("{}", fmt::join(found, "+"));
  }
};

}  // namespace kw::grader
