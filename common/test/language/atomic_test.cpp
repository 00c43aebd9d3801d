// Atomic operations, on the program's device.
#include <cstring>

#include "kernel_test.hpp"

namespace atomic_test {

using namespace kw;
using kernel_test::expect_lanes, kernel_test::output, kernel_test::run, kernel_test::some_values;

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
  const auto [after, sums, copies] =
      run<NumWarps>(here, grid(1), AddTwice<N>{}, kernel_test::changed(before), output<int>{1024},
                    output<int>{1024});
  SCOPED_TRACE(::testing::Message() << N << " lanes, " << NumWarps << " warps");
  EXPECT_EQ(sums, std::vector<int>(1024, sum));
  expect_lanes(copies, 1024, [](int i) { return i % N < N - N / 4 ? 3 * (i % N) + 1 : 0; });
  expect_lanes(after, N, [](int i) { return 3 * i + 1 + (i < N - N / 4 ? 100 : 0); });
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
#define KW_CHANGE(Name, call, changed)                                                       \
  struct Name {                                                                              \
    static constexpr const char* kName = #Name;                                              \
    static KW_HD auto on(program auto& tl, const auto& p, const auto& v, const auto& mask) { \
      return tl.call;                                                                        \
    }                                                                                        \
    template <class T>                                                                       \
    static T apply([[maybe_unused]] T old, T v) {                                            \
      return changed;                                                                        \
    }                                                                                        \
  }
KW_CHANGE(add, atomic_add(p, v, mask),
          core::convert<T>(static_cast<core::compute_t<T>>(core::convert<core::compute_t<T>>(old) +
                                                           core::convert<core::compute_t<T>>(v))));
KW_CHANGE(max, atomic_max(p, v, mask, relaxed), old < v ? v : old);
KW_CHANGE(min, atomic_min(p, v, mask, acquire, sys), v < old ? v : old);
KW_CHANGE(exchange, atomic_xchg(p, v, mask, cta), v);
KW_CHANGE(bit_and, atomic_and(p, v, release, mask), old& v);
KW_CHANGE(bit_or, atomic_or(p, v, mask, acq_rel, gpu), old | v);
KW_CHANGE(bit_xor, atomic_xor(p, v, mask, sys), old ^ v);
/// Replaces each 8 by v.
KW_CHANGE(compare_and_swap, atomic_cas(p, 8, v, mask), core::convert<float>(old) == 8.0f ? v : old);
#undef KW_CHANGE

/// Each program changes one element, or a tile of 16 or 256. As one kernel all three take a third
/// of the time to compile.
template <class Op>
struct Change {
  template <class T>
  KW_KERNEL void operator()(program auto tl, T* x, const T* values, T* old, int lanes,
                            int active) const {
    if (lanes == 1) {
      int p = tl.program_id(0);
      T before = Op::on(tl, x + p, tl.load(values + p), active > 0);
      tl.store(old + p, before);
    } else if (lanes == 16) {
      change(tl, tl.arange(size<16>), 16, x, values, old, active);
    } else {
      change(tl, tl.arange(size<256>), 256, x, values, old, active);
    }
  }
  template <class T>
  static KW_HD void change(program auto& tl, const auto& lane, int lanes, T* x, const T* values,
                           T* old, int active) {
    auto i = tl.program_id(0) * lanes + lane;
    auto before = Op::on(tl, x + i, tl.load(values + i), lane < active);
    tl.store(old + i, before);
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

/// An operation on one type, for functions that are compiled once for all operations.
template <class T>
struct change {
  const char* name;
  T (*apply)(T old, T value);
  std::tuple<std::vector<T>, std::vector<T>> (*run)(device here, int programs,
                                                    const std::vector<T>& x,
                                                    const std::vector<T>& values, int lanes,
                                                    int active);
};
template <class Op, class T>
constexpr change<T> change_by = {Op::kName, &Op::template apply<T>,
                                 [](device here, int programs, const std::vector<T>& x,
                                    const std::vector<T>& values, int lanes, int active) {
                                   const auto all = static_cast<std::int64_t>(x.size());
                                   return run(here, grid(programs), Change<Op>{},
                                              kernel_test::changed(x), values, output<T>{all},
                                              lanes, active);
                                 }};

template <class T>
void expect_changed(device here, const change<T>& by, int lanes, int active) {
  const int programs = 3, all = programs * lanes;
  const auto start = values_with_8<T>(all, lanes), operands = some_values<T>(all, lanes + 1);
  const auto [after, before] = by.run(here, programs, start, operands, lanes, active);
  for (std::size_t i = 0; i < static_cast<std::size_t>(all); ++i) {
    const bool on = static_cast<int>(i) % lanes < active;
    const T wanted = on ? by.apply(start[i], operands[i]) : start[i];
    const T seen = on ? start[i] : T{};
    ASSERT_EQ(std::memcmp(&after[i], &wanted, sizeof(T)), 0)
        << by.name << " of " << sizeof(T) << " bytes, element " << i << " of " << all;
    ASSERT_EQ(std::memcmp(&before[i], &seen, sizeof(T)), 0)
        << by.name << " of " << sizeof(T) << " bytes, old value " << i << " of " << all;
  }
}

template <class T>
void expect_changed_by(device here, const change<T>& by) {
  expect_changed(here, by, 1, 1);
  expect_changed(here, by, 1, 0);
  expect_changed(here, by, 16, 13);
  expect_changed(here, by, 256, 255);
}

template <class Op, class... Types>
void expect_changed_for(device here) {
  (expect_changed_by(here, change_by<Op, Types>), ...);
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
