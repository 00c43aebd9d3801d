// The plan of shared memory for kernels whose programs differ, and where numbers in memory decide.
#include "kernelwright/cuda/planner.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernelwright/language.hpp"
#include "kernelwright/runtime/error.hpp"

namespace planner_test {

using namespace kw;

constexpr source_place kLaunch{"kernel.cpp", 40};

template <class Kernel, class... Args>
runtime::shared_memory_plan plan(const Kernel& kernel, unsigned programs, const Args&... args) {
  const unsigned extents[3] = {programs, 1, 1};
  return cuda::plan_of(extents, kLaunch, kernel, args...);
}
template <class Kernel, class... Args>
std::string refusal(const Kernel& kernel, unsigned programs, const Args&... args) {
  try {
    (void)plan(kernel, programs, args...);
  } catch (const error& e) {
    return e.what();
  }
  return "";
}

inline tensor_descriptor<const float16_t> some_tensor() {
  alignas(16) static const float16_t values[64 * 64] = {};
  return tensor_descriptor(view<const float16_t, 2>(values, {64, 64}, cpu_device));
}
// Where the host must not look: on a GPU a number from memory is not there.
const int some_numbers[100] = {};
constexpr int kTile = 64 * 128;  // 64 rows of 64 float16

/// Where a number from memory ends a program, leads to a branch, or counts the turns of a loop.
enum class decides { nothing, whether_to_end, which_branch, how_often };
template <decides What>
struct Streams {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x,
                            const int* numbers) const {
    auto fetch_at = [&](int k) { return fetch(x.tile(shape<64, 64>, 0, k)); };
    int number = What == decides::nothing ? 5 : tl.load(numbers + tl.program_id(0));
    if (What == decides::whether_to_end && 3 >= number) {
      return;
    }
    int turns = What == decides::how_often ? 64 / number - 63 : 1;
    for (int turn = 0; turn < turns - (What == decides::how_often ? number : 0); ++turn) {
      tl.stream(stages<3>, fetch_at).pipelined(0, number, 1, [&](int, auto) {});
    }
    if (What != decides::which_branch || number == 2) {
      tl.stream(stages<2>, [&](int k) {
          return fetch(x.tile(shape<64, 64>, k, 0));
        }).pipelined(0, number, 1, [&](int, auto) {});
    }
  }
};
template <decides What>
int planned_stages(int* barriers) {
  const auto p = plan(Streams<What>{}, 100, some_tensor(), static_cast<const int*>(some_numbers));
  *barriers = p.barriers();
  EXPECT_EQ(p.data_bytes() % kTile, 0);
  return p.data_bytes() / kTile;
}

TEST(Planner, NumbersInMemoryDoNotDecideWhatIsPlanned) {
  int barriers = 0;
  EXPECT_EQ(planned_stages<decides::nothing>(&barriers), 5);
  EXPECT_EQ(barriers, 5);
  EXPECT_EQ(planned_stages<decides::whether_to_end>(&barriers), 5);
  EXPECT_EQ(barriers, 5);
  EXPECT_EQ(planned_stages<decides::which_branch>(&barriers), 5);
  EXPECT_EQ(barriers, 5);
  EXPECT_EQ(planned_stages<decides::how_often>(&barriers), 5);
  EXPECT_EQ(barriers, 5);
}

/// Loads and stores in a branch.
struct LoadsInABranch {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<float> y, const int* numbers) const {
    if (tl.load(numbers) > 7) {
      tl.store(y.tile(shape<64, 32>, 0, 0), tl.load(x.tile(shape<64, 32>, 0, 0)));
    }
  }
};
TEST(Planner, LoadsAndStoresInABranchCount) {
  alignas(16) static float out[64 * 64];
  const tensor_descriptor<float> y(view<float, 2>(out, {64, 64}, cpu_device));
  const auto p = plan(LoadsInABranch{}, 1, some_tensor(), y, static_cast<const int*>(some_numbers));
  EXPECT_EQ(p.loaded_bytes(), kTile);
  EXPECT_EQ(p.largest_store(), 64 * 128);
  // Twice the four that a program may load: how many, the number may decide as well.
  EXPECT_EQ(runtime::lay_out(p, kLaunch, 1, 200000).load_barriers, 8);
}

