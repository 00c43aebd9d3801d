#include "layernorm.hpp"

#include "rungs.hpp"

using namespace kw;

namespace {
template <int BLOCK_SIZE>
struct Means {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.sum(tl.load(x.row(row) + cols, cols < x.columns(), 0.0f)) / x.columns());
  }
};
template <int BLOCK_SIZE>
struct Centred {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* mean,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask, 0.0f) - tl.load(mean + row),
             mask);
  }
};
template <int BLOCK_SIZE>
struct Rstds {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x.row(row) + cols, cols < x.columns(), 0.0f);
    tl.store(out + row, tl.rsqrt(tl.sum(v * v) / x.columns() + 1e-5f));
  }
};
template <int BLOCK_SIZE>
struct Finished {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* rstd,
                            const float* weight, const float* bias, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f) * tl.load(rstd + row);
    tl.store(out.row(row) + cols,
             v * tl.load(weight + cols, mask, 0.0f) + tl.load(bias + cols, mask, 0.0f), mask);
  }
};
}  // namespace

void layer_norms() {
  constexpr std::int64_t kRows = 8192, kColumns = 4096;
  const auto device = default_device();
  const buffer<float> data = numbers(kRows * kColumns), other = numbers(kRows * kColumns);
  const buffer<float> weights = numbers(kColumns), biases = numbers(kColumns);
  buffer<float> result(device, {kRows * kColumns}), means(device, {kRows}), rstds(device, {kRows});
  const view<const float, 2> x(data.cview().data(), {kRows, kColumns}, device);
  const view<const float, 2> dy(other.cview().data(), {kRows, kColumns}, device);
  const view<float, 2> y(result.view().data(), {kRows, kColumns}, device);
  const view<const float, 2> written(result.cview().data(), {kRows, kColumns}, device);
  const double bytes = 8.0 * kRows * kColumns;
  measure("LayerNorm, 8192 x 4096, four kernels", bytes, [&] {
    launch<4>(device, grid(kRows), Means<4096>{}, x, means.view());
    launch<4>(device, grid(kRows), Centred<4096>{}, x, means.cview(), y);
    launch<4>(device, grid(kRows), Rstds<4096>{}, written, rstds.view());
    launch<4>(device, grid(kRows), Finished<4096>{}, written, rstds.cview(), weights.cview(),
              biases.cview(), y);
  });
  measure("LayerNorm, 8192 x 4096, task 3", bytes, [&] {
    lesson06::layer_norm_long<float>(x, weights.cview(), biases.cview(), y, means.view(),
                                     rstds.view(), 1e-5f);
  });
  measure("LayerNorm, 8192 x 4096, task 2", bytes, [&] {
    lesson06::layer_norm<float>(x, weights.cview(), biases.cview(), y, means.view(), rstds.view(),
                                1e-5f);
  });
  buffer<float> workspace(device, {2 * kRows * kColumns}), dw(device, {kColumns}),
      db(device, {kColumns});
  for (std::int64_t programs : {std::int64_t{132}, std::int64_t{264}, std::int64_t{1056}, kRows}) {
    const view<float, 2> first(workspace.view().data(), {programs, kColumns}, device);
    const view<float, 2> second(workspace.view().data() + programs * kColumns, {programs, kColumns},
                                device);
    measure("LayerNorm backward, 8192 x 4096, " + std::to_string(programs) + " programs",
            12.0 * kRows * kColumns, [&] {
              lesson06::layer_norm_backward<float>(dy, x, weights.cview(), means.cview(),
                                                   rstds.cview(), y, first, second);
              lesson06::column_sums(
                  view<const float, 2>(first.data(), {programs, kColumns}, device),
                  view<const float, 2>(second.data(), {programs, kColumns}, device), dw.view(),
                  db.view());
            });
  }
}
