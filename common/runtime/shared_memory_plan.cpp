// Sharing out a GPU's shared memory among the rings, tiles and stores of a pipelined kernel.
#include "kernelwright/runtime/shared_memory_plan.hpp"

#include <algorithm>
#include <string>

#include "common/base/format.hpp"
#include "common/checker/source/source.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

using base::sentence;

std::string kilobytes(int bytes) {
  const int tenths = (bytes * 10 + 512) / 1024;
  return sentence("{}{} KiB", tenths / 10, tenths % 10 == 0 ? "" : sentence(".{}", tenths % 10));
}

std::string place_of(source_place place) {
  return place.file == nullptr ? "" : sentence("{}:{}: ", short_path(place.file), place.line);
}

std::string line_of(const shared_memory_use& use, bool copied) {
  std::string text = place_of(use.place);
  text += use.call;
  if (use.rings > 0) {
    const int bytes = copied ? use.copied_bytes : use.count * use.bytes;
    const int stages = copied && use.stages_asked > 0 ? use.stages_asked : use.count;
    text += sentence(" has {} {} of {}: {}", stages, stages == 1 ? "stage" : "stages",
                     kilobytes(bytes / stages), kilobytes(bytes));
  } else if (use.loads > 0) {
    text += " of a tile: " + kilobytes(use.bytes);
  }
  return text;
}

[[noreturn]] void too_much(const shared_memory_plan& plan, source_place launch, int needed,
                           int available, bool copied) {
  std::string text =
      place_of(launch) +
      sentence("this kernel needs {} of shared memory, and a block has {}:", kilobytes(needed),
               kilobytes(available));
  for (int i = 0; i < plan.count; ++i) {
    if (copied ? plan.uses[i].copied_bytes > 0 : plan.uses[i].staged == 0) {
      text += "\n  " + line_of(plan.uses[i], copied);
    }
  }
  text += copied ? "\n  Use fewer stages first, then smaller tiles."
                 : "\n  the rest is for barriers and stores\n"
                   "  Use fewer stages first, then smaller tiles.";
  throw error(text);
}

}  // namespace

void add_to_plan(shared_memory_plan& plan, const shared_memory_use& use) {
  if (plan.count == shared_memory_plan::kMaxUses) {
    throw error("a kernel may load, store and stream at most " +
                std::to_string(shared_memory_plan::kMaxUses) + " tiles of tensors.");
  }
  plan.uses[plan.count++] = use;
}

namespace {

/// The uses of a plan that have their own place in a program: its streams, or its loads.
template <class Plan, class Use>
struct places {
  Use* uses[shared_memory_plan::kMaxUses];
  int count = 0;

  places(Plan& plan, int shared_memory_use::*kind) {
    for (int i = 0; i < plan.count; ++i) {
      if (plan.uses[i].*kind > 0) {
        uses[count++] = &plan.uses[i];
      }
    }
  }
};

void extend_by(shared_memory_plan& plan, const shared_memory_plan& other, source_place launch,
               int shared_memory_use::*kind) {
  const bool streams = kind == &shared_memory_use::rings;
  const places<shared_memory_plan, shared_memory_use> mine(plan, kind);
  const places<const shared_memory_plan, const shared_memory_use> others(other, kind);
  const int known = std::min(mine.count, others.count);
  for (int i = 0; i < known; ++i) {
    shared_memory_use& a = *mine.uses[i];
    const shared_memory_use& b = *others.uses[i];
    const bool fetch = a.barriers + b.barriers > 0;  // a loop may have no tile that runs ahead
    if (streams ? a.code != b.code && fetch : a.bytes != b.bytes) {
      const bool loops = a.loop != 0 && b.loop != 0;
      throw error(sentence(
          "{}the programs of this kernel {}, or in a different order: where one program has\n  "
          "{}\nanother has\n  {}\n  A block of a GPU runs one program after another in the same "
          "shared memory. {}.",
          place_of(launch),
          loops     ? "run different loops with `stages`"
          : streams ? "begin different streams"
                    : "load tiles of different sizes",
          line_of(a, false), line_of(b, false),
          loops
              ? "Run all loops that have `stages` in every program, and give those that a program "
                "does not need no steps"
              : "Begin all streams at the top of the kernel, in every program, and give those "
                "that a program does not need no steps: `stream.pipelined(0, 0, 1, ...)`"));
    }
    a.bytes = std::max(a.bytes, b.bytes);  // a step of a loop may load less than another
    a.barriers = std::max(a.barriers, b.barriers);
  }
  plan.loads_vary |= !streams && mine.count != others.count;
  for (int i = known; i < others.count; ++i) {
    add_to_plan(plan, *others.uses[i]);
  }
}

}  // namespace