/// A number from memory says how many tiles a loop loads, or when a wait is over.
template <bool Waits>
struct LoadsInALoop {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x,
                            const int* numbers) const {
    for (int turn = 0; Waits ? tl.load(numbers) != 3 : turn < tl.load(numbers); ++turn) {
      (void)tl.load(x.tile(shape<64, 64>, 0, 0));
      if (Waits) {
        break;
      }
    }
    while (Waits && tl.load(numbers) != 3) {
    }
    (void)tl.load(x.tile(shape<16, 64>, 0, 0));
  }
};
template <bool Waits>
runtime::shared_memory_layout layout_of_loop(int available) {
  const auto p =
      plan(LoadsInALoop<Waits>{}, 9, some_tensor(), static_cast<const int*>(some_numbers));
  return runtime::lay_out(p, kLaunch, 1, available);
}
TEST(Planner, ALoopOverTilesThatANumberEndsHasAllPlacesThatFit) {
  const auto all = layout_of_loop<false>(200000);
  EXPECT_EQ(all.load_bytes, 2 * 4 * kTile);  // twice the four that a program may load
  EXPECT_EQ(all.load_barriers, 8);
  const auto some = layout_of_loop<false>(all.bytes - 6 * kTile + kTile / 2);
  EXPECT_EQ(some.load_bytes, 2 * kTile);
  EXPECT_EQ(layout_of_loop<false>(all.bytes - 5 * kTile).load_bytes, 3 * kTile);
}
TEST(Planner, AWaitForANumberEnds) {
  EXPECT_EQ(layout_of_loop<true>(200000).load_bytes, 2 * 4 * kTile);
}

/// One function for two streams of other stages: two rings, of which each is used again.
struct OneFetchTwoRings {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x) const {
    auto fetch_at = [&](int k) { return fetch(x.tile(shape<64, 64>, 0, k)); };
    for (int turn = 0; turn < 3; ++turn) {
      tl.stream(stages<2>, fetch_at).pipelined(0, 64, 64, [&](int, auto) {});
      tl.stream(stages<4>, fetch_at).pipelined(0, 64, 64, [&](int, auto) {});
    }
  }
};
TEST(Planner, OneFunctionWithOtherStagesIsAnotherStream) {
  EXPECT_EQ(plan(OneFetchTwoRings{}, 9, some_tensor()).data_bytes(), 6 * kTile);
}

/// The streams of a program depend on its number.
enum class programs { all_alike, last_has_more, last_has_others, last_loads_more };
template <programs Which>
struct Differs {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x) const {
    const bool last = tl.program_id(0) == tl.num_programs(0) - 1;
    auto down = [&](int k) { return fetch(x.tile(shape<64, 64>, k, 0)); };
    auto along = [&](int k) { return fetch(x.tile(shape<64, 64>, 0, k)); };
    if (Which == programs::last_loads_more && last) {
      tl.load(x.tile(shape<64, 64>, 0, 0));
    } else if (Which == programs::last_loads_more) {
      tl.load(x.tile(shape<16, 64>, 0, 0));
      tl.load(x.tile(shape<128, 64>, 0, 0));
    }
    if (Which == programs::last_has_others && last) {
      tl.stream(stages<3>, along).pipelined(0, 64, 64, [&](int, auto) {});
      return;
    }
    tl.stream(stages<2>, down).pipelined(0, 64, 64, [&](int, auto) {});
    if (Which == programs::all_alike || last) {
      tl.stream(stages<3>, along).pipelined(0, 64, 64, [&](int, auto) {});
    }
  }
};
TEST(Planner, ProgramsMayStopEarlier) {
  EXPECT_EQ(plan(Differs<programs::all_alike>{}, 9, some_tensor()).data_bytes(), 5 * kTile);
  EXPECT_EQ(plan(Differs<programs::last_has_more>{}, 9, some_tensor()).data_bytes(), 5 * kTile);
  EXPECT_EQ(plan(Differs<programs::last_loads_more>{}, 9, some_tensor()).loaded_bytes(), 3 * kTile);
}
TEST(Planner, ProgramsThatBeginOtherStreamsAreRefused) {
  EXPECT_EQ(refusal(Differs<programs::last_has_others>{}, 1, some_tensor()), "");
  const std::string text = refusal(Differs<programs::last_has_others>{}, 9, some_tensor());
  EXPECT_EQ(text.find("kernel.cpp:40: the programs of this kernel begin different streams, or in a "
                      "different order: where one program has\n"),
            0u)
      << text;
  EXPECT_NE(text.find(": tl.stream has 2 stages of 8 KiB: 16 KiB\nanother has\n"),
            std::string::npos)
      << text;
}

/// Two live streams of one helper function.
struct FromAHelper {
  template <class Tl>
  static KW_HD auto walk(const Tl& tl, const tensor_descriptor<const float16_t>& x, int row) {
    return tl.stream(stages<2>, [x, row](int k) { return fetch(x.tile(shape<64, 64>, row, k)); });
  }
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x) const {
    for (int turn = 0; turn < 3; ++turn) {
      auto a = walk(tl, x, 0);
      auto b = walk(tl, x, 64);
      a.pipelined(0, 64, 64, [&](int, auto) {});
      b.pipelined(0, 64, 64, [&](int, auto) {});
    }
  }
};
TEST(Planner, TwoLiveStreamsOfOneFunctionAreTwo) {
  EXPECT_EQ(plan(FromAHelper{}, 9, some_tensor()).data_bytes(), 4 * kTile);
}

