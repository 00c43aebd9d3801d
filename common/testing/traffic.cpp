#include "kernelwright/testing/traffic.hpp"

#include <cstdio>

#include "common/base/at_end.hpp"
#include "common/base/format.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {
using base::grouped;

bool can_count_traffic(device where) {
  return where.kind == device_kind::cpu && runtime::checks_enabled();
}

runtime::traffic traffic_of(const std::function<void()>& call) {
  (void)runtime::take_traffic();
  runtime::count_traffic(true);
  const base::at_end counted([] { runtime::count_traffic(false); });
  call();
  return runtime::take_traffic();
}

bool expect_moved(const runtime::traffic& moved, double wanted, double most,
                  const std::string& what, source_place place) {
  const std::int64_t unit = runtime::traffic::kUnitBytes;
  const std::int64_t loaded = unit * moved.units_loaded, stored = unit * moved.units_stored;
  if (loaded + stored == 0) {
    fail_at(place, what + ": no kernel loads or stores anything.");
    return false;
  }
  const double ratio = static_cast<double>(loaded + stored) / wanted;
  if (ratio > most) {
    const auto row = [](const char* who, std::int64_t asked, std::int64_t bytes) {
      return std::string("  ") + who + " ask for " + grouped(asked) + " bytes and move " +
             grouped(bytes) + ".\n";
    };
    fail_at(place, what + ": the launches move " + base::formatted("%.2f", ratio) +
                       " bytes for each byte that is needed, and at most " +
                       base::formatted("%.1f", most) + " are allowed here.\n  " +
                       grouped(static_cast<std::int64_t>(wanted)) +
                       " bytes are needed: each input once and each output once.\n" +
                       row("Loads", moved.bytes_loaded, loaded) +
                       row("Stores", moved.bytes_stored, stored) +
                       "Memory moves in aligned units of " + std::to_string(unit) +
                       " bytes. Does each access use all of the units that it moves, and does each "
                       "byte move only once?");
  }
  return ratio <= most;
}

bool expect_programs(const runtime::traffic& moved, std::int64_t least, const std::string& what,
                     source_place place) {
  if (moved.programs_of_most < least) {
    fail_at(place, what + ": the largest launch has " + grouped(moved.programs_of_most) +
                       (moved.programs_of_most == 1 ? " program" : " programs") +
                       ", and at least " + grouped(least) +
                       " are needed here. A GPU has more than a hundred multiprocessors, and one "
                       "that has no program does nothing.");
  }
  return moved.programs_of_most >= least;
}

}  // namespace kw::testing
