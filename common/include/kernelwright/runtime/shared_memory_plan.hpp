/// \file
/// What a pipelined kernel needs of a GPU's shared memory, found out on the host before its launch.
#pragma once
#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw::runtime {

// The shared memory of a pipelined program begins with its barriers, in pairs of "arrived" and
// "free", 16 bytes per pair: one pair for the number of the next program, then those of its rings
// and loads. The number itself is in the last 16 bytes.
inline constexpr int kBarrierBytes = 1024;
inline constexpr int kMaxBarriers = 62;  ///< pairs of rings and loads
inline constexpr int kProgramNumber = 1008;
inline constexpr int kMaxRings = 4, kMaxLoads = 4;
inline constexpr int kBoxRows = 64, kPanelBytes = 128;  ///< what the copy engine moves at a time
inline constexpr int kStagingPanel = kBoxRows * kPanelBytes;  ///< bytes that a warpgroup's store
                                                              ///< stages at a time

/// Rows that the engine moves at a time: of images, whose tiles are `width` places wide, a strip.
KW_HD constexpr int rows_of_box(int width) {
  return width == 0 ? kBoxRows : width;
}

/// Bytes of a tile that the copy engine fetches, or that threads copy for it: whole boxes.
KW_HD constexpr int tile_bytes(int rows, int columns, int element_size) {
  const int width = kPanelBytes / element_size;
  return (rows + kBoxRows - 1) / kBoxRows * kStagingPanel * ((columns + width - 1) / width);
}

/// Bytes of a tile that the threads of a program copy themselves, on GPUs other than Hopper.
KW_HD constexpr int copied_tile_bytes(int rows, int columns, int element_size) {
  return (rows * columns * element_size + 127) / 128 * 128;
}

/// How many stages a ring has for a stream of `stages<asked>`. With only one, a product in flight
/// would keep the stage that the next step needs, and that product only ends when the next one has
/// begun.
KW_HD constexpr int stages_of_ring(int asked) {
  return asked > 1 ? asked : 2;
}

/// How a loop with stages is told from the others of its kernel: by its line, which is a constant
/// in device code as well.
KW_HD constexpr std::uint32_t code_of_loop(source_place at, int stages) {
  return static_cast<std::uint32_t>(at.line) * 16u + static_cast<std::uint32_t>(stages);
}

/// How many steps at the beginning and the end of such a loop show what its steps load.
inline constexpr int kWalkedSteps = 16;

/// A loop with stages: what each of its steps loads ahead, at most.
struct planned_loop {
  std::uint32_t code;
  int tiles, bytes;
};

/// One thing that needs shared memory.
struct shared_memory_use {
  source_place place;
  const char* call;  ///< such as "tl.stream"
  int count;         ///< of stages
  int bytes;         ///< for each; for a store, the tile
  int barriers;      ///< pairs
  int rings, loads;
  int staged;                  ///< bytes that pass through the staging panels
  int copied_bytes = 0;        ///< of a stream, all stages, where the program's threads copy
  int stages_asked = 0;        ///< of a stream, as the kernel says
  const void* code = nullptr;  ///< tells calls apart: those of one function have the same
  std::uint32_t loop = 0;      ///< code_of_loop, of a loop with stages
};

/// The uses in the order of the kernel's body.
struct shared_memory_plan {
  static constexpr int kMaxUses = 16;
  shared_memory_use uses[kMaxUses];
  int count = 0;
  bool stores_by_pointers = false;  ///< a tile of two dimensions: one panel of staging is enough
  bool reads_numbers = false;  ///< from memory: what they decide is not known before the launch
  bool loads_vary = false;     ///< some program may load more tiles than are planned
  const void* in_loops[kMaxUses] = {};  ///< the codes of loads that loops with stages do
  int in_loops_count = 0;

  int data_bytes() const;
  int loaded_bytes() const;
  int barriers() const;
  int load_barriers() const;
  int largest_load() const;
  int largest_store() const;
};

KW_RUNTIME_API void add_to_plan(shared_memory_plan&, const shared_memory_use&);

/// Adds what another program of the same launch needs beyond this plan.
/// \throws kw::error if it begins other streams or loads tiles of other sizes, or in another order:
/// a block runs one program after another, and they share places and barriers
KW_RUNTIME_API void extend_plan(shared_memory_plan&, const shared_memory_plan& of_another,
                                source_place launch);

/// Adds a call that the kernel contains, unless the plan has one of the same code.
KW_RUNTIME_API void add_unless_planned(shared_memory_plan&, const shared_memory_use&);

/// The loops with stages that a program's walk came to. Those in the same line with as many stages
/// are one.
struct walked_loops {
  static constexpr int kMostTiles = 8;  ///< in a step
  struct loop {
    std::uint32_t code;
    source_place place;
    int stages;
    int use;    ///< its number in the plan
    int tiles;  ///< the most that a step loads
    int bytes[kMostTiles];
  };
  loop all[shared_memory_plan::kMaxUses] = {};
  int count = 0;
};
KW_RUNTIME_API void add_loop(shared_memory_plan&, walked_loops&, std::uint32_t code, int stages,
                             source_place);

/// Adds tile `number` of a step, of so many bytes.
/// \throws kw::error if an earlier step has a tile of another size there, or it is the ninth
KW_RUNTIME_API void add_tile_of_loop(shared_memory_plan&, walked_loops::loop&, int number,
                                     int bytes, source_place);

/// Notes that a loop with stages has such a load, which needs no place of its own.
KW_RUNTIME_API void note_load_of_loop(shared_memory_plan&, const void* code);

/// The shared memory of a launch.
struct shared_memory_layout {
  int bytes;
  int staging_panels;  ///< per warpgroup
  int load_slots;      ///< places for each tile that the kernel loads
  int barriers;        ///< pairs, including that of the next program's number
  int load_bytes;      ///< of all places of loaded tiles, which come before the rings
  int load_barriers;   ///< pairs of these places, also before those of the rings
  planned_loop loops[kMaxRings] = {};
};

/// Distributes `available` bytes: barriers, the kernel's rings and tiles, and as much staging for
/// stores as still fits, up to what the largest needs. If there is room for a second place for each
/// loaded tile, it gets one, so the next program's loads need not wait for the end of this one.
/// Where programs may load more tiles than are planned, they get places for the largest, as many as
/// fit. \throws kw::error that says how much is needed by which call, and what to change
shared_memory_layout lay_out(const shared_memory_plan&, source_place launch, int warpgroups,
                             int available);

/// The bytes of a launch whose programs copy the tiles of their streams themselves.
/// \throws kw::error as lay_out does
int lay_out_copied(const shared_memory_plan&, source_place launch, int available);

}  // namespace kw::runtime
