// One small change with which a file compiles, and its tests pass.
#pragma once

#include <filesystem>
#include <string>

#include "explain/explain.hpp"

namespace kw::explain {

/// Where to look for a change.
struct change_search {
  std::filesystem::path root;   ///< The course's root folder.
  std::filesystem::path build;  ///< The build folder, which knows how the file is compiled.
  std::string target;  ///< The task's test program, such as lesson03.4.exercise.cpu. May be empty.
};

/// Tries small changes near the error of the learner's file `found.file`, for four seconds at most;
/// KW_ONE_CHANGE in the environment sets another number, and 0 turns it off.
/// The text about the first one that helps becomes `found.change`, and `found.fix`, which was not
/// tried, is cleared. Without a target there is no search.
void look_for_change(const change_search& where, explanation& found);

}  // namespace kw::explain
