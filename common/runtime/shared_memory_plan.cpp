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

std::string line_of(const shared_memory_use& use) {
  std::string text = use.place.file == nullptr
                         ? std::string()
                         : short_path(use.place.file) + ":" + std::to_string(use.place.line) + ": ";
  text += use.call;
  if (use.rings > 0) {
    text += " has " + std::to_string(use.count) + " stages of " + kilobytes(use.bytes) + ": " +
            kilobytes(use.count * use.bytes);
  } else if (use.loads > 0) {
    text += " of a tile: " + kilobytes(use.bytes);
  }
  return text;
}

[[noreturn]] void too_much(const shared_memory_plan& plan, source_place launch, int needed,
                           int available) {
  std::string text = launch.file == nullptr
                         ? std::string()
                         : short_path(launch.file) + ":" + std::to_string(launch.line) + ": ";
  text += "this kernel needs " + kilobytes(needed) + " of shared memory, and a block has " +
          kilobytes(available) + ":";
  for (int i = 0; i < plan.count; ++i) {
    if (plan.uses[i].staged == 0) {
      text += "\n  " + line_of(plan.uses[i]);
    }
  }
  text +=
      "\n  the rest is for barriers and stores\n"
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
    too_much(plan, launch, fixed + (wanted > 0 ? panel_of_all : 0), available);
  }
  const int panels = std::min(wanted, fitting);
  const int bytes = fixed + panels * panel_of_all;
  const bool twice = loads > 0 && panels == wanted && bytes + plan.loaded_bytes() <= available &&
                     plan.barriers() + loads <= kMaxBarriers;
  return {.bytes = twice ? bytes + plan.loaded_bytes() : bytes,
          .staging_panels = panels,
          .load_slots = twice ? 2 : 1,
          .barriers = 1 + plan.barriers() + (twice ? loads : 0)};
}

}  // namespace kw::runtime
