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
  const std::string text = text_of([&] {
    launch(cpu_device, grid(1), Keeps{}, tensor_descriptor(x.cview()), tensor_descriptor(y.view()));
  });
  EXPECT_EQ(text.find("[released-stage] Keeps, program (0), "), 0u) << text;
  EXPECT_NE(text.find("\n    acc = tl.dot(*kept, tile, acc);\n"), std::string::npos) << text;
}

/// Programs that differ in which streams they begin, or which tiles they load.
enum class difference { steps, end, stages_of_helper, loaded_size, loaded_where };
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
