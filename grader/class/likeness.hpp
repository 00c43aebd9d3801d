#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// Hashes of what a kernel file adds to the untouched exercise: of every passage of its code in
/// which names of its own are all the same, so renaming a variable changes nothing, and of every
/// few words of its comments. Some of them are chosen by their values (winnowing), so two files
/// that share a passage share its marks. In order, each once.
std::vector<std::uint32_t> marks_of(std::string_view kernel, std::string_view untouched);

/// A hash of a file without spaces and ends of lines; empty where it is the untouched exercise.
std::string file_hash_of(std::string_view kernel, std::string_view untouched);

/// Marks as a stored result has them, 8 hexadecimal digits each; and back, without what is none.
std::string to_text(const std::vector<std::uint32_t>& marks);
std::vector<std::uint32_t> parse_marks(std::string_view text);

/// The marks that both have, if those are nearly all of each; otherwise none.
std::vector<std::uint32_t> nearly_all_shared(const std::vector<std::uint32_t>& a,
                                             const std::vector<std::uint32_t>& b);

/// A file of one submission, in a comparison of all files of one task.
struct marked_file {
  std::string hash;
  std::vector<std::uint32_t> marks;
};

/// Two files of a task that are nearly identical: by what few others wrote, since a short task has
/// one obvious answer.
struct likeness {
  std::size_t first = 0;  ///< Numbers in the list of files.
  std::size_t second = 0;
  bool identical = false;   ///< Apart from spaces.
  std::size_t shared = 0;   ///< Unusual marks that both have.
  std::size_t unusual = 0;  ///< Unusual marks of the one that has more.
};

/// Compares the files of a task with each other. \param authors how many submissions there are
std::vector<likeness> find_likenesses(const std::vector<marked_file>& files, std::size_t authors);

}  // namespace kw::grader
