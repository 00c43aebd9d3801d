#include "../05_softmax/softmax.hpp"

#include "fuzz.hpp"

namespace {

template <class T>
void softmax_of(fuzz::shapes& s) {
  const std::int64_t rows = s.length(0, 100);
  const auto x = s.input<T>(rows, s.length(1, 20000));
  const auto y = s.output<T>(rows, x.extent(1)), y_long = s.output<T>(rows, x.extent(1));
  lesson05::softmax<T>(x.cview(), y.view());
  lesson05::softmax_long<T>(x.cview(), y_long.view());
  const auto dy = s.input<T>(rows, x.extent(1));
  const auto dx = s.output<T>(rows, x.extent(1));
  lesson05::softmax_backward<T>(y.cview(), dy.cview(), dx.view());
  const auto small = s.input<T>(s.length(0, 300), s.length(1, lesson05::kShortRow));
  const auto small_y = s.output<T>(small.extent(0), small.extent(1));
  lesson05::softmax_short<T>(small.cview(), small_y.view());
  fuzz::expect_guards(y, y_long, dx, small_y);
}

}  // namespace

TEST(Fuzz, Softmax) {
  fuzz::look([](fuzz::shapes& s) {
    const auto x = s.input<float>(s.length(0, 100), s.length(1, 1024));
    const auto e = s.output<float>(x.extent(0), x.extent(1));
    lesson05::numerators(x.cview(), e.view());
    fuzz::expect_guards(e);
    const std::int64_t type = s.below(3);
    type == 0   ? softmax_of<float>(s)
    : type == 1 ? softmax_of<kw::float16_t>(s)
                : softmax_of<kw::bfloat16_t>(s);
  });
}
