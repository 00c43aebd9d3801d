// Which ring a stream has: calls of one function with other stages, and streams of one helper that
// live at the same time, have rings of their own; a call that is repeated goes on in its ring.
#include "kernel_test.hpp"

namespace repeated_stream_test {

using namespace kw;
using kernel_test::some_values;

struct RepeatedStreamTest : kernel_test::KernelTest {};

constexpr int kRows = 96, kTurns = 3, kPrograms = 300;  // more programs than multiprocessors

/// One function for streams of two, four and one stages, in turns.
struct OneFetch {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out) const {
    const int first = tl.program_id(0) % 3 * 16;
    auto sum = tl.zeros(shape<16, 32>);
    auto fetch_at = [&](int row) { return fetch(x.tile(shape<16, 32>, row, 0)); };
    for (int turn = 0; turn < kTurns; ++turn) {
      tl.stream(stages<2>, fetch_at).pipelined(first, kRows, 16, [&](int, auto tile) {
        sum += tl.load(tile);
      });
      tl.stream(stages<4>, fetch_at).pipelined(first, kRows, 16, [&](int, auto tile) {
        sum += tl.load(tile) * 2.0f;
      });
      tl.stream(stages<1>, fetch_at).pipelined(first, kRows, 16, [&](int, auto tile) {
        sum += tl.load(tile) * 4.0f;
      });
    }
    auto i = tl.arange(size<16>)(_, None) * 32 + tl.arange(size<32>)(None, _);
    tl.store(out + tl.program_id(0) * 512 + i, sum);
  }
};

/// Two streams of one helper at the same time, in turns.
struct FromAHelper {
  template <class Tl>
  static KW_HD auto walk(const Tl& tl, const tensor_descriptor<const float>& x, int from) {
    return tl.stream(stages<2>, [x, from](int row) {
      return fetch(x.tile(shape<16, 32>, row < from ? from : row, 0));
    });
  }
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out) const {
    const int first = tl.program_id(0) % 3 * 16;
    auto sum = tl.zeros(shape<16, 32>);
    for (int turn = 0; turn < kTurns; ++turn) {
      auto one = walk(tl, x, first);
      auto other = walk(tl, x, 0);
      one.pipelined(first, kRows, 16, [&](int, auto tile) { sum += tl.load(tile); });
      other.pipelined(first, kRows, 16, [&](int, auto tile) { sum += tl.load(tile) * 2.0f; });
      one.pipelined(first, kRows, 16, [&](int, auto tile) { sum += tl.load(tile) * 4.0f; });
    }
    auto i = tl.arange(size<16>)(_, None) * 32 + tl.arange(size<32>)(None, _);
    tl.store(out + tl.program_id(0) * 512 + i, sum);
  }
};

template <class Kernel>
void check(device here) {
  const auto values = some_values(kRows * 32);
  const buffer<float, 2> x(here, {kRows, 32}, values);
  const buffer<float> out(here, {kPrograms * 512});
  launch(here, grid(kPrograms), Kernel{}, tensor_descriptor(x.cview()), out.view());
  const auto got = out.download();
  for (std::size_t k = 0; k < got.size(); ++k) {
    float want = 0;
    for (std::size_t tile = k / 512 % 3; tile < kRows / 16; ++tile) {
      want += values[tile * 512 + k % 512] * 7 * kTurns;
    }
    ASSERT_EQ(got[k], want) << "program " << k / 512 << ", " << k % 512;
  }
}
TEST_F(RepeatedStreamTest, OneFunctionForStreamsOfOtherStages) {
  check<OneFetch>(here);
}
TEST_F(RepeatedStreamTest, TwoLiveStreamsOfOneHelper) {
  check<FromAHelper>(here);
}

/// A loop over tiles whose length a number in memory decides.
struct SumOfSome {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, const int* counts,
                            float* out) const {
    auto sum = tl.zeros(shape<16, 32>);
    int count = tl.load(counts + tl.program_id(0));
    for (int t = 0; t < count; ++t) {
      sum += tl.load(x.tile(shape<16, 32>, 16 * t, 0));
    }
    auto i = tl.arange(size<16>)(_, None) * 32 + tl.arange(size<32>)(None, _);
    tl.store(out + tl.program_id(0) * 512 + i, sum);
  }
};
TEST_F(RepeatedStreamTest, ANumberSaysHowManyTilesAreLoaded) {
  const auto values = some_values(64 * 32);
  std::vector<int> how_many;
  for (int p = 0; p < kPrograms; ++p) {
    how_many.push_back(p * 7 % 5);
  }
  const buffer<float, 2> x(here, {64, 32}, values);
  const buffer<int> counts(here, {kPrograms}, how_many);
  const buffer<float> out(here, {kPrograms * 512});
  launch(here, grid(kPrograms), SumOfSome{}, tensor_descriptor(x.cview()), counts.cview(),
         out.view());
  const auto got = out.download();
  for (std::size_t k = 0; k < got.size(); ++k) {
    float want = 0;
    for (int tile = 0; tile < how_many[k / 512]; ++tile) {
      want += values[static_cast<std::size_t>(tile) * 512 + k % 512];
    }
    ASSERT_EQ(got[k], want) << "program " << k / 512 << ", " << k % 512;
  }
}

}  // namespace repeated_stream_test