void extend_plan(shared_memory_plan& plan, const shared_memory_plan& other, source_place launch) {
  extend_by(plan, other, launch, &shared_memory_use::rings);
  extend_by(plan, other, launch, &shared_memory_use::loads);
  for (int i = 0; i < other.count; ++i) {
    if (other.uses[i].staged > plan.largest_store()) {
      add_to_plan(plan, other.uses[i]);
    }
  }
  plan.stores_by_pointers |= other.stores_by_pointers;
  plan.reads_numbers |= other.reads_numbers;
  for (int i = 0; i < other.in_loops_count; ++i) {
    note_load_of_loop(plan, other.in_loops[i]);
  }
  plan.loads_vary |= other.loads_vary;
}

void add_loop(shared_memory_plan& plan, walked_loops& loops, std::uint32_t code, int stages,
              source_place at) {
  const auto address = static_cast<std::uintptr_t>(code);
  add_to_plan(plan, {at, "tl.range", stages, 0, 0, 1, 0, 0, 0, 0,
                     reinterpret_cast<const void*>(address), code});
  loops.all[loops.count++] = {code, at, stages, plan.count - 1, 0, {}};
}

void add_tile_of_loop(shared_memory_plan& plan, walked_loops::loop& loop, int number, int bytes,
                      source_place at) {
  const bool fits = number < walked_loops::kMostTiles;
  if (!fits || (number < loop.tiles && loop.bytes[number] != bytes)) {
    throw error(
        place_of(at) +
        sentence("this load of a tile has the place of a tile of another size in an earlier step "
                 "of its loop in line {}, or is the ninth of its step. On a Hopper GPU other "
                 "threads load the tiles of a loop with `stages` ahead, into places that are the "
                 "same for every step. Load tiles of the same sizes in the same order in every "
                 "step, and write other loops in lines of their own.",
                 loop.place.line));
  }
  if (number == loop.tiles) {
    loop.bytes[loop.tiles++] = bytes;
    plan.uses[loop.use].bytes += bytes;
    plan.uses[loop.use].barriers += loop.stages;
  }
}

void note_load_of_loop(shared_memory_plan& plan, const void* code) {
  const void* const* const end = plan.in_loops + plan.in_loops_count;
  if (std::find<const void* const*>(plan.in_loops, end, code) == end &&
      plan.in_loops_count < shared_memory_plan::kMaxUses) {
    plan.in_loops[plan.in_loops_count++] = code;
  }
}

void add_unless_planned(shared_memory_plan& plan, const shared_memory_use& use) {
  const void* const* const end = plan.in_loops + plan.in_loops_count;
  if (std::find<const void* const*>(plan.in_loops, end, use.code) != end) {
    return;
  }
  for (int i = 0; i < plan.count; ++i) {
    if (plan.uses[i].code == use.code) {
      return;
    }
  }
  add_to_plan(plan, use);
}

namespace {

/// The sum over the uses of a plan of what `of` says of each.
template <class Of>
int sum_over(const shared_memory_plan& plan, Of of) {
  int sum = 0;
  for (int i = 0; i < plan.count; ++i) {
    sum += of(plan.uses[i]);
  }
  return sum;
}

template <class Of>
int largest_of(const shared_memory_plan& plan, int least, Of of) {
  for (int i = 0; i < plan.count; ++i) {
    least = std::max(least, of(plan.uses[i]));
  }
  return least;
}

int bytes_if_loaded(const shared_memory_use& use) {
  return use.loads > 0 ? use.bytes : 0;
}

}  // namespace

