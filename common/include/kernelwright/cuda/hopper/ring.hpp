/// \file
/// The shared memory of a pipelined program, and the rings of stages in it.
///
/// It begins with barriers (see runtime/shared_memory_plan.hpp), followed by the panels that stores
/// stage, the tiles that the kernel loads, and the rings of its streams, each in the order in which
/// the kernel names them. Every thread walks through the same body and so finds the same places.
///
/// Places persist from program to program in a block. So every program begins its streams in the
/// same order, and loads tiles of the same sizes; it may stop before the last of them.
#pragma once
#include "kernelwright/compiler/trap.hpp"
#include "kernelwright/core/tuple.hpp"
#include "kernelwright/cuda/hopper/shared_tile.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cuda::hopper {

using runtime::kBarrierBytes, runtime::kMaxBarriers, runtime::kMaxLoads, runtime::kMaxRings,
    runtime::kStagingPanel;

/// A call of tl.stream, identified by the function that it is given and its number of stages.
#ifdef __CUDACC__
template <int Stages, class FetchAt>
__device__ char stream_call;
#else
template <int Stages, class FetchAt>
inline char stream_call = 0;
#endif

/// What tl.stream made. If the call is repeated, as in a loop over tiles around it, its ring
/// continues. Rings persist from program to program in a persistent block, and so do their stages
/// and parities.
struct ring_state {
  std::uint32_t stage, parity;
  const char* call;
  shared_address data, barriers;
  bool in_use;
};

/// Who walks through a program: the threads that fetch its tiles, or those that compute with them.
enum class role_in_plan { fetches, computes };

/// The loop with stages whose steps a thread is in: which of its ring's stages this step has, and
/// how many tiles it has loaded. Each stage has a place for every tile that a step may load.
struct loop_state {
  bool inside;
  int ring;
  std::uint32_t stage, parity;
  shared_address data, barriers;   ///< of the ring
  int planned_tiles, stage_bytes;  ///< of a step
  int tiles, bytes;                ///< of this step so far
  int depth;                       ///< 1 for a loop that is in no other
  /// A bit for each tile of this step: does the product in flight read it, and is it known to have
  /// arrived? The compiler knows them, where it would not know that two barriers differ.
  unsigned in_flight, is_there;

  KW_HD shared_address place() const {
    return data + stage * static_cast<shared_address>(stage_bytes) +
           static_cast<shared_address>(bytes);
  }
  KW_HD shared_address arrived(int tile) const {
    return barriers +
           (stage * static_cast<std::uint32_t>(planned_tiles) + static_cast<std::uint32_t>(tile)) *
               16;
  }
  KW_HD shared_address free(int tile) const { return arrived(tile) + 8; }
};

/// Where a thread is in the program's shared memory.
struct pipe_state {
  shared_address memory;
  const runtime::shared_memory_layout& layout;
  int warpgroup;  ///< of this thread: known to be the same across a warp, so addresses are, too
  const std::uint32_t* grid;
  std::int64_t program = 0;
  ring_state streams[kMaxRings] = {};  ///< `rings` of them, which this program has begun
  unsigned load_turns = 0;  ///< how often load i was done, modulo 4, in bits 2 i and 2 i + 1
  // Reset for each program:
  shared_address next_load = 0, next_load_barrier = 0;
  shared_address next_data = 0, next_barrier = 0;  ///< of rings
  int rings = 0;
  int loads = 0;
  shared_address loaded[kMaxLoads] = {};  ///< "free" barriers of the tiles that it loaded
  shared_address held[2] = {};            ///< "free" barriers of what the product in flight reads
  unsigned given_back = 0;                ///< in this step of a stream: a bit for each of its tiles
  loop_state loop = {};                   ///< the innermost one

