#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/class/class_plan.hpp"
#include "grader/class/submissions.hpp"

namespace kw::grader {

/// A submission as a task of a cluster grades it: what was read of its files, and not who the
/// student is.
struct chunk_entry {
  std::string id;
  bool handed_in = true;
  kernel_sources sources;
};

/// What an entry's result is called: the id, and a hash of all that is graded. So a result never
/// belongs to other files.
std::string name_of(const chunk_entry& entry);

/// A chunk of work: the submissions that one task grades.
std::string to_json(const std::vector<chunk_entry>& entries);
/// Throws `machine_error` for anything else.
std::vector<chunk_entry> parse_chunk(std::string_view text);

/// Writes the result of an entry, whole or not at all.
void write_result(const plan_folder& plan, const std::string& name, const report& result);
/// The result of an entry; nothing where there is none or it is damaged. \param damaged set where
/// there is a file that is not as it was written
std::optional<report> read_result(const plan_folder& plan, const std::string& name,
                                  bool* damaged = nullptr);

}  // namespace kw::grader
