// Loops with stages, whose loads of tiles run ahead: every step gets its tiles, for any number of
// steps and stages, in whatever way the loop is left. Each kernel runs on a plain device and, if
// there is one, also in a launch on a Hopper GPU.
#include "dot_reference.hpp"

namespace stages_test {

using namespace kw;
using dot_test::expect_equal;
using dot_test::product;
using kernel_test::some_values;

struct StagesTest : kernel_test::KernelTest {};

/// Calls run(launch) with each launch that this device has.
template <int NumWarps = 4, class Run>
void for_each_launch(device here, const Run& run) {
  {
    SCOPED_TRACE("on a device");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      launch<NumWarps>(here, programs, kernel, args...);
    });
  }
  if (const hopper_gpu gpu{here}) {
    SCOPED_TRACE("on a Hopper GPU");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      launch<NumWarps>(gpu, programs, kernel, args...);
    });
  }
}

/// Tiles of tensors run ahead, and those of arrays that are fetched.
template <class Tile>
KW_HD auto ahead(const Tile& tile) {
  if constexpr (Tile::kIsTensor) {
    return tile;
  } else {
    return fetch(tile);
  }
}

template <int Stages, bool Transposed>
struct Product {
  KW_KERNEL void operator()(program auto tl, const auto& a, const auto& b, const auto& c, int begin,
                            int end) const {
    using T = std::remove_const_t<typename std::remove_cvref_t<decltype(a)>::element_type>;
    const int m = tl.program_id(1) * 64, n = tl.program_id(0) * 64;
    auto acc = tl.accumulator(shape<64, 64>, dtype<core::dot_result_t<T>>{});
    for (int k : tl.range(begin, end, 32, stages<Stages>)) {
      auto at = tl.load(ahead(a.tile(shape<64, 32>, m, k)));
      if constexpr (Transposed) {
        auto bt = tl.load(ahead(b.tile(shape<64, 32>, n, k)));
        acc = tl.dot(at, tl.trans(bt), acc);
      } else {
        auto bt = tl.load(ahead(b.tile(shape<32, 64>, k, n)));
        acc = tl.dot(at, bt, acc);
      }
    }
    tl.store(c.tile(shape<64, 64>, m, n), acc);
  }
};

template <class T, int Stages, bool Transposed, bool Tensors = true, int NumWarps = 4>
void check_product(device here, int m, int n, int k, int begin = 0) {
  using R = core::dot_result_t<T>;
  const auto pad = [](int columns, int bytes) {
    const std::int64_t lanes = 16 / bytes;
    return buffer_layout{.row_stride = cdiv(columns, lanes) * lanes};
  };
  constexpr int bytes = static_cast<int>(sizeof(T));
  for_each_launch<NumWarps>(here, [&](auto launch_it) {
    dot_test::check_matrices<T, T, R>(
        here, m, n, k, false, Transposed,
        {pad(k, bytes), pad(Transposed ? k : n, bytes), pad(n, sizeof(R))},
        [&](auto a, auto b, auto c) {
          const grid programs(cdiv(n, 64), cdiv(m, 64));
          if constexpr (Tensors) {
            launch_it(programs, Product<Stages, Transposed>{}, tensor_descriptor(a),
                      tensor_descriptor(b), tensor_descriptor(c), begin, k);
          } else {
            launch_it(programs, Product<Stages, Transposed>{}, array(a), array(b), array(c), begin,
                      k);
          }
        },
        begin);
  });
}

template <class T>
void check_type(device here) {
  check_product<T, 1, false>(here, 64, 64, 32);
  check_product<T, 2, false>(here, 70, 90, 100);
  check_product<T, 3, false>(here, 1, 1, 1);
  check_product<T, 4, true>(here, 130, 66, 257);
  check_product<T, 3, false, false>(here, 67, 95, 94);
}

TEST_F(StagesTest, ProductsOfEveryType) {
  kernel_test::for_each_type<float16_t, bfloat16_t, float, std::int8_t>(
      [&]<class T> { check_type<T>(here); });
}
TEST_F(StagesTest, AnyNumberOfSteps) {
  for (const int steps : {0, 1, 2, 3, 4, 5, 9}) {
    check_product<float16_t, 3, false>(here, 70, 90, 40 + 32 * steps, 40);
    check_product<float16_t, 2, true, false>(here, 70, 90, 40 + 32 * steps, 40);
  }
}
TEST_F(StagesTest, TwoWarpgroups) {
  check_product<float16_t, 4, false, true, 8>(here, 130, 66, 257);
}
TEST_F(StagesTest, AnEmptyGridRunsNothing) {
  check_product<float16_t, 2, false>(here, 0, 90, 96);
}

// The ways in which loops meet each other and end early. All add up tiles of 64 x 64 of x; tile t
// is rows 64 t and on.
constexpr int kTiles = 12;

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

std::vector<float16_t> tiles_of_x() {
  std::vector<float16_t> values;
  for (const std::int8_t v : some_values<std::int8_t>(kTiles * 64 * 64, 3)) {
    values.push_back(core::convert<float16_t>(static_cast<float>(v % 4)));
  }
  return values;
}

/// A weighted sum of tiles and products of tiles.
class expected {
 public:
  expected(const std::vector<float16_t>& x) : x_(x), sum_(64 * 64, 0.0) {}
  void add(int t, double weight) {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      sum_[i] += weight * at(t, i);
    }
  }
  /// The product of tile i and tile j, or its transpose.
  void add_product(int i, int j, bool transposed = false) {
    for (std::size_t r = 0; r < 64; ++r) {
      for (std::size_t c = 0; c < 64; ++c) {
        for (std::size_t k = 0; k < 64; ++k) {
          sum_[r * 64 + c] += at(i, r * 64 + k) * at(j, transposed ? c * 64 + k : k * 64 + c);
        }
      }
    }
  }
  void compare(const std::vector<float>& got, std::size_t first) const {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      ASSERT_EQ(static_cast<double>(got[first * 64 * 64 + i]), sum_[i]) << first << ", " << i;
    }
  }

 private:
  double at(int t, std::size_t i) const {
    return core::convert<double>(x_[static_cast<std::size_t>(t) * 64 * 64 + i]);
  }
  const std::vector<float16_t>& x_;
  std::vector<double> sum_;
};

/// Runs programs that leave `blocks` tiles, each of which must be as expected.
template <class Kernel, class... More>
std::vector<float> tiles_left(device here, const std::vector<float16_t>& values, int programs,
                              int blocks, const auto& launch_it, const Kernel& kernel,
                              const More&... more) {
  const buffer<float16_t, 2> x(here, {kTiles * 64, 64}, values);
  buffer<float, 2> out(here, {blocks * 64, 64});
  launch_it(grid(programs), kernel, tensor_descriptor(x.cview()), more...,
            tensor_descriptor(out.view()));
  return out.download();
}

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