  KW_HD void begin_program(std::int64_t number, int warpgroups) {
    program = number;
    next_load_barrier = memory + 16;  // after that of the next program's number
    next_barrier = next_load_barrier + static_cast<shared_address>(layout.load_barriers * 16);
    next_load = memory + static_cast<shared_address>(
                             kBarrierBytes + warpgroups * layout.staging_panels * kStagingPanel);
    next_data = next_load + static_cast<shared_address>(layout.load_bytes);
    rings = 0;
    loads = 0;
  }
  /// The panels in which the thread's warpgroup stages what it stores.
  KW_HD shared_address staging() const {
    return memory + static_cast<shared_address>(kBarrierBytes +
                                                warpgroup * layout.staging_panels * kStagingPanel);
  }
  /// Stops the kernel if it needs more than its launch planned, which the CPU's checker would have
  /// reported: otherwise it would wait for ever, or overwrite other tiles. Only the role that
  /// fetches does: it walks through the same calls, and has registers left, which those that
  /// multiply lack.
  KW_HD void check_plan(role_in_plan role, bool fits) const {
    if (role == role_in_plan::fetches && !fits) {
      compiler::trap();
    }
  }
  /// The ring of a call that begins: a new one, or that of an earlier time.
  KW_HD int begin_ring(const char* call, int bytes, int pairs, role_in_plan role) {
    int id = rings;
    KW_UNROLL
    for (int i = 0; i < kMaxRings; ++i) {
      const ring_state& known = streams[i];
      id = i < rings && known.call == call && !known.in_use ? i : id;
    }
    if (id == rings) {
      set(id, &ring_state::call, call);
      set(id, &ring_state::data, next_data);
      set(id, &ring_state::barriers, next_barrier);
      next_data += static_cast<shared_address>(bytes);
      next_barrier += static_cast<shared_address>(pairs * 16);
      ++rings;
      check_plan(role,
                 rings <= kMaxRings &&
                     next_data <= memory + static_cast<shared_address>(layout.bytes) &&
                     next_barrier <= memory + static_cast<shared_address>(layout.barriers * 16));
    }
    set(id, &ring_state::in_use, true);
    return id;
  }
  // The compiler knows every index, because otherwise the state would not be in registers.
  template <class T>
  KW_HD T get(int id, T ring_state::*member) const {
    T value{};
    KW_UNROLL
    for (int i = 0; i < kMaxRings; ++i) {
      value = i == id ? streams[i].*member : value;
    }
    return value;
  }
  template <class T>
  KW_HD void set(int id, T ring_state::*member, T value) {
    KW_UNROLL
    for (int i = 0; i < kMaxRings; ++i) {
      streams[i].*member = i == id ? value : streams[i].*member;
    }
  }
  /// This program's position along an axis of the grid; axis 0 is fastest.
  KW_HD int position(int axis) const {
    const auto p = static_cast<std::uint32_t>(program);
    return static_cast<int>(axis == 0   ? p % grid[0]
                            : axis == 1 ? p / grid[0] % grid[1]
                                        : p / grid[0] / grid[1]);
  }
};

template <int I, class First, class... Rest>
struct nth_type : nth_type<I - 1, Rest...> {};
template <class First, class... Rest>
struct nth_type<0, First, Rest...> {
  using type = First;
};

template <class Tile>
using panels_of =
    panels<std::remove_const_t<typename Tile::element_type>, typename Tile::shape_type>;

/// A ring of stages, each with room for the tiles of one step.
template <int Stages, class... Tiles>
class ring {
 public:
  static constexpr int kStages = Stages;
  static constexpr int kTiles = static_cast<int>(sizeof...(Tiles));
  static constexpr int kStageBytes = (panels_of<Tiles>::kBytes + ... + 0);

  template <int I>
  using tile = typename nth_type<I, Tiles...>::type;

  KW_HD ring(pipe_state& state, const char* call, role_in_plan role)
      : state_(state), id_(state.begin_ring(call, Stages * kStageBytes, Stages * kTiles, role)) {
    static_assert(Stages * kTiles <= kMaxBarriers);
    data_ = get(&ring_state::data);
    barriers_ = get(&ring_state::barriers);
  }
  ring(const ring&) = delete;
  ring& operator=(const ring&) = delete;
  KW_HD ~ring() { set(&ring_state::in_use, false); }

