#include "../07_tiled_matmul/tiled_matmul.hpp"

#include "fuzz.hpp"

namespace {

template <class T>
void products_of(fuzz::shapes& s) {
  const auto a = s.input<T>(s.length(0, 300), s.length(0, 300));
  const auto b = s.input<T>(a.extent(1), s.length(0, 300));
  const auto c = s.output<T>(a.extent(0), b.extent(1));
  lesson07::matmul<T>(a.cview(), b.cview(), c.view());
  const auto weights = s.input<T>(s.length(1, 200), a.extent(1));
  const auto turned = s.output<T>(a.extent(0), weights.extent(0));
  const kw::view<const T, 2> transposed(weights.data(), {a.extent(1), weights.extent(0)},
                                        {1, weights.stride(0)}, kw::cpu_device);
  lesson07::matmul<T>(a.cview(), transposed, turned.view());
  fuzz::expect_guards(c, turned);
}

// Rows of multiples of 16 bytes, which tensor descriptors take.
template <class T>
void pipelined_products_of(fuzz::shapes& s) {
  const std::int64_t m = s.length(0, 300), n = 8 * s.length(0, 40), k = 8 * s.length(0, 40);
  const kw::buffer<T, 2> a(kw::cpu_device, {m, k}, kw::testing::make_input<T>(m * k, 1));
  const kw::buffer<T, 2> b(kw::cpu_device, {k, n}, kw::testing::make_input<T>(k * n, 2));
  const kw::buffer<T, 2> c(kw::cpu_device, {m, n});
  lesson07::matmul_pipelined<T>(a.cview(), b.cview(), c.view());
  fuzz::expect_guards(c);
}

void bias_and_relu(fuzz::shapes& s) {
  using kw::float16_t;
  const auto a = s.input<float16_t>(s.length(0, 300), s.length(0, 300));
  const auto b = s.input<float16_t>(a.extent(1), s.length(0, 300));
  const auto bias = s.input<float16_t>(b.extent(1));
  const auto c = s.output<float16_t>(a.extent(0), b.extent(1));
  lesson07::bias_relu(a.cview(), b.cview(), bias.cview(), c.view());
  fuzz::expect_guards(c);
}

void blocks(fuzz::shapes& s) {
  const std::int64_t block = lesson07::kBlock;
  const auto a = s.input<float>(s.length(1, 4) * block, s.length(1, 8) * 32);
  const auto b = s.input<float>(a.extent(1), s.length(1, 4) * block);
  const auto c = s.output<float>(a.extent(0), b.extent(1));
  lesson07::matmul_blocks(a.cview(), b.cview(), c.view());
  fuzz::expect_guards(c);
}

}  // namespace

TEST(Fuzz, TiledMatmul) {
  fuzz::look([](fuzz::shapes& s) {
    const auto a = s.input<float>(s.length(0, 300), s.length(0, 300));
    const auto b = s.input<float>(a.extent(1), s.length(0, 300));
    const auto c = s.output<float>(a.extent(0), b.extent(1));
    lesson07::matmul_float32(a.cview(), b.cview(), c.view());
    fuzz::expect_guards(c);
    const auto order = s.output<int>(s.length(1, 40), s.length(1, 40));
    lesson07::sign_tiles(order.view(), static_cast<int>(s.length(1, 20)));
    fuzz::expect_guards(order);
    s.below(2) == 0 ? products_of<kw::float16_t>(s) : products_of<kw::bfloat16_t>(s);
    s.below(2) == 0 ? pipelined_products_of<kw::float16_t>(s)
                    : pipelined_products_of<kw::bfloat16_t>(s);
    s.below(2) == 0 ? bias_and_relu(s) : blocks(s);
  });
}
