// What a launch did not read of its inputs, or read more than once, and why. It is no finding: many
// kernels leave out something on purpose. But a test whose values are wrong asks (what_reads_show).
#pragma once
#include <string>

#include "common/checker/record/monitor.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {

/// The place and a few sentences, such as `L2Norm, exercises/04_reductions/6_l2_norm.cpp:27: every
/// step of the loop ... reads the same elements of x ...`; no facts if the reads show nothing
/// strange. Cost: linear in the reads and in the elements of the inputs.
clue explain_reads(const launch_monitor& monitor);

/// Where a program stores: in the kernel if it does there, else in a function that it calls.
source_place place_of_a_store(const launch_monitor& monitor);

/// What the kernel of a launch calls the argument that begins at this address; empty if none does.
std::string name_of_argument(const launch_monitor& monitor, const void* data);

/// Did one launch write what the other one has as an input?
bool feeds(const launch_monitor& one, const launch_monitor& other);

}  // namespace kw::runtime

namespace kw {

/// What the kernel of the latest checked launches calls an argument that begins at this address;
/// empty if there is none, or if kernels run in another process.
std::string name_of_argument(const void* data);

/// What the reads of the latest checked launch show, or those of the one before if it made an input
/// of the latest; no facts where that explains nothing.
clue what_reads_show();

}  // namespace kw
