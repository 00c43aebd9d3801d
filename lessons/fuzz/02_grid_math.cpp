#include "../02_grid_math/grid_math.hpp"

#include "fuzz.hpp"

TEST(Fuzz, GridMath) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t rows = s.length(0, 8) * lesson02::kTile;
    const std::int64_t columns = s.length(0, 8) * lesson02::kTile;
    const auto numbers = s.output<int>(rows, columns);
    lesson02::tile_numbers(numbers.view());
    const auto x = s.input<float>(rows, columns);
    const auto scaled = s.output<float>(rows, columns), turned = s.output<float>(columns, rows);
    lesson02::scale(x.cview(), 2.5f, scaled.view());
    lesson02::transpose(x.cview(), turned.view());
    const kw::buffer<int, 2> order(kw::cpu_device, {s.length(0, 40), s.length(0, 40)});
    lesson02::grouped_order(order.view(), static_cast<int>(s.length(1, 50)));
    const std::int64_t matrices = s.length(0, 5);
    const kw::buffer<float, 3> batch(
        kw::cpu_device, {matrices, rows, columns},
        std::vector<float>(static_cast<std::size_t>(matrices * rows * columns), 1.5f));
    const kw::buffer<float, 3> each(kw::cpu_device, {matrices, rows, columns});
    lesson02::scale_each(batch.cview(), s.input<float>(matrices).cview(), each.view());
    fuzz::expect_guards(numbers, scaled, turned, order, each);
  });
}
