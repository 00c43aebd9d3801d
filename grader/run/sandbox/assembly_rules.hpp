#pragma once

#include <string>
#include <string_view>

namespace kw::grader {

/// What a submission has put into the compiler's output that a compiler does not write by itself:
/// assembly of its own, which could ask the kernel for anything without naming a function. In
/// words, to follow "It"; empty where there is nothing. \param text what `c++ -S` wrote
std::string foreign_assembly(std::string_view text);

}  // namespace kw::grader
