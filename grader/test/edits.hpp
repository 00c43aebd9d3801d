#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "grader/model/course.hpp"

namespace kw::grader {

/// The solution of a task, as learners see it.
std::string solution_of(const std::filesystem::path& root, const lesson& lesson, const check& task);

/// A kernel with edits, as make_wrong.py makes it: lines that go begin with `-`, lines that come
/// with `+`, and those that stay with a blank. An empty line ends an edit. Throws `usage_error` for
/// lines that the kernel does not have exactly once. \param name of the edits, for that
std::string edited(const std::string& kernel, std::istream& edits, const std::string& name);

}  // namespace kw::grader
