// Sharing out a GPU's shared memory among the rings, tiles and stores of a pipelined kernel.
#include "kernelwright/runtime/shared_memory_plan.hpp"

#include <algorithm>
#include <string>

#include "common/checker/source/source.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

std::string kilobytes(int bytes) {
  const int tenths = (bytes * 10 + 512) / 1024;
  return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) +
         " KiB";
}

std::string place_of(source_place place) {
  return place.file == nullptr ? std::string()
                               : short_path(place.file) + ":" + std::to_string(place.line) + ": ";
}

std::string line_of(const shared_memory_use& use, bool copied) {
  std::string text = place_of(use.place);
  text += use.call;
  if (use.rings > 0) {
    const int bytes = copied ? use.copied_bytes : use.count * use.bytes;
    const int stages = copied && use.stages_asked > 0 ? use.stages_asked : use.count;
    text += " has " + std::to_string(stages) + (stages == 1 ? " stage of " : " stages of ") +
            kilobytes(bytes / stages) + ": " + kilobytes(bytes);
  } else if (use.loads > 0) {
    text += " of a tile: " + kilobytes(use.bytes);
  }
  return text;
}

[[noreturn]] void too_much(const shared_memory_plan& plan, source_place launch, int needed,
                           int available, bool copied) {
  std::string text = place_of(launch);
  text += "this kernel needs " + kilobytes(needed) + " of shared memory, and a block has " +
          kilobytes(available) + ":";
  for (int i = 0; i < plan.count; ++i) {
    if (copied ? plan.uses[i].rings > 0 : plan.uses[i].staged == 0) {
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
struct places {
  const shared_memory_use* uses[shared_memory_plan::kMaxUses];
  int count = 0;

  places(const shared_memory_plan& plan, int shared_memory_use::*kind) {
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
  const places mine(plan, kind), others(other, kind);
  const int known = std::min(mine.count, others.count);
  for (int i = 0; i < known; ++i) {
    const shared_memory_use &a = *mine.uses[i], &b = *others.uses[i];
    if (streams ? a.code != b.code : a.bytes != b.bytes) {
      throw error(
          place_of(launch) + "the programs of this kernel " +
          (streams ? "begin different streams" : "load tiles of different sizes") +
          ", or in a different order: where one program has\n  " + line_of(a, false) +
          "\nanother has\n  " + line_of(b, false) +
          "\n  A block of a GPU runs one program after another in the same shared memory. "
          "Begin all streams at the top of the kernel, in every program, and give those that "
          "a program does not need no steps: `stream.pipelined(0, 0, 1, ...)`.");
    }
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
  plan.loads_vary |= other.loads_vary;
}

void add_unless_planned(shared_memory_plan& plan, const shared_memory_use& use) {
  for (int i = 0; i < plan.count; ++i) {
    if (plan.uses[i].code == use.code) {
      return;
    }
  }
  add_to_plan(plan, use);
}

int shared_memory_plan::data_bytes() const {
  int bytes = 0;
  for (int i = 0; i < count; ++i) {
    bytes += uses[i].staged == 0 ? uses[i].count * uses[i].bytes : 0;
  }
  return bytes;
}

int shared_memory_plan::loaded_bytes() const {
  int bytes = 0;
  for (int i = 0; i < count; ++i) {
    bytes += uses[i].loads > 0 ? uses[i].bytes : 0;
  }
  return bytes;
}

int shared_memory_plan::barriers() const {
  int pairs = 0;
  for (int i = 0; i < count; ++i) {
    pairs += uses[i].barriers;
  }
  return pairs;
}

int shared_memory_plan::load_barriers() const {
  int pairs = 0;
  for (int i = 0; i < count; ++i) {
    pairs += uses[i].loads > 0 ? uses[i].barriers : 0;
  }
  return pairs;
}

int shared_memory_plan::largest_load() const {
  int bytes = 0;
  for (int i = 0; i < count; ++i) {
    bytes = std::max(bytes, uses[i].loads > 0 ? uses[i].bytes : 0);
  }
  return bytes;
}

int shared_memory_plan::largest_store() const {
  int bytes = stores_by_pointers ? kStagingPanel : 0;
  for (int i = 0; i < count; ++i) {
    bytes = std::max(bytes, uses[i].staged);
  }
  return bytes;
}

shared_memory_layout lay_out(const shared_memory_plan& plan, source_place launch, int warpgroups,
                             int available) {
  int rings = 0, loads = 0;
  for (int i = 0; i < plan.count; ++i) {
    rings += plan.uses[i].rings;
    loads += plan.uses[i].loads;
  }
  if (rings > kMaxRings || loads > kMaxLoads || plan.barriers() > kMaxBarriers) {
    throw error("this kernel has " + std::to_string(rings) + " streams and loads " +
                std::to_string(loads) + " tiles of tensors, with " +
                std::to_string(plan.barriers()) + " stages in all; a kernel may have " +
                std::to_string(kMaxRings) + ", " + std::to_string(kMaxLoads) + " and " +
                std::to_string(kMaxBarriers) + ". Fetch several tiles in one stream.");
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
  return {.bytes = twice ? bytes + load_bytes : bytes,
          .staging_panels = panels,
          .load_slots = twice ? 2 : 1,
          .barriers = 1 + barriers + (twice ? load_barriers : 0),
          .load_bytes = load_bytes * (twice ? 2 : 1),
          .load_barriers = load_barriers * (twice ? 2 : 1)};
}

int lay_out_copied(const shared_memory_plan& plan, source_place launch, int available) {
  int bytes = 0;
  for (int i = 0; i < plan.count; ++i) {
    bytes += plan.uses[i].copied_bytes;
  }
  if (bytes > available) {
    too_much(plan, launch, bytes, available, true);
  }
  return bytes;
}

}  // namespace kw::runtime
