#include "../05_softmax/softmax.hpp"

#include "fuzz.hpp"

namespace {

template <class T>
void softmax_of(fuzz::shapes& s) {
  const std::int64_t rows = s.length(0, 100);
  const auto x = s.input<T>(rows, s.length(1, lesson05::kLongestTile));
  const auto y = s.output<T>(rows, x.extent(1));
  lesson05::softmax<T>(x.cview(), y.view());
  const auto x_long = s.input<T>(rows, s.length(1, 20000));
  const auto y_long = s.output<T>(rows, x_long.extent(1));
  lesson05::softmax_long<T>(x_long.cview(), y_long.view());
  const auto p = s.input<T>(rows, s.length(1, lesson05::kLongestBackwardTile));
  const auto dy = s.input<T>(rows, p.extent(1));
  const auto dx = s.output<T>(rows, p.extent(1));
  lesson05::softmax_backward<T>(p.cview(), dy.cview(), dx.view());
  const auto small = s.input<T>(s.length(0, 300), s.length(1, lesson05::kShortRow));
  const auto small_y = s.output<T>(small.extent(0), small.extent(1));
  lesson05::softmax_short<T>(small.cview(), small_y.view());
  fuzz::expect_guards(y, y_long, dx, small_y);
}

void cross_entropy_of(fuzz::shapes& s) {
  const auto x = s.input<float>(s.length(0, 100), s.length(1, lesson05::kMostClasses));
  std::vector<std::int32_t> targets;
  for (std::int64_t row = 0; row < x.extent(0); ++row) {
    targets.push_back(static_cast<std::int32_t>(s.below(x.extent(1))));
  }
  const kw::buffer<std::int32_t> target(kw::cpu_device, {x.extent(0)}, targets,
                                        {.element_offset = s.below(3)});
  const auto loss = s.output<float>(x.extent(0));
  lesson05::cross_entropy(x.cview(), target.cview(), loss.view());
  fuzz::expect_guards(loss);
}

}  // namespace

TEST(Fuzz, Softmax) {
  fuzz::look([](fuzz::shapes& s) {
    const auto x = s.input<float>(s.length(0, 100), s.length(1, 1024));
    const auto e = s.output<float>(x.extent(0), x.extent(1));
    lesson05::numerators(x.cview(), e.view());
    fuzz::expect_guards(e);
    cross_entropy_of(s);
    const std::int64_t type = s.below(3);
    type == 0   ? softmax_of<float>(s)
    : type == 1 ? softmax_of<kw::float16_t>(s)
                : softmax_of<kw::bfloat16_t>(s);
  });
}
