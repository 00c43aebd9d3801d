// Programs that wait for each other, in launches whose stores are turned off.
#pragma once

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// At each access, while stores are turned off. Then nothing for which a program may wait ever
/// changes, so a program that looks again and again is ended.
void note_access_without_stores(const program& p, access_kind kind);

/// Whether a program was ended since the last call, because it looked again and again.
bool take_waited();

}  // namespace kw::runtime
