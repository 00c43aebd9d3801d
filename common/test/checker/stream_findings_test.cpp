// How the checker reports uses of accumulators and streams that a GPU would not forgive.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::ones;
using runtime_test::text_of;

/// \tparam Mistake  0: none
template <int Mistake>
struct Sum {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    auto a = tl.load(x.tile(shape<16, 16>, 0, 0));
    auto acc = tl.accumulator(shape<16, 16>);
    acc = tl.dot(a, a, acc);
    if constexpr (Mistake == 1) {
      auto other = tl.dot(a, a, acc);
      tl.store(y.tile(shape<16, 16>, 0, 0), other);
    } else {
      if constexpr (Mistake == 2) {
        (void)tl.dot(a, a, acc);
      }
      if constexpr (Mistake == 3) {
        auto other = tl.accumulator(shape<16, 16>);
        other = tl.dot(a, a, acc);
      }
      acc = acc * 2.0f;
      tl.store(y.tile(shape<16, 16>, 0, 0), acc);
    }
  }
};

template <int Mistake>
std::string text_of_sum() {
  const auto x = ones(16, 16);
  const buffer<float, 2> y(cpu_device, {16, 16});
  return text_of([&] {
    launch(cpu_device, grid(1), Sum<Mistake>{}, tensor_descriptor(x.cview()),
           tensor_descriptor(y.view()));
  });
}

TEST(LostAccumulator, ReturnedToItself) {
  EXPECT_EQ(text_of_sum<0>(), "");
}
TEST(LostAccumulator, InAnotherVariable) {
  EXPECT_EQ(text_of_sum<1>(),
            "[lost-accumulator] Sum, program (0), FILE:LINE: the result of this tl.dot is not "
            "assigned to its accumulator. tl.dot(a, b, acc) adds to acc itself, and on a GPU the "
            "addition may go on after this line: only acc knows when it ends.\n    auto other = "
            "tl.dot(a, a, acc);\n  Write `acc = tl.dot(a, b, acc);` with the same variable on both "
            "sides. A second sum needs a `tl.accumulator` of its own.");
}
TEST(LostAccumulator, Dropped) {
  EXPECT_NE(text_of_sum<2>().find("(void)tl.dot(a, a, acc);"), std::string::npos);
}
TEST(LostAccumulator, InAnotherAccumulator) {
  EXPECT_NE(text_of_sum<3>().find("other = tl.dot(a, a, acc);"), std::string::npos);
}

/// Keeps a step's tile for the next step.
struct Keeps {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    auto acc = tl.accumulator(shape<16, 16>);
    auto tiles = tl.stream(stages<2>, [&](int k) { return fetch(x.tile(shape<16, 16>, 0, k)); });
    std::optional<cpu::staged_tile<float, core::tile_shape<16, 16>, 0>> kept;
    tiles.pipelined(0, 64, 16, [&](int, auto tile) {
      if (kept) {
        acc = tl.dot(*kept, tile, acc);
      }
      kept.emplace(tile);
    });
    tl.store(y.tile(shape<16, 16>, 0, 0), acc);
  }
};

TEST(ReleasedStage, KeptForTheNextStep) {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  EXPECT_EQ(
      text_of([&] {
        launch(cpu_device, grid(1), Keeps{}, tensor_descriptor(x.cview()),
               tensor_descriptor(y.view()));
      }),
      "[released-stage] Keeps, program (0), FILE:LINE: this line uses a tile that has "
      "already gone back to its stream, because a `tl.dot` used it, or because the call of "
      "the body that received it has returned. The stream may have fetched another step into "
      "its memory by now.\n    acc = tl.dot(*kept, tile, acc);\n  Where several products need "
      "the tile, write `tl.keep(tile)` in all but the last. To keep its values after the "
      "call, copy them there: `auto kept = tl.load(tile);`.");
}

