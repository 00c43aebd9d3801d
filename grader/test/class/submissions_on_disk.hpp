#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/class/submissions.hpp"
#include "grader/test/class/packed_archive.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {

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
