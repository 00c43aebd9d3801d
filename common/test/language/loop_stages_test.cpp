// Loops with stages that meet each other and end early, and tiles that are used in many ways: every
// step gets its tiles. Each kernel runs on a plain device and, if there is one, also in a launch on
// a Hopper GPU.
#include "stages_test.hpp"

namespace stages_test {

using namespace kw;

/// Two loops after each other, one over the tiles from the last to the first; after these, one
/// without steps.
template <int Stages>
struct TwoLoops {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<float> out) const {
    auto sum = tl.zeros(shape<64, 64>);
    for (int t : tl.range(0, kTiles, 2, stages<Stages>)) {
      auto even = tl.load(x.tile(shape<64, 64>, t * 64, 0));
      sum += even.to(float32) * static_cast<float>(t);
    }
    for (int t : tl.range(kTiles - 1, 0, -2, stages<Stages>)) {
      auto odd = tl.load(x.tile(shape<64, 64>, t * 64, 0));
      auto even = tl.load(x.tile(shape<64, 64>, t * 64 - 64, 0));
      sum += odd.to(float32) - even.to(float32);
    }
    for (int t : tl.range(3, 3, stages<Stages>)) {
      sum += tl.load(x.tile(shape<64, 64>, t, 0)).to(float32);
    }
    tl.store(out.tile(shape<64, 64>, tl.program_id(0) * 64, 0), sum);
  }
};

/// A loop in the steps of another one, and both in an ordinary one; the product of the outer loop's
/// tile and the inner one's is still in flight when the inner step ends.
template <int Stages>
struct Nested {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<float> out) const {
    for (int again = 0; again < 2; ++again) {
      auto acc = tl.accumulator(shape<64, 64>);
      for (int i : tl.range(0, 3, 1, stages<2>)) {
        auto left = tl.load(x.tile(shape<64, 64>, i * 64, 0));
        for (int j : tl.range(i, kTiles, 4, stages<Stages>)) {
          auto right = tl.load(x.tile(shape<64, 64>, j * 64, 0));
          acc = tl.dot(left, right, acc);
        }
        acc = tl.dot(left, left, acc);
      }
      tl.store(out.tile(shape<64, 64>, (tl.program_id(0) * 2 + again) * 64, 0), acc);
    }
  }
};

/// Several uses of a tile in a step, by products in flight and complete, and in registers.
template <int Stages>
struct UsedTwice {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<float> out) const {
    auto acc = tl.accumulator(shape<64, 64>);
    auto other = tl.accumulator(shape<64, 64>);
    for (int t : tl.range(0, kTiles - 1, stages<Stages>)) {
      auto now = tl.load(x.tile(shape<64, 64>, t * 64, 0));
      auto next = tl.load(x.tile(shape<64, 64>, t * 64 + 64, 0));
      acc = tl.dot(now, next, acc);
      other = tl.dot(now, tl.trans(now), other);
      auto whole = tl.dot(next, tl.trans(now));
      acc = acc + whole + now.to(float32);
    }
    tl.store(out.tile(shape<64, 64>, tl.program_id(0) * 64, 0), acc + other);
  }
};

/// Tiles without a name, which go back as soon as their product is complete, and one that goes by
/// another name.
template <int Stages>
struct WithoutNames {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<float> out) const {
    auto acc = tl.accumulator(shape<64, 64>);
    for (int t : tl.range(0, kTiles - 1, stages<Stages>)) {
      auto square = tl.dot(tl.load(x.tile(shape<64, 64>, t * 64, 0)),
                           tl.trans(tl.load(x.tile(shape<64, 64>, t * 64, 0))));
      acc = tl.dot(tl.load(x.tile(shape<64, 64>, t * 64, 0)),
                   tl.load(x.tile(shape<64, 64>, t * 64 + 64, 0)), acc);
      auto flipped = tl.trans(tl.load(x.tile(shape<64, 64>, t * 64, 0)));
      auto next = tl.load(x.tile(shape<64, 64>, t * 64 + 64, 0));
      auto whole = tl.dot(next, flipped) + tl.load(x.tile(shape<64, 64>, t * 64, 0)).to(float32);
      if (t % 2 == 0) {
        acc = tl.dot(tl.trans(flipped), flipped, acc);
      }
      acc = acc + whole + square;
    }
    tl.store(out.tile(shape<64, 64>, tl.program_id(0) * 64, 0), acc);
  }
};

/// Steps that load nothing or a part, and loops that end early, by numbers of the kernel and by one
/// in memory.
template <int Stages>
struct LeftEarly {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x, const int* order,
                            tensor_descriptor<float> out) const {
    auto sum = tl.zeros(shape<64, 64>);
    for (int t : tl.range(0, kTiles, stages<Stages>)) {
      if (t % 3 == 1) {
        continue;
      }
      auto a = tl.load(x.tile(shape<64, 64>, tl.load(order + t) * 64, 0));
      if (t == 9) {
        break;
      }
      auto b = tl.load(x.tile(shape<64, 64>, t * 64, 0));
      sum += a.to(float32) - 2.0f * b.to(float32);
    }
    for (int t : tl.range(0, kTiles, stages<Stages>)) {
      const int place = tl.load(order + t);
      if (place < 0) {
        break;
      }
      sum += tl.load(x.tile(shape<64, 64>, place * 64, 0)).to(float32);
    }
    tl.store(out.tile(shape<64, 64>, tl.program_id(0) * 64, 0), sum);
    for (int t : tl.range(0, kTiles, stages<Stages>)) {
      auto last = tl.load(x.tile(shape<64, 64>, t * 64, 0));
      if (t == 1) {
        tl.store(out.tile(shape<64, 64>, (5 + tl.program_id(0)) * 64, 0), last.to(float32));
        return;
      }
    }
  }
};

