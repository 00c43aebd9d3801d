#include "../13_convolution/convolution.hpp"

#include "fuzz.hpp"

TEST(Fuzz, Convolution) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t n = s.length(0, 5000), taps = s.length(1, 40);
    const auto vector = s.input<float>(n), filter = s.input<float>(taps);
    const auto filtered = s.output<float>(n);
    lesson13::filter_row(vector.cview(), filter.cview(), filtered.view());
    fuzz::expect_guards(filtered);

    const auto below = [&](int limit) { return 1 + static_cast<int>(s.below(limit)); };
    lesson13::geometry g{below(2), below(6), below(9), below(9), below(6)};
    g.padding = static_cast<int>(s.below(3));
    g.stride = below(3);
    g.r = below(std::min(4, g.height + 2 * g.padding));
    g.s = below(std::min(4, g.width + 2 * g.padding));
    g.rows = lesson13::places_along(g.height, g.r, g.stride, g.padding);
    g.columns = lesson13::places_along(g.width, g.s, g.stride, g.padding);
    using kw::float16_t;
    const kw::device cpu = kw::cpu_device;
    const std::int64_t image[] = {g.images, g.channels, g.height, g.width};
    const std::int64_t image_last[] = {g.images, g.height, g.width, g.channels};
    const std::int64_t window[] = {g.filters, g.channels, g.r, g.s};
    const std::int64_t window_last[] = {g.filters, g.r, g.s, g.channels};
    const auto elements = static_cast<std::size_t>(image[0] * image[1] * image[2] * image[3]);
    const auto weights = static_cast<std::size_t>(g.filters * g.taps());
    const std::vector<float> x_values(elements, 1.0f), w_values(weights, 0.5f);
    const kw::buffer<float, 4> x(cpu, image, x_values), x_last(cpu, image_last, x_values);
    const kw::buffer<float, 4> w(cpu, window, w_values);
    const kw::buffer<float, 4> out(cpu, {g.images, g.filters, g.rows, g.columns});
    const kw::buffer<float, 2> rows(cpu, {g.places(), g.taps()});
    lesson13::convolve(x.cview(), w.cview(), g.stride, g.padding, out.view());
    lesson13::patches(x_last.cview(), g, rows.view());

    const std::vector<float16_t> x_halves(elements, kw::core::convert<float16_t>(1.0f));
    const std::vector<float16_t> w_halves(weights, kw::core::convert<float16_t>(0.5f));
    const kw::buffer<float16_t, 4> x16(cpu, image, x_halves), x16_last(cpu, image_last, x_halves);
    const kw::buffer<float16_t, 4> w16(cpu, window, w_halves), w16_last(cpu, window_last, w_halves);
    const kw::buffer<float16_t, 4> nchw(cpu, {g.images, g.filters, g.rows, g.columns});
    const kw::buffer<float16_t, 4> nhwc(cpu, {g.images, g.rows, g.columns, g.filters});
    lesson13::convolve_nchw(x16.cview(), w16.cview(), g.stride, g.padding, nchw.view());
    lesson13::convolve_nhwc(x16_last.cview(), w16_last.cview(), g.stride, g.padding, nhwc.view());
    fuzz::expect_guards(out, rows, nchw, nhwc);

    // A descriptor takes channels by eights, and places that move by one.
    const std::int64_t channels = 8 * below(9), filters = 8 * below(18);
    const std::int64_t rows_1 = lesson13::places_along(g.height, g.r, 1, g.padding);
    const std::int64_t columns_1 = lesson13::places_along(g.width, g.s, 1, g.padding);
    const auto halves = [](std::int64_t count) {
      return std::vector<float16_t>(static_cast<std::size_t>(count),
                                    kw::core::convert<float16_t>(1.0f));
    };
    const kw::buffer<float16_t, 4> x8(
        cpu, {g.images, g.height, g.width, channels},
        halves(std::int64_t{g.images} * g.height * g.width * channels));
    const kw::buffer<float16_t, 4> w8(cpu, {filters, g.r, g.s, channels},
                                      halves(filters * g.r * g.s * channels));
    const kw::buffer<float16_t, 4> streamed(cpu, {g.images, rows_1, columns_1, filters});
    lesson13::convolve_streamed(x8.cview(), w8.cview(), g.padding, streamed.view());
    fuzz::expect_guards(streamed);
  });
}
