/// \file
/// Elective 16, task 6: the product of two matrices with tiles of kTile rows and columns, and the
/// launches that use the constants of the exercise.
#pragma once

namespace lesson16 {

/// One tile of c per program.
template <int TILE, int STEP>
struct Product {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const float, 2> a,
                            kw::array<const float, 2> b, kw::array<float, 2> c) const {
    using kw::_, kw::None;
    auto rows = tl.program_id(0) * TILE + tl.arange(kw::size<TILE>);
    auto cols = tl.program_id(1) * TILE + tl.arange(kw::size<TILE>);
    auto acc = tl.accumulator(kw::shape<TILE, TILE>);
    for (int start = 0; start < a.columns(); start += STEP) {
      auto ks = start + tl.arange(kw::size<STEP>);
      auto a_mask = (rows(_, None) < a.rows()) & (ks(None, _) < a.columns());
      auto b_mask = (ks(_, None) < b.rows()) & (cols(None, _) < b.columns());
      acc = tl.dot(tl.load(a.row(rows(_, None)) + ks(None, _), a_mask, 0.0f),
                   tl.load(b.row(ks(_, None)) + cols(None, _), b_mask, 0.0f), acc);
    }
    auto mask = (rows(_, None) < c.rows()) & (cols(None, _) < c.columns());
    tl.store(c.row(rows(_, None)) + cols(None, _), acc, mask);
  }
};

}  // namespace lesson16

void lesson16::vector_sum(kw::view<const float> x, kw::view<float> out) {
  kw::launch(out.device(), kw::grid(kPrograms), VectorSum{}, x, out, kw::narrow<int>(x.extent(0)));
}

void lesson16::add_bias(kw::view<const float, 2> x, kw::view<const float> b,
                        kw::view<float, 2> out) {
  kw::launch(out.device(), kw::grid(kw::cdiv(x.extent(0), kBiasRows)), AddBias{}, x, b, out);
}

void lesson16::product(kw::view<const float, 2> a, kw::view<const float, 2> b,
                       kw::view<float, 2> c) {
  kw::launch(c.device(), kw::grid(kw::cdiv(c.extent(0), kTile), kw::cdiv(c.extent(1), kTile)),
             Product<kTile, 16>{}, a, b, c);
}
