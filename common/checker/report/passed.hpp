// What a launch passes to a kernel, compared with the kernel's parameters.
#pragma once
#include <string>
#include <vector>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// Do the arguments of a launch have the names of other parameters, such as `n_cols` for n_rows and
/// `n_rows` for n_cols? A sentence about them; empty if they do not.
std::string exchanged_arguments(const launch_description& launch, const std::string& kernel,
                                const std::vector<parameter>& parameters);

/// The words, or the same with other advice if the launch passes arguments in each other's place:
/// then nothing in the kernel has to change, which may be a given one.
words with_exchanged_arguments(const site& s, words w);

}  // namespace kw::runtime
