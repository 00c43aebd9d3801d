// A fault knows its instruction, but not its line: the kernel's text shows which line it can be.
#pragma once
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// \param suspect does a line look like it?
template <class Suspect>
source_place find_line(const launch_monitor& monitor, const event& e, Suspect suspect) {
  const launch_description& launch = monitor.launch();
  const std::string kernel = kernel_name(launch.kernel_signature);
  const char* file = launch_or_kernel(e.place.file != nullptr ? e.place : launch.place,
                                      launch.compiled_file, kernel)
                         .file;
  if (file == nullptr) {
    return e.place;
  }
  source_place first;
  for (const statement& each : kernel_text(file, kernel).body()) {
    if (suspect(each.text)) {
      // The first one after the last access that was seen, else the first one.
      if (each.line >= e.place.line) {
        return {file, each.line};
      }
      first = first.line == 0 ? source_place{file, each.line} : first;
    }
  }
  return first.line == 0 ? e.place : first;
}

}  // namespace kw::runtime
