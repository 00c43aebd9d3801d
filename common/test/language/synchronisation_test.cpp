// Programs that wait for each other: memory order, volatile loads, and a litmus test.
#include <algorithm>
#include <array>

#include "kernel_test.hpp"

namespace synchronisation_test {

using namespace kw;

using kernel_test::changed, kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

using SynchronisationTest = kernel_test::KernelTest;

/// Every lane of every program takes a ticket from one counter.
template <class T>
struct TakeTickets {
  KW_KERNEL void operator()(program auto tl, T* counter, T* tickets) const {
    auto i = tl.arange(size<64>);
    auto ticket = tl.atomic_add(counter + i * 0, static_cast<T>(1), relaxed);
    tl.store(tickets + (tl.program_id(0) * 64 + i), ticket);
  }
};

template <class T>
void expect_all_tickets(device here) {
  auto all = std::get<1>(
      run(here, grid(33), TakeTickets<T>{}, changed(std::vector<T>(1)), output<T>{64 * 33}));
  std::sort(all.begin(), all.end());
  expect_lanes(all, 64 * 33, [](int i) { return i; });
}

TEST_F(SynchronisationTest, NoTwoLanesGetOneTicket) {
  expect_all_tickets<int>(here);
  expect_all_tickets<std::int64_t>(here);
  expect_all_tickets<float>(here);
}

/// Message passing. Program p writes a tile, and then sets a flag; program p + 1 waits for the flag
/// and reads the tile. It must read the message, in every lane and in every round, even though its
/// multiprocessor's cache still holds the message of the round before.
template <int N>
struct PassOn {
  KW_KERNEL void operator()(program auto tl, int* tiles, int* flags, int* wrong, int rounds) const {
    auto i = tl.arange(size<N>);
    const int me = tl.program_id(0), pair = me / 2;
    int* tile = tiles + pair * N;
    int* to = flags + pair * 64;
    int* back = to + 32;
    auto mistakes = tl.zeros(size<N>, int32);
    for (int round = 1; round <= rounds; ++round) {
      if (me % 2 == 0) {
        tl.store(tile + i, round + i);
        tl.atomic_xchg(to, round, release);
        while (tl.load(back, is_volatile) != round) {
        }
      } else {
        while (tl.atomic_add(to, 0, acquire) != round) {
        }
        mistakes += tl.where(tl.load(tile + i) == round + i, 0, 1);
        tl.atomic_xchg(back, round);
      }
    }
    tl.atomic_add(wrong + i, mistakes, relaxed);
  }
};

template <int NumWarps, int N>
void expect_messages(device here, int pairs, int rounds) {
  const auto zeros = [](int count) {
    return changed(std::vector<int>(static_cast<std::size_t>(count)));
  };
  const auto wrong = std::get<2>(run<NumWarps>(here, grid(2 * pairs), PassOn<N>{}, zeros(pairs * N),
                                               zeros(pairs * 64), zeros(N), rounds));
  EXPECT_EQ(wrong, std::vector<int>(N)) << N << " lanes, " << NumWarps << " warps";
}

TEST_F(SynchronisationTest, MessagesArriveWhole) {
  if (here.kind == device_kind::cpu) {  // where a pair needs two threads
    GTEST_SKIP() << "programs that wait for later ones need a GPU";
  }
  // 25 pairs and 20,000 rounds of two tiles: a million messages.
  expect_messages<4, 128>(here, 25, 20000);
  expect_messages<8, 1024>(here, 25, 20000);
  expect_messages<1, 32>(here, 32, 2000);
}

/// A lock around plain loads and stores: none of the additions may be lost.
struct AddUnderLock {
  KW_KERNEL void operator()(program auto tl, int* sums, int* lock, int rounds) const {
    auto i = tl.arange(size<256>);
    for (int round = 0; round < rounds; ++round) {
      while (tl.atomic_cas(lock, 0, 1, acquire) == 1) {
      }
      tl.store(sums + i, tl.load(sums + i) + 1);
      tl.atomic_xchg(lock, 0, release);
    }
  }
};

TEST_F(SynchronisationTest, ALockGuardsPlainLoadsAndStores) {
  const int programs = here.kind == device_kind::cpu ? 8 : 128;
  const int rounds = here.kind == device_kind::cpu ? 5 : 200;
  const auto sums =
      std::get<0>(run(here, grid(programs), AddUnderLock{}, changed(std::vector<int>(256)),
                      changed(std::vector<int>(1)), rounds));
  EXPECT_EQ(sums, std::vector<int>(256, programs * rounds));
}

/// Each program passes its sum on to the next one.
struct RunningSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* sums, int* flags) const {
    auto i = tl.arange(size<64>);
    const int p = tl.program_id(0);
    auto sum = tl.load(x + (p * 64 + i));
    if (p > 0) {
      while (tl.load(flags + (p - 1), is_volatile) == 0) {
      }
      sum += tl.load(sums + ((p - 1) * 64 + i));
    }
    tl.store(sums + (p * 64 + i), sum);
    tl.atomic_xchg(flags + p, 1);
  }
};

TEST_F(SynchronisationTest, AVolatileLoadSeesTheFlagAndWhatCameBeforeIt) {
  constexpr int kPrograms = 200;
  const auto sums = std::get<0>(
      run(here, grid(kPrograms), RunningSum{}, std::vector<float>(kPrograms * 64, 0.25f),
          output<float>{kPrograms * 64}, changed(std::vector<int>(kPrograms))));
  expect_lanes(sums, kPrograms * 64, [](int i) { return 0.25f * static_cast<float>(i / 64 + 1); });
}

/// Tiles of flags, with and without a mask.
struct VolatileTiles {
  KW_KERNEL void operator()(program auto tl, int* flags, int* out) const {
    auto i = tl.arange(size<16>);
    tl.atomic_add(flags + i, i + 1);
    tl.store(out + i, tl.load(flags + i, is_volatile));
    tl.store(out + (16 + i), tl.load(flags + i, i < 5, is_volatile) * tl.where(i < 5, 1, 0));
    tl.store(out + (32 + i), tl.load(flags + i, i < 5, -1, is_volatile));
    tl.store(out + 48, tl.sum(tl.load(flags + i, is_volatile)));
  }
};

TEST_F(SynchronisationTest, VolatileLoadsOfTiles) {
  const auto got = std::get<1>(
      run(here, grid(1), VolatileTiles{}, changed(std::vector<int>(16)), output<int>{49}));
  expect_lanes(got, 16, [](int i) {
    return std::array{i + 1, i < 5 ? i + 1 : 0, i < 5 ? i + 1 : -1};
  });
  EXPECT_EQ(got[48], 136);
}

}  // namespace synchronisation_test