/// Uses a second stream, or loads a tile by its place, where a step of the first one is computed or
/// named.
enum class nested { begun, run, loaded, loaded_at, loaded_to_fetch, nothing };
template <nested What>
struct Nests {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    auto acc = tl.accumulator(shape<16, 16>);
    auto fetch_at = [&](int k) { return fetch(x.tile(shape<16, 16>, 0, k)); };
    auto outer = tl.stream(stages<2>, [&](int k) {
      if constexpr (What == nested::loaded_to_fetch) {
        (void)tl.load(x.tile(shape<16, 16>, 0, k));
      }
      return fetch(x.tile(shape<16, 16>, 0, k));
    });
    auto made_before = tl.stream(stages<2>, fetch_at);
    outer.pipelined(0, 16, 16, [&](int k, auto tile) {
      if constexpr (What == nested::begun) {
        auto inner = tl.stream(stages<2>, fetch_at);
        (void)inner;
      } else if constexpr (What == nested::run) {
        made_before.pipelined(16, 64, 16,
                              [&](int, auto other) { acc = tl.dot(other, other, acc); });
      } else if constexpr (What == nested::loaded) {
        acc = tl.dot(tile, tl.load(x.tile(shape<16, 16>, 0, 16)), acc);
      } else if constexpr (What == nested::loaded_at) {
        auto i = tl.arange(size<16>);
        auto other = tl.load(tile_at(x.data() + i(_, None) * 64 + i(None, _)));
        acc = tl.dot(tile, other, acc);
      } else {
        acc = tl.dot(tile, tl.load(tile), acc);  // a copy of its own tile
      }
    });
    made_before.pipelined(16, 64, 16,
                          [&](int, auto tile) { acc = tl.dot(tile, tl.keep(tile), acc); });
    tl.store(y.tile(shape<16, 16>, 0, 0), acc);
  }
};
template <nested What>
std::string text_of_nested() {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  return text_of([&] {
    launch(cpu_device, grid(1), Nests<What>{}, tensor_descriptor(x.cview()),
           tensor_descriptor(y.view()));
  });
}

TEST(NestedStream, BegunInABody) {
  EXPECT_EQ(text_of_nested<nested::begun>(),
            "[nested-stream] Nests, program (0), FILE:LINE: this line uses a stream, or loads a "
            "tile by its place, inside a stream's loop. On a Hopper GPU some threads only fetch "
            "tiles, and they do not run the body of the loop. So no thread would fetch this tile, "
            "and the program would wait for it for ever.\n    auto inner = tl.stream(stages<2>, "
            "fetch_at);\n  Fetch it with the tiles of the step, `return fetch(a.tile(...), "
            "b.tile(...));`, or load it before the loop. Two loops, one in the other, are one loop "
            "over the steps of both: `i / steps` and `i % steps`.");
}
TEST(NestedStream, RunInABody) {
  EXPECT_NE(text_of_nested<nested::run>().find("    made_before.pipelined(16, 64, 16"),
            std::string::npos);
}
TEST(NestedStream, TileLoadedInABody) {
  EXPECT_NE(text_of_nested<nested::loaded>().find("tl.load(x.tile(shape<16, 16>, 0, 16))"),
            std::string::npos);
  EXPECT_NE(text_of_nested<nested::loaded_at>().find("    auto other = tl.load(tile_at("),
            std::string::npos);
}
TEST(NestedStream, TileLoadedWhereTilesAreNamed) {
  EXPECT_NE(text_of_nested<nested::loaded_to_fetch>().find("    (void)tl.load(x.tile("),
            std::string::npos);
}
TEST(NestedStream, OneAfterTheOtherIsFine) {
  EXPECT_EQ(text_of_nested<nested::nothing>(), "");
}

