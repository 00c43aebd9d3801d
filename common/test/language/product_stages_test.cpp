// Products by loops with stages, whose loads of tiles run ahead: for any number of steps and
// stages, of every type. Each kernel runs on a plain device and, if there is one, also in a launch
// on a Hopper GPU.
#include "stages_test.hpp"

namespace stages_test {

using namespace kw;

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

}  // namespace stages_test
