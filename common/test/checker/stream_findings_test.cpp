// How the checker reports uses of accumulators and streams that a GPU would not forgive.
#include <gtest/gtest.h>

#include <algorithm>

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
    auto fetch_at = [&](int k) { return fetch(x.tile(shape<16, 16>, 0, k)); };
    auto once = tl.stream(stages<1>, fetch_at);
    auto tiles = tl.stream(stages<2>, fetch_at);
    once.pipelined(0, 16, 16, [&](int, auto first) {
      auto kept = first;
      tiles.pipelined(16, 64, 16, [&](int k, auto tile) {
        acc = tl.dot(kept, tile, acc);
        kept = k > 16 ? kept : tile;
      });
    });
    tl.store(y.tile(shape<16, 16>, 0, 0), acc);
  }
};

TEST(ReleasedStage, KeptForTheNextStep) {
  const auto x = ones(16, 64);
  const buffer<float, 2> y(cpu_device, {16, 16});
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(1), Keeps{}, tensor_descriptor(x.cview()),
                     tensor_descriptor(y.view()));
            }),
            "[released-stage] Keeps, program (0), FILE:LINE: this line uses a tile that has "
            "already gone back to its stream, because a `tl.dot` used it, or because the call of "
            "the body that received it has returned. The stream may have fetched another step into "
            "its memory by now.\n    acc = tl.dot(kept, tile, acc);\n  Where several products need "
            "the tile, write `tl.keep(tile)` in all but the last. To keep its values after the "
            "call, copy them there: `auto kept = tl.load(tile);`.");
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
