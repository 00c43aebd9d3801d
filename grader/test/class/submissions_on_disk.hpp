#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "grader/class/submissions.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {

inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string bytes(1 << 20, '\0');
  std::size_t used = 0;
  archive* const a = archive_write_new();
  archive_write_set_format_zip(a);
  archive_write_open_memory(a, bytes.data(), bytes.size(), &used);
  for (const auto& [name, content] : files) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(a, entry);
    archive_write_data(a, content.data(), content.size());
    archive_entry_free(entry);
  }
  EXPECT_EQ(archive_write_free(a), ARCHIVE_OK);
  bytes.resize(used);
  return bytes;
}

/// A folder of submissions, and the course that they are for.
class submissions_on_disk : public testing::Test {
 protected:
  submissions_on_disk() : course_(load_course(fake_.root())) {}

  class_input find(const std::string& roster_text = "") {
    return find_submissions(folder_.path(), course_,
                            roster_text.empty() ? roster() : roster::parse(roster_text), {});
  }

  std::vector<std::string> names(const class_input& input) const {
    std::vector<std::string> result;
    for (const class_submission& one : input.submissions) {
      result.push_back(one.who.name);
    }
    return result;
  }

  kernel_sources kernels(const class_input& input, const std::string& name) {
    for (const class_submission& one : input.submissions) {
      if (one.who.name == name) {
        return read_kernels(one, course_.lessons, course_.lessons);
      }
    }
    ADD_FAILURE() << name << " is not there";
    return {};
  }

  fake_course fake_;
  temporary_folder folder_;
  temporary_folder scratch_;
  course course_;
};

}  // namespace kw::grader