/// Small tiles: the copy engine moves boxes of 64 rows of 128 bytes, threads only what there is.
struct SmallTiles {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x) const {
    tl.stream(stages<1>, [&](int k) {
        return fetch(x.tile(shape<16, 32>, 0, k));
      }).pipelined(0, 64, 32, [&](int, auto) {});
  }
};
TEST(Planner, ThreadsThatCopyTilesNeedNoBoxes) {
  const auto p = plan(SmallTiles{}, 1, some_tensor());
  EXPECT_EQ(p.data_bytes(), 2 * kTile);
  EXPECT_EQ(runtime::lay_out_copied(p, kLaunch, 48 * 1024), 16 * 64);
  try {
    (void)runtime::lay_out_copied(p, kLaunch, 1023);
    ADD_FAILURE() << "no error";
  } catch (const error& e) {
    const std::string text = e.what();
    EXPECT_EQ(
        text.find("kernel.cpp:40: this kernel needs 1 KiB of shared memory, and a block has "), 0u)
        << text;
    EXPECT_NE(text.find(": tl.stream has 1 stage of 1 KiB: 1 KiB\n  Use fewer stages first"),
              std::string::npos)
        << text;
  }
}

/// A stream's body is not run, but it may store a tile, which passes through a panel.
TEST(Planner, AStreamWithoutStoresHasAPanelForItsBody) {
  EXPECT_EQ(
      runtime::lay_out(plan(SmallTiles{}, 1, some_tensor()), kLaunch, 1, 200000).staging_panels, 1);
}

/// Loops with stages, one in the other: what a step loads, and even a loop without steps.
enum class loads { in_order, ends_early, late, other_sizes, in_other_loops };
template <loads What>
struct Loops {
  KW_KERNEL void operator()(kw::program auto tl, tensor_descriptor<const float16_t> x, int steps,
                            const int* numbers) const {
    const bool first = tl.program_id(0) == 0;
    for (int i : tl.range(tl.load(numbers) - 1, stages<2>)) {
      (void)tl.load(x.tile(shape<64, 64>, i, 0));
      for (int j : tl.range(0, steps, stages<3>)) {
        if (What == loads::ends_early && j != steps - 1) {
          continue;
        }
        (void)tl.load(x.tile(shape<64, 64>, 0, j));
        if (What == loads::late && j != 20) {
          continue;
        }
        if constexpr (What == loads::other_sizes) {
          if (j > 0) {
            (void)tl.load(x.tile(shape<64, 128>, 0, j));
          } else {
            (void)tl.load(x.tile(shape<64, 64>, 0, j));
          }
        } else {
          (void)tl.load(x.tile(shape<64, 64>, 0, j));
        }
      }
    }
    if (What == loads::in_other_loops && !first) {
      for (int i : tl.range(0, steps, stages<4>)) {
        (void)tl.load(x.tile(shape<64, 64>, 0, i));
      }
    } else {
      for (int i : tl.range(0, steps, stages<4>)) {
        (void)tl.load(x.tile(shape<64, 64>, 0, i));
      }
    }
  }
};
template <loads What>
int planned_tiles(int steps) {
  const auto p = plan(Loops<What>{}, 9, some_tensor(), steps, some_numbers + 0);
  EXPECT_EQ(p.loaded_bytes(), 0);
  EXPECT_EQ(p.data_bytes(), p.barriers() * kTile);
  return p.barriers();
}
TEST(Planner, LoopsWithStagesHavePlacesForTheTilesOfAStep) {
  for (const int steps : {0, 1, 40}) {
    EXPECT_EQ(planned_tiles<loads::in_order>(steps), 2 + 2 * 3 + 4) << steps;
  }
  EXPECT_EQ(planned_tiles<loads::ends_early>(40), 2 + 2 * 3 + 4);
  EXPECT_EQ(planned_tiles<loads::late>(40), 2 + 3 + 4);  // its launch on a GPU stops
  const auto layout = runtime::lay_out(
      plan(Loops<loads::in_order>{}, 9, some_tensor(), 7, some_numbers + 0), kLaunch, 1, 200000);
  EXPECT_EQ(layout.loops[1].tiles, 2);
  EXPECT_EQ(layout.loops[1].bytes, 2 * kTile);
}
TEST(Planner, LoopsWhoseStepsDifferAreRefused) {
  const std::string text =
      refusal(Loops<loads::other_sizes>{}, 9, some_tensor(), 3, some_numbers + 0);
  EXPECT_NE(text.find("this load of a tile has the place of a tile of another size in an earlier "
                      "step of its loop in line "),
            std::string::npos)
      << text;
}
TEST(Planner, ProgramsThatRunOtherLoopsAreRefused) {
  const std::string text =
      refusal(Loops<loads::in_other_loops>{}, 9, some_tensor(), 3, some_numbers + 0);
  EXPECT_EQ(text.find("kernel.cpp:40: the programs of this kernel run different loops with "
                      "`stages`, or in a different order: where one program has\n"),
            0u)
      << text;
  EXPECT_NE(text.find(": tl.range has 4 stages of 8 KiB: 32 KiB\nanother has\n"), std::string::npos)
      << text;
}

}  // namespace planner_test