/// Programs that differ in which streams they begin, or which tiles they load.
enum class difference { steps, end, order, stages_of_helper, loaded_size, loaded_where };
template <difference What>
struct Differs {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y, const int* lengths) const {
    auto acc = tl.accumulator(shape<16, 16>);
    auto add = [&](int, auto tile) { acc = tl.dot(tl.keep(tile), tile, acc); };
    int length = tl.load(lengths + tl.program_id(0));  // 16, 32, 48, 64
    if (What == difference::loaded_size && length == 48) {
      acc = acc + tl.sum(tl.load(x.tile(shape<128, 16>, 0, 0)));
    } else if (What == difference::loaded_where && length == 48) {
      acc = acc + tl.load(x.tile(shape<16, 16>, 0, 16));
    } else {
      acc = acc + tl.load(x.tile(shape<16, 16>, 0, 0));
    }
    auto first = tl.stream(stages<2>, [&](int k) { return fetch(x.tile(shape<16, 16>, 0, k)); });
    if (What == difference::order && length == 48) {
      tl.stream(stages<2>, [&](int k) {
          return fetch(x.tile(shape<16, 16>, 0, k));
        }).pipelined(0, 16, 16, add);
    }
    if (What == difference::stages_of_helper) {
      auto add_all = [&](auto stages) {
        tl.stream(stages, [&](int k) {
            return fetch(x.tile(shape<16, 16>, 0, k));
          }).pipelined(0, 16, 16, add);
      };
      if (length == 48) {
        add_all(stages<3>);
      } else {
        add_all(stages<2>);
      }
    }
    first.pipelined(0, What == difference::steps ? length : 16, 16, add);
    if (What != difference::end || length < 48) {
      auto last = tl.stream(stages<3>, [&](int k) { return fetch(x.tile(shape<16, 16>, 0, k)); });
      last.pipelined(0, 16, 16, add);
    }
    tl.store(y.tile(shape<16, 16>, 16 * tl.program_id(0), 0), acc);
  }
};
template <difference What>
std::string text_of_difference() {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {64, 16});
  const buffer<int> lengths(cpu_device, {4}, std::vector<int>{16, 32, 48, 64});
  return text_of([&] {
    launch(cpu_device, grid(4), Differs<What>{}, tensor_descriptor(x.cview()),
           tensor_descriptor(y.view()), lengths.cview());
  });
}

TEST(StreamsDiffer, InWhichProgramBeginsWhich) {
  const std::string text = text_of_difference<difference::order>();
  EXPECT_EQ(
      text.find("[streams-differ] Differs, programs (2) and (0), FILE:LINE: program (2) begins "
                "this stream where program (0) begins another one, in line "),
      0u)
      << text;
  EXPECT_NE(
      text.find(". On a Hopper GPU the programs of a launch run one after another in the same "
                "shared memory, so one would use the places and the barriers of the other.\n"
                "    tl.stream(stages<2>, "),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  Begin all streams at the top of the kernel, in every program, and give "
                      "those that a program does not need no steps: `stream.pipelined(0, 0, 1, "
                      "...)`. A program may also return before it begins the next one."),
            std::string::npos)
      << text;
}
TEST(StreamsDiffer, InTheStagesThatAHelperIsGiven) {
  const std::string text = text_of_difference<difference::stages_of_helper>();
  EXPECT_NE(text.find("program (2) begins this stream where program (0) begins another one, in the "
                      "same line."),
            std::string::npos)
      << text;
}
TEST(StreamsDiffer, InTheSizeOfALoadedTile) {
  const std::string text = text_of_difference<difference::loaded_size>();
  EXPECT_EQ(
      text.find("[streams-differ] Differs, programs (2) and (0), FILE:LINE: program (2) loads "
                "this tile where program (0) loads one of another size, in line "),
      0u)
      << text;
  EXPECT_NE(
      text.find("    acc = acc + tl.sum(tl.load(x.tile(shape<128, 16>, 0, 0)));\n  Load tiles "
                "of the same sizes in the same order in every program."),
      std::string::npos)
      << text;
}
TEST(StreamsDiffer, NotInStepsOrInWhereAProgramEnds) {
  EXPECT_EQ(text_of_difference<difference::steps>(), "");
  EXPECT_EQ(text_of_difference<difference::end>(), "");
  EXPECT_EQ(text_of_difference<difference::loaded_where>(), "");
}

/// Uses a step's tile in two products.
template <bool KEEP>
struct UsesTwice {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    auto acc = tl.accumulator(shape<16, 16>);
    auto tiles = tl.stream(stages<2>, [&](int k) {
      return fetch(x.tile(shape<16, 16>, 0, k), x.tile(shape<16, 16>, 0, k));
    });
    tiles.pipelined(0, 64, 16, [&](int, auto a, auto b) {
      if constexpr (KEEP) {
        acc = tl.dot(tl.keep(a), tl.trans(tl.keep(b)), acc);
      } else {
        acc = tl.dot(a, tl.keep(b), acc);
      }
      acc = tl.dot(a, b, acc);
    });
    tl.store(y.tile(shape<16, 16>, 0, 0), acc);
  }
};

