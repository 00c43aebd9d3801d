// What to do where several programs store to one element.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// `use tl.atomic_add(total, part), which ...`, with the learner's own address and value.
std::string add_atomically(const site& s);
/// The same, or tl.atomic_max where the largest of all is stored.
std::string advise_atomic(const site& s);
/// \param id the learner's name for the program's id, or nothing
std::string advise_one_place(const site& s, const std::string& id);

}  // namespace kw::runtime
