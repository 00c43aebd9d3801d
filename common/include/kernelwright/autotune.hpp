/// \file
/// Choosing what is fixed at compile time, such as the size of a block, by measuring.
#pragma once
#include "kernelwright/launch.hpp"
#include "kernelwright/runtime/autotune.hpp"

namespace kw {

/// Runs a kernel with the config of a space that is fastest for this key on this device.
///
/// \code
/// constexpr configs<config{.block = 256, .warps = 2}, config{.block = 1024, .warps = 4}> space;
/// const tuning_key key{{"n", n}, {"x", dtype<T>{}}};
/// const auto fits = [&](config c) { return c.block <= n; };
/// autotune("Scale", out.device(), key, space, fits, [&](auto c) {
///   launch<c.warps>(out.device(), grid(cdiv(n, c.block)), Scale<c.block>{}, x, out, n);
/// });
/// \endcode
///
/// The first call with a key leaves out the configs that the rule rejects and, on a GPU, those that
/// spill registers or need more shared memory or registers than there are. It times the others
/// (median, second-level cache flushed on a GPU, checker off), and keeps each result in memory and
/// on disk, under `$XDG_CACHE_HOME/kernelwright/autotune` (`~/.cache` by default). Later calls
/// measure nothing, even in other processes of the same program. Results are kept apart by build of
/// the program, device, driver and key.
///
/// What launches write through views is restored before every run, so a kernel that works in place
/// sees its original input each time. With checks on, every config runs once under the checker, and
/// the final run is checked as usual.
///
/// \param kernel  a name, part of the key on disk
/// \param key     sizes and types that the choice depends on
/// \param space   `configs<...>`
/// \param allowed called with a config: may it run for these arguments at all?
/// \param run     called with an empty object whose fields are the config's, as constants. It
///                launches, writes through views alone, and allocates no device memory.
/// \returns what was chosen, and what it took
/// \throws kw::error when no config is left, when a launch writes through a bare pointer (its size
///         is unknown, so it could not be restored), and whatever `run` throws
/// Cost: the first call with a key takes about ten milliseconds per config, later ones under a
/// microsecond; the first one in another process, a few hundred microseconds.
/// A config that is far slower than another one runs once or twice. One whose run does not end
/// within two minutes ends the process, with its name: `KW_AUTOTUNE_LIMIT=<seconds>` changes that.
/// `KW_AUTOTUNE=again` measures again; `KW_AUTOTUNE=off` takes the first config that is allowed.
template <config... Choices, class Rule, class Run>
tuned autotune(const char* kernel, device where, const tuning_key& key, configs<Choices...> space,
               const Rule& allowed, const Run& run, source_place place = source_place::here()) {
  const auto start = [&run](int index) {
    int number = 0;
    (void)((number++ == index ? (run(core::fixed_config<Choices>{}), true) : false) || ...);
  };
  using Start = decltype(start);
  const runtime::tuning_request request{kernel, where, &key, space.list(), space.count, place};
  const runtime::tuning_calls calls{
      &allowed,
      [](const void* rule, const config& choice) -> bool {
        return (*static_cast<const Rule*>(rule))(choice);
      },
      &start, [](const void* closure, int index) { (*static_cast<const Start*>(closure))(index); }};
  int best = 0;
  const tuned result = runtime::find_best(request, calls, &best);
  start(best);
  return result;
}

}  // namespace kw