template <int Stages>
void check_two_loops(device here) {
  const auto values = tiles_of_x();
  expected want(values);
  for (int t = 0; t < kTiles; t += 2) {
    want.add(t, t - 1);
    want.add(t + 1, 1);
  }
  for_each_launch(here, [&](auto launch_it) {
    const auto got = tiles_left(here, values, 300, 300, launch_it, TwoLoops<Stages>{});
    for (const std::size_t program : {0, 1, 150, 299}) {
      want.compare(got, program);
    }
  });
}
TEST_F(StagesTest, LoopsAfterEachOther) {
  check_two_loops<1>(here);
  check_two_loops<2>(here);
  check_two_loops<5>(here);
}

TEST_F(StagesTest, LoopsInEachOther) {
  const auto values = tiles_of_x();
  expected want(values);
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < kTiles; j += 4) {
      want.add_product(i, j);
    }
    want.add_product(i, i);
  }
  for_each_launch(here, [&](auto launch_it) {
    const auto got = tiles_left(here, values, 200, 400, launch_it, Nested<3>{});
    for (const std::size_t block : {0, 1, 2, 399}) {
      want.compare(got, block);
    }
  });
}

TEST_F(StagesTest, ATileIsUsedSeveralTimes) {
  const auto values = tiles_of_x();
  expected want(values);
  for (int t = 0; t < kTiles - 1; ++t) {
    want.add_product(t, t + 1);
    want.add_product(t, t, true);
    want.add_product(t + 1, t, true);
    want.add(t, 1);
  }
  for_each_launch(here, [&](auto launch_it) {
    const auto got = tiles_left(here, values, 200, 200, launch_it, UsedTwice<2>{});
    for (const std::size_t block : {0, 131, 199}) {
      want.compare(got, block);
    }
  });
}

TEST_F(StagesTest, ATileNeedsNoName) {
  const auto values = tiles_of_x();
  expected want(values);
  for (int t = 0; t < kTiles - 1; ++t) {
    want.add_product(t, t, true);
    want.add_product(t, t + 1);
    want.add_product(t + 1, t, true);
    want.add(t, 1);
    if (t % 2 == 0) {
      want.add_product(t, t, true);
    }
  }
  for_each_launch(here, [&](auto launch_it) {
    const auto got = tiles_left(here, values, 200, 200, launch_it, WithoutNames<2>{});
    for (const std::size_t block : {0, 132, 199}) {
      want.compare(got, block);
    }
  });
}

TEST_F(StagesTest, StepsAndLoopsEndEarly) {
  const auto values = tiles_of_x();
  const buffer<int> order(here, {kTiles}, std::vector<int>{5, 4, 11, 3, 2, 1, 0, -1, 8, 9, 10, 7});
  expected want(values);
  for (const auto& [t, a] : {std::pair{0, 5}, {2, 11}, {3, 3}, {5, 1}, {6, 0}, {8, 8}}) {
    want.add(a, 1);
    want.add(t, -2);
  }
  for (const int t : {5, 4, 11, 3, 2, 1, 0}) {
    want.add(t, 1);
  }
  expected second(values);
  second.add(1, 1);
  for_each_launch(here, [&](auto launch_it) {
    const auto got = tiles_left(here, values, 5, 10, launch_it, LeftEarly<3>{}, order.cview());
    for (std::size_t program = 0; program < 5; ++program) {
      want.compare(got, program);
      second.compare(got, program + 5);
    }
  });
}

/// Loads that do not run ahead: by pointers, whose offsets a step may compute, and of arrays'
/// tiles with another padding.
struct LoadedAtOnce {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const int* next,
                            float* out) const {
    auto lanes = tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    auto at = tl.load(next + lanes);
    for (int row : tl.range(0, x.rows(), stages<3>)) {
      at = tl.load(next + at);
      sum += tl.load(x.row(row) + at, at < x.columns(), 2.0f);
      sum += tl.load(x(row).tile(size<64>, 16), -1.0f);
    }
    tl.store(out + lanes, sum);
  }
};

TEST_F(StagesTest, SomeLoadsDoNotRunAhead) {
  constexpr int rows = 7, columns = 40;
  const auto values = some_values(rows * columns);
  const buffer<float, 2> x(here, {rows, columns}, values);
  std::vector<int> next;
  for (int i = 0; i < 64; ++i) {
    next.push_back((i * 5 + 3) % 64);
  }
  const buffer<int> order(here, {64}, next);
  for_each_launch(here, [&](auto launch_it) {
    buffer<float> out(here, {64});
    launch_it(grid(1), LoadedAtOnce{}, x.cview(), order.cview(), out.view());
    const auto got = out.download();
    for (int i = 0; i < 64; ++i) {
      int at = next[static_cast<std::size_t>(i)];
      float want = 0;
      for (int row = 0; row < rows; ++row) {
        const auto element = [&](int column) {
          return values[static_cast<std::size_t>(row * columns + column)];
        };
        at = next[static_cast<std::size_t>(at)];
        want += at < columns ? element(at) : 2.0f;
        want += 16 + i < columns ? element(16 + i) : -1.0f;
      }
      ASSERT_EQ(got[static_cast<std::size_t>(i)], want) << i;
    }
  });
}

}  // namespace stages_test