  KW_HD std::uint32_t stage() const { return get(&ring_state::stage); }
  KW_HD std::uint32_t parity() const { return get(&ring_state::parity); }
  KW_HD void go_to(std::uint32_t stage, std::uint32_t parity) {
    set(&ring_state::stage, stage);
    set(&ring_state::parity, parity);
  }
  /// The next stage; when the ring starts over, barriers have the other parity.
  static KW_HD void advance(std::uint32_t& stage, std::uint32_t& parity) {
    if (++stage == Stages) {
      stage = 0;
      parity ^= 1u;
    }
  }

  KW_HD shared_address data(std::uint32_t stage, int tile) const {
    constexpr int bytes[] = {panels_of<Tiles>::kBytes...};
    int offset = 0;
    KW_UNROLL
    for (int i = 0; i < tile; ++i) {
      offset += bytes[i];
    }
    return data_ + stage * kStageBytes + static_cast<shared_address>(offset);
  }
  KW_HD shared_address arrived(std::uint32_t stage, int tile) const {
    return barriers_ + (stage * kTiles + static_cast<std::uint32_t>(tile)) * 16;
  }
  KW_HD shared_address free(std::uint32_t stage, int tile) const {
    return arrived(stage, tile) + 8;
  }

 private:
  template <class T>
  KW_HD T get(T ring_state::*member) const {
    return state_.get(id_, member);
  }
  template <class T>
  KW_HD void set(T ring_state::*member, T value) {
    state_.set(id_, member, value);
  }

  pipe_state& state_;
  shared_address data_ = 0, barriers_ = 0;
  int id_;
};

/// The next tile of a step of a loop with stages.
template <class Tile>
struct place_in_step {
  shared_address data, arrived, free;
  std::uint32_t parity;  ///< of `arrived`, once the tile is there

  KW_HD place_in_step(pipe_state& state, role_in_plan role) {
    loop_state& loop = state.loop;
    data = loop.place();
    arrived = loop.arrived(loop.tiles);
    free = arrived + 8;
    parity = loop.parity;
    ++loop.tiles;
    loop.bytes += panels_of<Tile>::kBytes;
    state.check_plan(role, loop.tiles <= loop.planned_tiles && loop.bytes <= loop.stage_bytes);
  }
};

/// The place of a tile that the kernel loads. If there are two, a block's next program loads into
/// the other one while this program computes.
template <class Tile>
struct load_place {
  static constexpr int kBytes = panels_of<Tile>::kBytes;
  shared_address data, arrived, free;
  std::uint32_t parity;  ///< of `arrived`, once the tile is there

  KW_HD load_place(pipe_state& state, role_in_plan role) {
    const auto slots = static_cast<unsigned>(state.layout.load_slots);  // 1 or 2
    const int shift = 2 * state.loads;
    const unsigned turn = state.load_turns >> shift & 3u, slot = turn & (slots - 1);
    data = state.next_load + slot * kBytes;
    arrived = state.next_load_barrier + slot * 16;
    free = arrived + 8;
    parity = turn >> (slots - 1) & 1u;
    state.load_turns ^= (turn ^ ((turn + 1) & 3u)) << shift;
    state.next_load += slots * kBytes;
    state.next_load_barrier += slots * 16;
    ++state.loads;
    state.check_plan(role, state.loads <= kMaxLoads && state.next_load <= state.next_data &&
                               state.next_load_barrier <=
                                   state.memory + static_cast<shared_address>(
                                                      16 + state.layout.load_barriers * 16));
  }
};

template <int Stages, class Fetched>
struct ring_for;
template <int Stages, class... Tiles>
struct ring_for<Stages, tuple<Tiles...>> {
  using type = ring<runtime::stages_of_ring(Stages), Tiles...>;
};

}  // namespace kw::cuda::hopper
