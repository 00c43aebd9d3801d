// Radix sort: keys of 32 bits in eight passes of four bits each, with a number carried along.
#include <algorithm>
#include <numeric>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

constexpr int kBlock = 128, kDigits = 16;

//! [kernel]
// How often each digit occurs in each block: counts(digit, block).
struct CountDigits {
  KW_KERNEL void operator()(program auto tl, const std::uint32_t* keys, int* counts, int n,
                            int shift) const {
    int block = tl.program_id(0);
    auto i = block * kBlock + tl.arange(size<kBlock>);
    auto digit = ((tl.load(keys + i, i < n, 0) >> shift) & 15).to(int32);
    auto d = tl.arange(size<kDigits>);
    tl.store(counts + (d * tl.num_programs(0) + block), tl.histogram(digit, size<kDigits>, i < n));
  }
};

// Each count becomes the sum of all before it: where its first key will be. One program.
struct SumBefore {
  KW_KERNEL void operator()(program auto tl, int* counts, int n) const {
    int before = 0;
    for (int start = 0; start < n; start += 1024) {
      auto i = start + tl.arange(size<1024>);
      auto v = tl.load(counts + i, i < n, 0);
      tl.store(counts + i, before + tl.cumsum(v) - v, i < n);
      before += tl.sum(v);
    }
  }
};

// Each key goes after the keys with smaller digits, and after earlier keys with its own digit.
struct Scatter {
  KW_KERNEL void operator()(program auto tl, const std::uint32_t* keys, const int* values,
                            std::uint32_t* keys_out, int* values_out, const int* starts, int n,
                            int shift) const {
    int block = tl.program_id(0);
    auto i = block * kBlock + tl.arange(size<kBlock>);
    auto key = tl.load(keys + i, i < n, 0);
    auto digit = ((key >> shift) & 15).to(int32);
    auto d = tl.arange(size<kDigits>);
    auto is_digit = (digit(_, None) == d(None, _)) & (i < n)(_, None);  // (keys, digits)
    auto so_far = tl.cumsum(is_digit.to(int32), axis<0>);               // itself included
    auto rank = tl.sum(tl.where(is_digit, so_far - 1, 0), axis<1>);
    auto place = tl.load(starts + (digit * tl.num_programs(0) + block), i < n, 0) + rank;
    tl.store(keys_out + place, key, i < n);
    tl.store(values_out + place, tl.load(values + i, i < n), i < n);
  }
};
//! [kernel]

//! [passes]
void radix_sort(buffer<std::uint32_t>& keys, buffer<int>& values, buffer<std::uint32_t>& more_keys,
                buffer<int>& more_values, const buffer<int>& counts, int n) {
  const device where = default_device();
  const int blocks = cdiv(n, kBlock);
  for (int shift = 0; shift < 32; shift += 4) {
    launch(where, grid(blocks), CountDigits{}, keys.cview(), counts.view(), n, shift);
    launch(where, grid(1), SumBefore{}, counts.view(), kDigits * blocks);
    launch(where, grid(blocks), Scatter{}, keys.cview(), values.cview(), more_keys.view(),
           more_values.view(), counts.cview(), n, shift);
    std::swap(keys, more_keys);
    std::swap(values, more_values);
  }
}
//! [passes]

TEST_F(Examples, RecipeRadixSort) {
  const device where = default_device();
  for (const int n : {1, 127, 128, 1009}) {
    const auto keys_in = made(  // pairs of equal keys
        n, [](int i) { return static_cast<std::uint32_t>(i / 2) * 2654435761u; });
    auto numbers = counting<int>(n);
    buffer<std::uint32_t> keys(where, {n}, keys_in), more_keys(where, {n});
    buffer<int> values(where, {n}, numbers), more_values(where, {n});
    const buffer<int> counts(where, {kDigits * cdiv(n, kBlock)});
    radix_sort(keys, values, more_keys, more_values, counts, n);
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](int a, int b) { return keys_in[a] < keys_in[b]; });
    EXPECT_EQ(values.download(), numbers) << n;
    EXPECT_EQ(keys.download(), made(n, [&](int i) { return keys_in[numbers[i]]; })) << n;
  }
}

}  // namespace
