#include "../15_small_model/small_model.hpp"

#include "fuzz.hpp"

TEST(Fuzz, SmallModel) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t rows = s.length(0, 300), columns = s.length(1, 700);
    const int characters = static_cast<int>(s.length(1, 60));
    std::vector<int> numbers;
    for (std::int64_t row = 0; row < rows; ++row) {
      numbers.push_back(static_cast<int>(s.below(characters)));
    }
    const kw::buffer<int> tokens(kw::cpu_device, {rows}, numbers);
    const auto table = s.input<float>(characters, columns);
    const auto places = s.input<float>(s.length(1, 40), columns),
               dx = s.input<float>(rows, columns);
    const auto x = s.output<float>(rows, columns), dtable = s.output<float>(characters, columns);
    lesson15::embed(tokens.cview(), table.cview(), places.cview(), x.view());
    lesson15::embed_backward(tokens.cview(), dx.cview(), dtable.view());

    const auto bias = s.input<float>(columns);
    const auto y = s.output<float>(rows, columns), dz = s.output<float>(rows, columns);
    lesson15::bias_gelu(dx.cview(), bias.cview(), y.view());
    lesson15::bias_gelu_backward(dx.cview(), bias.cview(), y.cview(), dz.view());

    const auto scores = s.input<float>(rows, characters);
    const auto slopes = s.output<float>(rows, characters);
    lesson15::cross_entropy_backward(scores.cview(), tokens.cview(), 0.5f, slopes.view());

    const std::int64_t batch = s.length(0, 4), heads = s.length(1, 4);
    const std::int64_t n = s.length(1, 40), d = s.length(1, 128);
    const auto matrix = s.input<float>(batch * n, heads * d);
    const auto back = s.output<float>(batch * n, heads * d);
    const kw::buffer<kw::float16_t, 4> split(kw::cpu_device, {batch, heads, n, d});
    lesson15::split_heads(matrix.cview(), 2.0f, split.view());
    lesson15::merge_heads(split.cview(), 0.5f, back.view());

    const std::int64_t count = s.length(0, 5000);
    const auto g = s.input<float>(count), w = s.input<float>(count), m = s.input<float>(count);
    const kw::buffer<float> v(kw::cpu_device, {count},
                              kw::testing::make_input<float>(count, 7, {0, 1}));
    lesson15::adamw(g.cview(), w.view(), m.view(), v.view(), 0.01f, 0.1f, 1);
    fuzz::expect_guards(x, dtable, y, dz, slopes, split, back, w, m, v);
  });
}
