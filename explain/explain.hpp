// From a compiler's output to what a learner must read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

/// The first error of a build, or a warning, told at the learner's own line.
struct explanation {
  std::string file;         ///< Relative to the root.
  int line = 0;             ///< 0 without a line, as for the linker.
  int column = 0;           ///< From 1; 0 when it is not known.
  int width = 1;            ///< How many characters the caret underlines.
  std::string message;      ///< What is wrong, in one line.
  std::string advice;       ///< Why, in a sentence or two. May be empty.
  std::string fix;          ///< The shape of the line that works. May be empty.
  std::string source_line;  ///< The text of that line.
  std::string raised_in;    ///< "file:line" of the library line that raised it, if another.
  std::string rule;         ///< What its table has in place of `message`; empty if none did.
  int further_errors = 0;
  std::vector<std::string> others;  ///< The first few of them: "file:line: text".
  std::string output;               ///< The compiler's own words, cut down.
  std::string change;               ///< As the launcher's search finds it. May be empty.
  bool is_warning = false;
};

/// Finds what the learner must read; nothing when no error has to do with `kernel_file`: then the
/// course or the machine is at fault, not the learner.
///
/// An error raised inside a library header is traced back through "required from here", "in
/// instantiation of", "detected during" and "included from" to the line of `kernel_file` that
/// caused it.
///
/// \param output what the build printed
/// \param root the course's root folder, to which paths in messages are relative
/// \param kernel_file the learner's file, relative to `root`
std::optional<explanation> explain(std::string_view output, const std::filesystem::path& root,
                                   const std::filesystem::path& kernel_file);

/// The command with which g++ looks at the file that nvcc or clang++ is given; empty for a command
/// of another compiler. Rules know what g++ says, and what is wrong for another compiler is mostly
/// wrong for g++ as well: where g++ complains, its words are those to explain.
std::vector<std::string> for_gcc(const std::vector<std::string>& command);

/// Where to look for a change.
struct change_search {
  std::filesystem::path root;   ///< The course's root folder.
  std::filesystem::path build;  ///< The build folder, which knows how the file is compiled.
  std::string target;  ///< The task's test program, such as lesson03.4.exercise.cpu. May be empty.
};

/// Tries what the compiler itself proposes for the learner's file `found.file`, and the places
/// where it differs from the solution, for four seconds at most; KW_ONE_CHANGE in the environment
/// sets another number, and 0 turns it off. The text about the first one with which the file
/// compiles, and its tests pass, becomes `found.change`, and `found.fix`, which was not tried, is
/// cleared. Without a target there is no search.
void look_for_change(const change_search& where, explanation& found);

/// What a compiler warns about that accepts `kernel_file`, each once. A warning about another file
/// has no line, and the compiler's own words as its `output`.
std::vector<explanation> warnings_of(std::string_view output, const std::filesystem::path& root,
                                     const std::filesystem::path& kernel_file);

}  // namespace kw::explain
