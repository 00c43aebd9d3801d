// Tests of elective 12, task 5: the whole layer as a stream.
#include "whole_layer.hpp"

#include <kernelwright/testing/stream_steps.hpp>

namespace lesson12 {
namespace {

void stream(kw::view<const float16_t, 2> x, kw::view<const float16_t, 2> folded,
            kw::view<const float> shift, float eps, kw::view<float> rstd,
            kw::view<float16_t, 2> out) {
  expect_stream(out.device(), out.size() > 0,
                [&] { fused_layer_pipelined(x, folded, shift, eps, rstd, out); });
}

std::string result_of_no_stream() {
  constexpr std::int64_t kLong = 520, kLargestStep = 128;
  const product_case c{24, 40, kLong};
  const whole_layer layer(c);
  const kw::device device = kw::default_device();
  const kw::buffer<float16_t, 2> x(device, {c.m, c.k}, layer.x);
  const kw::buffer<float16_t, 2> folded(device, {c.k, c.n}, layer.by.folded);
  const kw::buffer<float> shift(device, {c.n}, layer.by.shift), rstd(device, {c.m});
  const kw::buffer<float16_t, 2> out(device, {c.m, c.n});
  return stream_for_show(device, kLong / kLargestStep, [&] {
    fused_layer_pipelined(x.cview(), folded.cview(), shift.cview(), kEps, rstd.view(), out.view());
    return to_doubles(out.download());
  });
}

bool check_stream(const product_case& c) {
  const whole_layer layer(c);
  const bool right =
      check_entry(shape(c), stream, in({c.m, c.k}, layer.x, c.rows_of(c.k)),
                  in({c.k, c.n}, layer.by.folded, c.rows_of(c.n)), in({c.n}, layer.by.shift), kEps,
                  out({c.m}, layer.statistics.rstd, {0, 0x1p-12, "float32 sums, and a fast root"},
                      {}, "rstd, "),
                  out({c.m, c.n}, layer.want, layer.limit, c.rows_of(c.n)));
  static const std::string for_show = result_of_no_stream();
  if (!for_show.empty()) {
    ADD_FAILURE() << for_show;
  }
  return right && for_show.empty();
}

// Rows of multiples of 16 bytes, which tensor descriptors take.
product_case any_aligned(size_draw& d) {
  return {d.length(0, 300), 8 * d.length(0, 40), 8 * d.length(1, 40)};
}

const tests<product_case> fused_layer_pipelined_tests = {
    "FusedLayerPipelined",
    {
        {"OneStep", check_stream, {{8, 16, 24}}},
        {"Sizes", check_stream, kAligned},
        {"LargeTiles", check_stream, {{1025, 1160, 72}}},
        {"LongRows", check_stream, {{10, 16, 5000}}},
        {"AnyShape", check_stream, any_aligned},
    },
};

using FusedLayerPipelined = lesson_test;

TEST_F(FusedLayerPipelined, UnalignedRowsAreRejected) {
  EXPECT_THROW(check_stream({65, 63, 33}), kw::error);
}

}  // namespace
}  // namespace lesson12
