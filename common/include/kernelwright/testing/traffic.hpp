/// \file
/// How many bytes kernels move for each byte that they need, for tasks about speed whose verdict is
/// the same on every machine.
#pragma once
#include <functional>
#include <string>

#include "kernelwright/core/source_place.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::testing {

/// Can kernels on this device be counted? Only the checker counts, and it watches programs on the
/// CPU unless checks are off.
bool can_count_traffic(device where);

/// What the launches of `call` move; in a worker's process as well. Zeros if nothing is counted.
runtime::traffic traffic_of(const std::function<void()>& call);

/// Expects that something is moved, and at most `most` bytes for each of the bytes wanted.
/// \param wanted bytes, each input read once and each output written once
/// \param what   the case in words, such as "64 rows of 64". \returns is it?
bool expect_moved(const runtime::traffic& moved, double wanted, double most,
                  const std::string& what, source_place place = source_place::here());

/// Expects that one launch has at least this many programs. \returns has it?
bool expect_programs(const runtime::traffic& moved, std::int64_t least, const std::string& what,
                     source_place place = source_place::here());

}  // namespace kw::testing