int shared_memory_plan::data_bytes() const {
  return sum_over(*this, [](const shared_memory_use& use) {
    return use.staged == 0 ? use.count * use.bytes : 0;
  });
}
int shared_memory_plan::loaded_bytes() const {
  return sum_over(*this, bytes_if_loaded);
}
int shared_memory_plan::barriers() const {
  return sum_over(*this, [](const shared_memory_use& use) { return use.barriers; });
}
int shared_memory_plan::load_barriers() const {
  return sum_over(*this,
                  [](const shared_memory_use& use) { return use.loads > 0 ? use.barriers : 0; });
}
int shared_memory_plan::largest_load() const {
  return largest_of(*this, 0, bytes_if_loaded);
}
int shared_memory_plan::largest_store() const {
  return largest_of(*this, stores_by_pointers ? kStagingPanel : 0,
                    [](const shared_memory_use& use) { return use.staged; });
}

shared_memory_layout lay_out(const shared_memory_plan& plan, source_place launch, int warpgroups,
                             int available) {
  const int rings = sum_over(plan, [](const shared_memory_use& use) { return use.rings; });
  const int loads = sum_over(plan, [](const shared_memory_use& use) { return use.loads; });
  if (rings > kMaxRings || loads > kMaxLoads || plan.barriers() > kMaxBarriers) {
    throw error(
        sentence("this kernel has {} streams or loops with stages and loads {} tiles of tensors, "
                 "with {} stages in all; a kernel may have {}, {} and {}. Fetch several tiles in "
                 "one of them.",
                 rings, loads, plan.barriers(), kMaxRings, kMaxLoads, kMaxBarriers));
  }
  // Rings begin at 1,024 bytes, where the swizzle of panels begins.
  const int fixed = kBarrierBytes + plan.data_bytes();
  const int panel_of_all = warpgroups * kStagingPanel;
  const int wanted = (plan.largest_store() + panel_of_all - 1) / panel_of_all;
  const int fitting = (available - fixed) / panel_of_all;
  if (fixed > available || (wanted > 0 && fitting < 1)) {
    too_much(plan, launch, fixed + (wanted > 0 ? panel_of_all : 0), available, false);
  }
  const int panels = std::min(wanted, fitting);
  const int planned = fixed + panels * panel_of_all;
  const int spare = loads > 0 && plan.loads_vary
                        ? std::min({kMaxLoads - loads, kMaxBarriers - plan.barriers(),
                                    (available - planned) / plan.largest_load()})
                        : 0;
  const int bytes = planned + spare * plan.largest_load();
  const int load_bytes = plan.loaded_bytes() + spare * plan.largest_load();
  const int load_barriers = plan.load_barriers() + spare;
  const int barriers = plan.barriers() + spare;
  const bool twice = loads > 0 && panels == wanted && bytes + load_bytes <= available &&
                     barriers + load_barriers <= kMaxBarriers;
  shared_memory_layout layout = {.bytes = twice ? bytes + load_bytes : bytes,
                                 .staging_panels = panels,
                                 .load_slots = twice ? 2 : 1,
                                 .barriers = 1 + barriers + (twice ? load_barriers : 0),
                                 .load_bytes = load_bytes * (twice ? 2 : 1),
                                 .load_barriers = load_barriers * (twice ? 2 : 1)};
  int count = 0;
  for (int i = 0; i < plan.count; ++i) {
    if (const shared_memory_use& use = plan.uses[i]; use.loop != 0 && use.rings > 0) {
      layout.loops[count++] = {use.loop, use.barriers / use.count, use.bytes};
    }
  }
  return layout;
}

int lay_out_copied(const shared_memory_plan& plan, source_place launch, int available) {
  const int bytes = sum_over(plan, [](const shared_memory_use& use) { return use.copied_bytes; });
  if (bytes > available) {
    too_much(plan, launch, bytes, available, true);
  }
  return bytes;
}

}  // namespace kw::runtime
