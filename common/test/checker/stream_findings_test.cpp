// How the checker reports uses of accumulators and streams that a GPU would not forgive.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::ones;
using runtime_test::text_of;

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
  const std::string text =
      text_of(grid(1), Keeps{}, tensor_descriptor(x.cview()), tensor_descriptor(y.view()));
  EXPECT_EQ(text.find("[released-stage] Keeps, program (0), "), 0u) << text;
  EXPECT_NE(text.find("\n    acc = tl.dot(*kept, tile, acc);\n"), std::string::npos) << text;
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

}  // namespace
