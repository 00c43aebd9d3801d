// Atomic operations, on the program's device.
#include <cstring>

#include "kernel_test.hpp"

namespace atomic_test {

using namespace kw;
using kernel_test::some_values;

using AtomicTest = kernel_test::KernelTest;

/// A tile smaller than the block: every thread must know its old values, since every thread takes
/// part in the result.
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

/// One operation of every kind on neighbouring elements, by several programs and lanes: each
/// element must have changed once for each of them, and each must have seen a different value.
struct add {
  static constexpr const char* kName = "add";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_add(p, v, mask);
  }
  template <class T>
  static T apply(T old, T v) {
    return core::convert<T>(static_cast<core::compute_t<T>>(core::convert<core::compute_t<T>>(old) +
                                                            core::convert<core::compute_t<T>>(v)));
  }
};
struct max {
  static constexpr const char* kName = "max";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_max(p, v, mask, relaxed);
  }
  template <class T>
  static T apply(T old, T v) {
    return old < v ? v : old;
  }
};
struct min {
  static constexpr const char* kName = "min";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_min(p, v, mask, acquire, sys);
  }
  template <class T>
  static T apply(T old, T v) {
    return v < old ? v : old;
  }
};
struct exchange {
  static constexpr const char* kName = "xchg";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_xchg(p, v, mask, cta);
  }
  template <class T>
  static T apply(T, T v) {
    return v;
  }
};
struct bit_and {
  static constexpr const char* kName = "and";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_and(p, v, release, mask);
  }
  template <class T>
  static T apply(T old, T v) {
    return old & v;
  }
};
struct bit_or {
  static constexpr const char* kName = "or";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_or(p, v, mask, acq_rel, gpu);
  }
  template <class T>
  static T apply(T old, T v) {
    return old | v;
  }
};
struct bit_xor {
  static constexpr const char* kName = "xor";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_xor(p, v, mask, sys);
  }
  template <class T>
  static T apply(T old, T v) {
    return old ^ v;
  }
};
/// Replaces even numbers by v.
struct compare_and_swap {
  static constexpr const char* kName = "cas";
  static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) {
    return tl.atomic_cas(p, 8, v, mask);
  }
  template <class T>
  static T apply(T old, T v) {
    return core::convert<float>(old) == 8.0f ? v : old;
  }
};

template <class Op, class T, int N>
struct ChangeTile {
  KW_KERNEL void operator()(program auto tl, T* x, const T* values, T* old, int active) const {
    auto i = tl.program_id(0) * N + tl.arange(size<N>);
    auto before = Op::on(tl, x + i, tl.load(values + i), tl.arange(size<N>) < active);
    tl.store(old + i, before);
  }
};
template <class Op, class T>
struct ChangeOne {
  KW_KERNEL void operator()(program auto tl, T* x, const T* values, T* old, bool active) const {
    int p = tl.program_id(0);
    T before = Op::on(tl, x + p, tl.load(values + p), active);
    tl.store(old + p, before);
  }
};

/// 8 (which compare_and_swap looks for) in every third place.
template <class T>
std::vector<T> values_with_8(int count, int seed) {
  std::vector<T> values = some_values<T>(count, seed);
  for (std::size_t i = 0; i < values.size(); i += 3) {
    values[i] = core::convert<T>(8.0f);
  }
  return values;
}

template <class Op, class T, int N>
void expect_changed(device here, int active) {
  constexpr int kPrograms = 3, kAll = kPrograms * N;
  const auto start = values_with_8<T>(kAll, N), by = some_values<T>(kAll, N + 1);
  const buffer<T> x(here, {kAll}, start), values(here, {kAll}, by), old(here, {kAll});
  if constexpr (N > 1) {
    launch(here, grid(kPrograms), ChangeTile<Op, T, N>{}, x.view(), values.cview(), old.view(),
           active);
  } else {
    launch(here, grid(kPrograms), ChangeOne<Op, T>{}, x.view(), values.cview(), old.view(),
           active > 0);
  }
  const auto after = x.download(), before = old.download();
  for (std::size_t i = 0; i < static_cast<std::size_t>(kAll); ++i) {
    const bool on = static_cast<int>(i) % N < active;
    const T wanted = on ? Op::apply(start[i], by[i]) : start[i];
    const T seen = on ? start[i] : T{};
    ASSERT_EQ(std::memcmp(&after[i], &wanted, sizeof(T)), 0)
        << Op::kName << " of " << sizeof(T) << " bytes, element " << i << " of " << kAll;
    ASSERT_EQ(std::memcmp(&before[i], &seen, sizeof(T)), 0)
        << Op::kName << " of " << sizeof(T) << " bytes, old value " << i << " of " << kAll;
  }
}

template <class Op, class... Types>
void expect_changed_for(device here) {
  const auto each = [&]<class T>(T) {
    expect_changed<Op, T, 1>(here, 1);
    expect_changed<Op, T, 1>(here, 0);
    expect_changed<Op, T, 16>(here, 13);
    expect_changed<Op, T, 256>(here, 255);
  };
  (each(Types{}), ...);
}

TEST_F(AtomicTest, EveryOperationOnEveryType) {
  expect_changed_for<add, int, std::int64_t, unsigned, std::uint64_t, float16_t, bfloat16_t, float,
                     double>(here);
  expect_changed_for<max, int, std::int64_t, unsigned, std::uint64_t, float, double>(here);
  expect_changed_for<min, int, std::int64_t, unsigned, std::uint64_t, float, double>(here);
}
TEST_F(AtomicTest, EveryOperationOnWordsOnEveryType) {
  expect_changed_for<exchange, int, std::int64_t, unsigned, std::uint64_t, float, double>(here);
  expect_changed_for<bit_and, int, std::int64_t, unsigned, std::uint64_t>(here);
  expect_changed_for<bit_or, int, std::int64_t, unsigned, std::uint64_t>(here);
  expect_changed_for<bit_xor, int, std::int64_t, unsigned, std::uint64_t>(here);
  expect_changed_for<compare_and_swap, int, std::int64_t, unsigned, std::uint64_t, float16_t,
                     bfloat16_t, float, double>(here);
}

}  // namespace atomic_test
