// Atomic operations, on the program's device.
#include "kernel_test.hpp"

namespace atomic_test {

using namespace kw;
using kernel_test::some_values;

using AtomicTest = kernel_test::KernelTest;

/// A tile smaller than the block: every thread must know its old values, since each of them takes
/// part in what is made of them.
template <int N>
struct AddTwice {
  KW_KERNEL void operator()(program auto tl, int* counts, int* sums, int* copies) const {
    auto i = tl.arange(size<N>);
    auto old = tl.atomic_add(counts + i, 100, i < N - N / 4);
    auto all = tl.arange(size<1024>);
    tl.store(sums + all, tl.zeros(size<1024>, int32) + tl.sum(old));
    auto rows = tl.arange(size<1024 / N>);
    tl.store(copies + (rows(_, None) * N + i(None, _)),
             tl.zeros(shape<1024 / N, N>, int32) + old(None, _));
  }
};

template <int NumWarps, int N>
void expect_old_values_everywhere(device here) {
  std::vector<int> before(N);
  int sum = 0;
  for (int i = 0; i < N; ++i) {
    before[static_cast<std::size_t>(i)] = 3 * i + 1;
    sum += i < N - N / 4 ? 3 * i + 1 : 0;
  }
  const buffer<int> counts(here, {N}, before), sums(here, {1024}), copies(here, {1024});
  launch<NumWarps>(here, grid(1), AddTwice<N>{}, counts.view(), sums.view(), copies.view());
  EXPECT_EQ(sums.download(), std::vector<int>(1024, sum)) << N << " lanes, " << NumWarps;
  const auto got = copies.download(), after = counts.download();
  for (int i = 0; i < 1024; ++i) {
    const int lane = i % N, wanted = lane < N - N / 4 ? 3 * lane + 1 : 0;
    ASSERT_EQ(got[static_cast<std::size_t>(i)], wanted) << i << " of " << N << ", " << NumWarps;
  }
  for (int i = 0; i < N; ++i) {
    EXPECT_EQ(after[static_cast<std::size_t>(i)], 3 * i + 1 + (i < N - N / 4 ? 100 : 0));
  }
}

TEST_F(AtomicTest, EveryThreadHasTheOldValuesOfASmallTile) {
  expect_old_values_everywhere<1, 1>(here);
  expect_old_values_everywhere<1, 16>(here);
  expect_old_values_everywhere<4, 1>(here);
  expect_old_values_everywhere<4, 2>(here);
  expect_old_values_everywhere<4, 32>(here);
  expect_old_values_everywhere<4, 64>(here);
  expect_old_values_everywhere<4, 128>(here);
  expect_old_values_everywhere<4, 512>(here);
  expect_old_values_everywhere<16, 256>(here);
}

}  // namespace atomic_test
