#include "../07_tiled_matmul/tiled_matmul.hpp"

#include "fuzz.hpp"

namespace {

template <class T>
void products_of(fuzz::shapes& s) {
  const auto a = s.input<T>(s.length(0, 300), s.length(0, 300));
  const auto b = s.input<T>(a.extent(1), s.length(0, 300));
  const auto c = s.output<T>(a.extent(0), b.extent(1));
  const auto piped = s.output<T>(a.extent(0), b.extent(1));
  lesson07::matmul<T>(a.cview(), b.cview(), c.view());
  lesson07::matmul_pipelined<T>(a.cview(), b.cview(), piped.view());
  const auto weights = s.input<T>(s.length(1, 200), a.extent(1));
  const auto turned = s.output<T>(a.extent(0), weights.extent(0));
  const kw::view<const T, 2> transposed(weights.data(), {a.extent(1), weights.extent(0)},
                                        {1, weights.stride(0)}, kw::cpu_device);
  lesson07::matmul<T>(a.cview(), transposed, turned.view());
  fuzz::expect_guards(c, piped, turned);
}

}  // namespace

TEST(Fuzz, TiledMatmul) {
  fuzz::look([](fuzz::shapes& s) {
    const auto a = s.input<float>(s.length(0, 300), s.length(0, 300));
    const auto b = s.input<float>(a.extent(1), s.length(0, 300));
    const auto c = s.output<float>(a.extent(0), b.extent(1));
    lesson07::matmul_float32(a.cview(), b.cview(), c.view());
    fuzz::expect_guards(c);
    s.below(2) == 0 ? products_of<kw::float16_t>(s) : products_of<kw::bfloat16_t>(s);
  });
}
