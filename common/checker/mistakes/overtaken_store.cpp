// A load that runs ahead of its step, in a loop with stages, of what its own program stored.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_overtaken_store(const site& s) {
  const auto& before = s.e.as<access_record>();
  return {sentence("tl.load reads {}, which this program stored in line {}. The loop has `stages`, "
                   "so on a GPU the tile may be loaded several steps early, before that store, and "
                   "then holds what was there before.",
                   s.range(s.e.first, s.e.last), before.place.line),
          "Keep the value in a variable instead of loading it back. Or load it by pointers, as in "
          "`tl.load(x + offsets, mask)`, which happens in its step, with a `tl.barrier();` after "
          "the store."};
}

// The first element that both touch, or -1.
std::int64_t first_shared(const rectangle& a, const rectangle& b) {
  if (a.low() >= b.high() || b.low() >= a.high()) {
    return -1;
  }
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t k = 0; k < b.rows; ++k) {
      const std::int64_t begin = std::max(a.row(i), b.row(k));
      if (begin < std::min(a.row(i) + a.columns, b.row(k) + b.columns)) {
        return begin;
      }
    }
  }
  return -1;
}

void look_for_overtaken_store(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!p.runs_ahead || !monitor.memory().writable(static_cast<std::size_t>(a.where.memory))) {
    return;
  }
  const worker_log& log = monitor.log_of(p);
  for (const rectangle& loaded : a.in_memory) {
    for (std::size_t i = log.program_begin; i < log.stores.size(); ++i) {
      const access_record& before = log.stores[i];
      const std::int64_t element =
          before.memory == a.where.memory ? first_shared(loaded, before.where) : -1;
      if (element >= 0) {
        event e(overtaken_store, a);
        e.facts = before;
        e.first = e.last = element - a.where.memory_offset;
        e.count = 1;
        return monitor.add(p, std::move(e));
      }
    }
  }
}

}  // namespace

const mistake overtaken_store{
    .name = "overtaken-store",
    .explain = explain_overtaken_store,
    .while_running = {.look = look_for_overtaken_store},
};

}  // namespace kw::runtime
