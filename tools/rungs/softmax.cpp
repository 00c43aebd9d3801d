#include "../../solutions/05_softmax/4_softmax_long.cpp"

#include "rungs.hpp"

template <int BLOCK_SIZE>
struct RowMaxima {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.max(tl.load(x.row(row) + cols, cols < x.columns(), -inf)));
  }
};
template <int BLOCK_SIZE>
struct Exponentials {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* m,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.exp(tl.load(x.row(row) + cols, mask, 0.0f) - tl.load(m + row)),
             mask);
  }
};
template <int BLOCK_SIZE>
struct RowSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.sum(tl.load(x.row(row) + cols, cols < x.columns(), 0.0f)));
  }
};
template <int BLOCK_SIZE>
struct Divided {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* s,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask, 0.0f) / tl.load(s + row), mask);
  }
};
template <int BLOCK_SIZE>
struct ThreeWalks {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto tops = tl.full(size<BLOCK_SIZE>, -inf);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      tops = tl.maximum(tops, tl.load(x.row(row) + cols, cols < x.columns(), -inf));
    }
    float largest = tl.max(tops);
    auto sums = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      sums += tl.exp(tl.load(x.row(row) + cols, cols < x.columns(), -inf) - largest);
    }
    float total = tl.sum(sums);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < x.columns();
      auto v = tl.load(x.row(row) + cols, mask, 0.0f);
      tl.store(out.row(row) + cols, tl.exp(v - largest) * (1.0f / total), mask);
    }
  }
};

namespace lesson05 {
template <class T>
void softmax(kw::view<const T, 2> x, kw::view<T, 2> out);
}

void softmaxes() {
  const buffer<float> data = numbers(std::int64_t{512} * 128256);
  buffer<float> result(default_device(), {std::int64_t{512} * 128256}),
      row(default_device(), {8192});
  const auto shaped = [&](std::int64_t rows, std::int64_t columns) {
    return std::pair(view<const float, 2>(data.cview().data(), {rows, columns}, default_device()),
                     view<float, 2>(result.view().data(), {rows, columns}, default_device()));
  };
  {
    const auto [x, out] = shaped(8192, 4096);
    const view<float> m = row.view();
    const double bytes = 8.0 * 8192 * 4096;
    const auto rows = grid(8192);
    const view<const float, 2> written(result.cview().data(), {8192, 4096}, default_device());
    const auto& from = x;
    const auto& to = out;
    measure("softmax, 8192 x 4096, four kernels", bytes, [&] {
      launch<4>(to.device(), rows, RowMaxima<4096>{}, from, m);
      launch<4>(to.device(), rows, Exponentials<4096>{}, from, row.cview(), to);
      launch<4>(to.device(), rows, RowSums<4096>{}, written, m);
      launch<4>(to.device(), rows, Divided<4096>{}, written, row.cview(), to);
    });
    measure("softmax, 8192 x 4096, three walks in blocks of 1024", bytes,
            [&] { launch<4>(to.device(), rows, ThreeWalks<1024>{}, from, to); });
    measure("softmax, 8192 x 4096, two walks in blocks of 1024", bytes,
            [&] { launch<4>(to.device(), rows, SoftmaxLong<1024>{}, from, to); });
    measure("softmax, 8192 x 4096, task 2", bytes, [&] { lesson05::softmax<float>(from, to); });
  }
  {
    const auto [x, out] = shaped(512, 128256);
    const auto& from = x;
    const auto& to = out;
    const double bytes = 8.0 * 512 * 128256;
    measure("softmax, 512 x 128256, three walks in blocks of 16384", bytes,
            [&] { launch<16>(to.device(), grid(512), ThreeWalks<16384>{}, from, to); });
    measure("softmax, 512 x 128256, task 4", bytes,
            [&] { lesson05::softmax_long<float>(from, to); });
  }
}
