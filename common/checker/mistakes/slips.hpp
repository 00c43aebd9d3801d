// Slips that the text of a kernel and of its launch shows: a second variable with the same name, a
// value that is stored twice, exchanged arguments, and those of telling_lines.hpp. All of them may
// be intended, so only a test whose values are wrong asks (what_reads_show).
#pragma once
#include <string>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

/// The place and a few sentences about the first line that is hardly ever meant as it is, even if
/// the reads show something as well; empty if there is none.
std::string explain_wrong_line(const launch_monitor& monitor);

/// The same for the first of the other slips. \param hints  of telling_lines.hpp as well
std::string explain_slips(const launch_monitor& monitor, bool hints);

}  // namespace kw::runtime
