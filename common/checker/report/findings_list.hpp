// Where launches leave their findings.
#pragma once
#include <string>
#include <vector>

#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {

/// Keeps the findings of a launch for take_findings, or prints them if no caller collects them.
void deliver(std::vector<finding> findings);

/// How many there were since the program began.
std::int64_t delivered_findings();

}  // namespace kw::runtime
