// Attention for one new token of each sequence, with keys and values in pages.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// out(s, h) = softmax(q(s, h) . keys / sqrt(D)) values. Keys and values are [pages, PAGE,
// kv_heads, D]; position t of sequence s is row t % PAGE of page table(s, t / PAGE). q and out are
// [sequences, heads, D], and `group` heads of q share a head of keys. One program per sequence and
// head.
template <int PAGE, int D>
struct PagedDecode {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* q, const T* keys, const T* values, T* out,
                            array<const int, 2> table, const int* lengths, int group) const {
    int s = tl.program_id(0), h = tl.program_id(1), heads = tl.num_programs(1);
    int kv_heads = heads / group;
    int length = tl.load(lengths + s);
    auto d = tl.arange(size<D>);
    auto t = tl.arange(size<PAGE>);
    auto place = (std::int64_t(s) * heads + h) * D + d;
    auto query = tl.load(q + place).to(float32) * (tl.rsqrt(float(D)));
    auto rows = (t * kv_heads + h / group) * D;  // of a page
    float highest = -inf, sum = 0;
    auto acc = tl.zeros(size<D>);
    for (int start = 0; start < length; start += PAGE) {
      auto page = std::int64_t(tl.load(table.row(s) + start / PAGE)) * PAGE * kv_heads * D;
      auto at = page + rows(_, None) + d(None, _);
      auto mask = start + t < length;
      auto k = tl.load(keys + at, mask(_, None), 0.0f).to(float32);
      auto scores = tl.where(mask, tl.sum(k * query(None, _), axis<1>), -inf);
      float top = tl.maximum(highest, tl.max(scores));
      float rescale = tl.exp(highest - top);
      auto p = tl.exp(scores - top);
      auto v = tl.load(values + at, mask(_, None), 0.0f).to(float32);
      acc = acc * rescale + tl.sum(v * p(_, None), axis<0>);
      sum = sum * rescale + tl.sum(p);
      highest = top;
    }
    tl.store(out + place, acc / sum);
  }
};
//! [kernel]

TEST_F(Examples, RecipePagedAttention) {
  constexpr int page = 16, d = 32, heads = 4, kv_heads = 2, pages = 9;
  const std::vector<int> lengths{1, 16, 45};
  const std::vector<int> table{7, 0, 0, 3, 0, 0, 8, 1, 5};  // unused entries are never read
  const int sequences = 3;
  const auto q = pattern(sequences * heads * d, 7);
  const auto keys = pattern(pages * page * kv_heads * d, 5);
  const auto values = pattern(pages * page * kv_heads * d, 11);
  const auto got = run(here, grid(sequences, heads), PagedDecode<page, d>{}, q, keys, values,
                       output<float>{sequences * heads * d}, matrix{sequences, 3, table}, lengths,
                       heads / kv_heads);
  for (int s = 0; s < sequences; ++s) {
    for (int h = 0; h < heads; ++h) {
      std::vector<double> want(d);
      double sum = 0;
      for (int t = 0; t < lengths[s]; ++t) {
        const int row = ((table[s * 3 + t / page] * page + t % page) * kv_heads + h / 2) * d;
        double score = 0;
        for (int c = 0; c < d; ++c) {
          score += q[(s * heads + h) * d + c] * keys[row + c];
        }
        const double p = std::exp(score / std::sqrt(double(d)));
        sum += p;
        for (int c = 0; c < d; ++c) {
          want[c] += p * values[row + c];
        }
      }
      for (int c = 0; c < d; ++c) {
        // Scores of up to 34 are off by up to 4e-6, and so are the weights of values of up to 5.
        ASSERT_NEAR(got[(s * heads + h) * d + c], want[c] / sum, 5e-5) << s << ' ' << h << ' ' << c;
      }
    }
  }
}

}  // namespace