TEST(ReleasedStage, UsedTwice) {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(1), UsesTwice<false>{}, tensor_descriptor(x.cview()),
                     tensor_descriptor(y.view()));
            }),
            "[released-stage] UsesTwice, program (0), FILE:LINE: this line uses a tile that has "
            "already gone back to its stream, because a `tl.dot` used it, or because the call of "
            "the body that received it has returned. The stream may have fetched another step into "
            "its memory by now.\n    acc = tl.dot(a, b, acc);\n  Where several products need the "
            "tile, write `tl.keep(tile)` in all but the last. To keep its values after the call, "
            "copy them there: `auto kept = tl.load(tile);`.");
}
TEST(ReleasedStage, KeptTilesMayBeUsedAgain) {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(1), UsesTwice<true>{}, tensor_descriptor(x.cview()),
                     tensor_descriptor(y.view()));
            }),
            "");
  EXPECT_EQ(y.download().front(), 128.0f);
}

/// Begins in the middle of a piece of 16 bytes.
struct BeginsAtColumn {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y, int column) const {
    tl.store(y.tile(shape<16, 16>, 0, 0), tl.load(x.tile(shape<16, 16>, 0, column)));
  }
};

TEST(MisplacedTile, ColumnIsNoMultipleOf16Bytes) {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  auto text_at = [&](int column) {
    return text_of([&] {
      launch(cpu_device, grid(1), BeginsAtColumn{}, tensor_descriptor(x.cview()),
             tensor_descriptor(y.view()), column);
    });
  };
  EXPECT_EQ(text_at(8), "");
  EXPECT_EQ(text_at(6),
            "[misplaced-tile] BeginsAtColumn, program (0), FILE:LINE: a tile of a tensor begins at "
            "a column that is not a multiple of 16 bytes: 8 elements of 16 bits, 4 of float32. A "
            "GPU's copy engine cannot move it.\n    tl.store(y.tile(shape<16, 16>, 0, 0), "
            "tl.load(x.tile(shape<16, 16>, 0, column)));\n  Make the column a multiple of the "
            "tile's width, as in `a.tile(shape<BM, BK>, row, k)` with k = 0, BK, 2 BK, ...; for "
            "any other place use pointers and tl.load with a mask.");
}

/// Notes how many steps had been fetched when each step was used.
struct Notes {
  std::vector<int>* ahead;
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x) const {
    int fetched = 0;
    int used = 0;
    auto tiles = tl.stream(stages<3>, [&](int k) {
      ++fetched;
      return fetch(x.tile(shape<16, 16>, 0, k));
    });
    tiles.pipelined(0, 16 * 40, 16, [&](int, auto) { ahead->push_back(fetched - used++); });
  }
};

TEST(RunAhead, VariesWithinTheStagesAlikeInEveryRun) {
  const auto x = ones(16, 640);
  std::vector<int> first, second;
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(1), Notes{&first}, tensor_descriptor(x.cview()));
              launch(cpu_device, grid(1), Notes{&second}, tensor_descriptor(x.cview()));
            }),
            "");
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.size(), 40u);
  EXPECT_EQ(*std::min_element(first.begin(), first.end()), 1);
  EXPECT_EQ(*std::max_element(first.begin(), first.end()), 3);
}

/// A tile of a tensor is checked like any access: elements that were never written are a finding.
struct CopyTile {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    tl.store(y.tile(shape<16, 16>, 0, 0), tl.load(x.tile(shape<16, 16>, 0, 0)));
  }
};

TEST(TensorTiles, ReadsAndWritesAreRecorded) {
  const buffer<float, 2> x(cpu_device, {20, 16});
  const buffer<float, 2> y(cpu_device, {20, 16});
  const std::string text = text_of([&] {
    launch(cpu_device, grid(1), CopyTile{}, tensor_descriptor(x.cview()),
           tensor_descriptor(y.view()));
  });
  EXPECT_NE(text.find("[uninitialised-read] CopyTile, program (0), FILE:LINE: tl.load reads "
                      "x[0..255] (256 lanes), which nothing has written."),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("[grid-too-small]") != std::string::npos ? 0u : text.find("[never-written]"),
            std::string::npos)
      << text;
}

}  // namespace
