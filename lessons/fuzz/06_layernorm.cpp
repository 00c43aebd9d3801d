#include "../06_layernorm/layernorm.hpp"

#include "fuzz.hpp"

namespace {

constexpr float kEps = 1e-5f;

template <class T>
void layer_norm_of(fuzz::shapes& s) {
  const std::int64_t rows = s.length(1, 100), columns = s.length(1, 6000);
  const auto x = s.input<T>(rows, columns);
  const auto w = s.input<T>(columns), b = s.input<T>(columns);
  const auto y = s.output<T>(rows, columns);
  const auto mean = s.output<float>(rows), rstd = s.output<float>(rows);
  if (columns <= lesson06::kLongestTile) {
    lesson06::rms_norm<T>(x.cview(), w.cview(), y.view(), kEps);
    lesson06::layer_norm<T>(x.cview(), w.cview(), b.cview(), y.view(), mean.view(), rstd.view(),
                            kEps);
  }
  lesson06::layer_norm_long<T>(x.cview(), w.cview(), b.cview(), y.view(), mean.view(), rstd.view(),
                               kEps);
  fuzz::expect_guards(y, mean, rstd);
  if (columns > lesson06::kLongestBackwardTile) {
    return;
  }
  const auto dy = s.input<T>(rows, columns);
  const auto dx = s.output<T>(rows, columns);
  const auto dw = s.output<float>(columns), db = s.output<float>(columns);
  const std::int64_t partials = lesson06::partial_rows(rows, columns);
  const kw::buffer<float, 2> dw_partial(kw::cpu_device, {partials, columns});
  const kw::buffer<float, 2> db_partial(kw::cpu_device, {partials, columns});
  lesson06::layer_norm_backward<T>(dy.cview(), x.cview(), w.cview(), mean.cview(), rstd.cview(),
                                   dx.view(), dw_partial.view(), db_partial.view());
  lesson06::column_sums(dw_partial.cview(), db_partial.cview(), dw.view(), db.view());
  lesson06::layer_norm_backward_atomic<T>(dy.cview(), x.cview(), w.cview(), mean.cview(),
                                          rstd.cview(), dx.view(), dw.view(), db.view());
  fuzz::expect_guards(dx, dw, db, dw_partial, db_partial);
}

}  // namespace

TEST(Fuzz, LayerNorm) {
  fuzz::look([](fuzz::shapes& s) {
    const auto x = s.input<float>(s.length(1, 100), s.length(1, 1024));
    const auto mean = s.output<float>(x.extent(0)), rstd = s.output<float>(x.extent(0));
    lesson06::statistics(x.cview(), mean.view(), rstd.view(), kEps);
    fuzz::expect_guards(mean, rstd);
    const std::int64_t type = s.below(3);
    type == 0   ? layer_norm_of<float>(s)
    : type == 1 ? layer_norm_of<kw::float16_t>(s)
                : layer_norm_of<kw::bfloat16_t>(s);
  });
}
