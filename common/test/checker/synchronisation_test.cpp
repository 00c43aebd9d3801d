// Programs that wait for each other by atomic operations: accesses in a fixed order do not race.
#include <gtest/gtest.h>

#include <numeric>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;
using runtime_test::ones;
using runtime_test::text_of;

std::string kinds_of(const std::function<void()>& launch) {
  std::string kinds;
  for (const finding& f : findings_of(launch)) {
    kinds += (kinds.empty() ? "" : " ") + f.kind;
  }
  return kinds;
}

template <class... Passed>
std::string kinds_of(const grid& programs, const Passed&... passed) {
  return kinds_of([&] { launch(cpu_device, programs, passed...); });
}

const buffer<int>& zeros(std::int64_t n) {
  static buffer<int> all;
  all = buffer<int>(cpu_device, {n}, std::vector<int>(static_cast<std::size_t>(n)));
  return all;
}

// Each of ten programs adds a row of ones to dw, under a lock.
enum class lock_kind { right, left_open, relaxed, missing_in_one, other_lock };

template <lock_kind Kind>
struct Locked {
  KW_KERNEL void operator()(program auto tl, const float* x, float* dw, int* lock) const {
    auto i = tl.arange(size<256>);
    const int p = tl.program_id(0);
    auto part = tl.load(x + (p * 256 + i));
    int* own = Kind == lock_kind::other_lock ? lock + p : lock;
    if (Kind != lock_kind::missing_in_one || p != 4) {
      if constexpr (Kind == lock_kind::relaxed) {
        while (tl.atomic_cas(own, 0, 1, relaxed) == 1) {
        }
      } else {
        while (tl.atomic_cas(own, 0, 1) == 1) {
        }
      }
    }
    tl.store(dw + i, tl.load(dw + i) + part);
    if constexpr (Kind == lock_kind::relaxed) {
      tl.barrier();
      tl.atomic_xchg(own, 0, relaxed);
    } else if (Kind != lock_kind::missing_in_one || p != 4) {
      tl.atomic_xchg(own, 0, release);
    }
  }
};

template <lock_kind Kind>
std::string add_under_lock() {
  const auto x = ones(10, 256);
  const buffer<float> dw(cpu_device, {256}, std::vector<float>(256));
  const auto& locks = zeros(10);
  return kinds_of(grid(10), Locked<Kind>{}, x.cview(), dw.view(), locks.view());
}

TEST(Synchronisation, ALockOrdersWhatItGuards) {
  EXPECT_EQ(add_under_lock<lock_kind::right>(), "");
}

TEST(Synchronisation, ALockThatOrdersNothingIsFound) {
  EXPECT_EQ(add_under_lock<lock_kind::relaxed>(), "write-race");
  EXPECT_EQ(add_under_lock<lock_kind::missing_in_one>(), "write-race");
  EXPECT_EQ(add_under_lock<lock_kind::other_lock>(), "write-race");
}

// The first program of Triton's group stores, the later ones add: dw need not be filled before.
template <bool Right>
struct FirstStores {
  KW_KERNEL void operator()(program auto tl, const float* x, float* dw, int* lock) const {
    auto i = tl.arange(size<256>);
    auto part = tl.load(x + (tl.program_id(0) * 256 + i));
    int* count = lock + 1;
    while (tl.atomic_cas(lock, 0, 1) == 1) {
    }
    if (Right && tl.load(count) == 0) {
      tl.atomic_xchg(count, 1);
    } else {
      part += tl.load(dw + i);
    }
    tl.store(dw + i, part);
    tl.atomic_xchg(lock, 0);
  }
};

TEST(Synchronisation, MemoryMayBeFilledUnderALock) {
  const auto x = ones(10, 256);
  const buffer<float> dw(cpu_device, {256});
  const auto& lock = zeros(2);
  EXPECT_EQ(text_of(grid(10), FirstStores<true>{}, x.cview(), dw.view(), lock.view()), "");
  EXPECT_EQ(dw.download(), std::vector<float>(256, 10.0f));
}

TEST(Synchronisation, ALockFillsNothing) {
  const auto x = ones(10, 256);
  const buffer<float> dw(cpu_device, {256});
  const auto& lock = zeros(2);
  const auto findings =
      findings_of(grid(10), FirstStores<false>{}, x.cview(), dw.view(), lock.view());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "uninitialised-read");
  EXPECT_EQ(findings[0].count, 1) << "the others read what the first one stored";
}

// Two attempts that fail are kept as one; the third, which gets the lock, is a separate one.
struct TriesThreeTimes {
  KW_KERNEL void operator()(program auto tl, int* lock) const {
    tl.atomic_cas(lock, 1, 2);
    tl.atomic_cas(lock, 1, 2);
    tl.atomic_cas(lock, 0, 1);
    tl.atomic_xchg(lock, 0);
  }
};

TEST(Synchronisation, AttemptsThatFailAreKeptAsOne) {
  const auto& lock = zeros(1);
  EXPECT_EQ(text_of(grid(3), TriesThreeTimes{}, lock.view()), "");
  EXPECT_EQ(lock.download(), std::vector<int>{0});
}

// The last program to arrive adds up what all programs have stored.
template <bool Right>
struct LastAddsUp {
  KW_KERNEL void operator()(program auto tl, const float* x, float* parts, float* total,
                            int* counter) const {
    auto i = tl.arange(size<256>);
    const int p = tl.program_id(0), n = tl.num_programs(0);
    tl.store(parts + p, tl.sum(tl.load(x + (p * 256 + i))));
    int ticket = Right ? tl.atomic_add(counter, 1) : tl.atomic_add(counter, 1, relaxed);
    if (ticket == n - 1) {
      auto all = tl.arange(size<16>);
      tl.store(total, tl.sum(tl.load(parts + all, all < n, 0.0f)));
    }
  }
};

template <bool Right>
std::string add_up(float* total) {
  const auto x = ones(10, 256);
  const buffer<float> parts(cpu_device, {10}), sum(cpu_device, {1});
  const auto& counter = zeros(1);
  const std::string kinds =
      kinds_of(grid(10), LastAddsUp<Right>{}, x.cview(), parts.view(), sum.view(), counter.view());
  *total = sum.download()[0];
  return kinds;
}

TEST(Synchronisation, TheLastToArriveMayReadAll) {
  float total = 0;
  EXPECT_EQ(add_up<true>(&total), "");
  EXPECT_EQ(total, 2560);
  EXPECT_EQ(add_up<false>(&total), "uninitialised-read missing-barrier");
}

// A chain: each program waits until the one before it has set its flag.
template <bool Releases>
struct RunningSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* sums, int* flags) const {
    const int p = tl.program_id(0);
    float before = 0;
    if (p > 0) {
      while (tl.load(flags + (p - 1), is_volatile) == 0) {
      }
      before = tl.load(sums + (p - 1));
    }
    tl.store(sums + p, before + tl.load(x + p));
    if (Releases) {
      tl.atomic_xchg(flags + p, 1);
    } else {
      tl.atomic_xchg(flags + p, 1, relaxed);
    }
  }
};

TEST(Synchronisation, AVolatileLoadWaitsForAFlag) {
  const auto x = runtime_test::iota(50);
  const buffer<float> sums(cpu_device, {50}, std::vector<float>(50));
  EXPECT_EQ(kinds_of(grid(50), RunningSum<true>{}, x.cview(), sums.view(), zeros(50).view()), "");
  EXPECT_EQ(sums.download()[49], 49 * 50 / 2);
  EXPECT_EQ(kinds_of(grid(50), RunningSum<false>{}, x.cview(), sums.view(), zeros(50).view()),
            "read-write-race");
}

// An atomic operation that has nothing to do with a race does not hide it.
struct Race {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int* first) const {
    auto i = tl.arange(size<256>);
    tl.store(out + i, tl.load(x + (tl.program_id(0) * 256 + i)));
    tl.atomic_cas(first, 0, tl.program_id(0) + 1);
  }
};

TEST(Synchronisation, ACompareAndSwapHidesNoRace) {
  const auto x = ones(4, 256);
  const buffer<float> out(cpu_device, {256});
  EXPECT_EQ(kinds_of(grid(4), Race{}, x.cview(), out.view(), zeros(1).view()), "write-race");
}

// Programs follow one another on a CPU, so what one does at its end always comes before what the
// next one does. That is an order only where the next one waits for it.
enum class turn { counted, taken, passed_on };

template <turn Kind>
struct AddInTurn {
  KW_KERNEL void operator()(program auto tl, const float* x, float* total, int* turns) const {
    const int p = tl.program_id(0);
    int ticket = tl.atomic_add(turns, 1);
    if constexpr (Kind == turn::taken) {
      while (tl.atomic_add(turns + 1, 0) != ticket) {
      }
    }
    if constexpr (Kind == turn::passed_on) {  // only the first and the last one add
      while (tl.load(turns + (1 + p), is_volatile) == 0 && p > 0) {
      }
    }
    if (Kind != turn::passed_on || p == 0 || p == tl.num_programs(0) - 1) {
      tl.store(total, tl.load(total) + tl.load(x + p));
    }
    tl.atomic_add(turns + (Kind == turn::counted ? 0 : Kind == turn::taken ? 1 : p + 2), 1);
  }
};

template <turn Kind>
std::string add_in_turn() {
  const auto x = runtime_test::iota(10);
  const buffer<float> total(cpu_device, {1}, std::vector<float>(1));
  return text_of(grid(10), AddInTurn<Kind>{}, x.cview(), total.view(), zeros(16).view());
}

TEST(LuckyOrder, IsFoundWhereNoProgramWaits) {
  const std::string text = add_in_turn<turn::counted>();
  EXPECT_NE(text.find("[write-race]"), std::string::npos) << text;
  EXPECT_NE(text.find("`tl.atomic_add(total, part)`"), std::string::npos) << text;
  if (thread_count() == 1) {  // else programs may meet, which shows the race without such luck
    EXPECT_NE(text.find("but they make no program wait"), std::string::npos) << text;
  }
}

TEST(LuckyOrder, IsNoneWhereProgramsWait) {
  EXPECT_EQ(add_in_turn<turn::taken>(), "");
  EXPECT_EQ(add_in_turn<turn::passed_on>(), "");
}

TEST(LuckyOrder, IsNoneForTheLastOfTwoToArrive) {
  const auto x = ones(2, 256);
  const buffer<float> parts(cpu_device, {2}), sum(cpu_device, {1});
  EXPECT_EQ(
      kinds_of(grid(2), LastAddsUp<true>{}, x.cview(), parts.view(), sum.view(), zeros(1).view()),
      "");
  EXPECT_EQ(sum.download()[0], 512);
}

// The lanes of a program meet at an atomic operation as at a barrier, unless it is relaxed.
template <bool Relaxed>
struct Turned {
  KW_KERNEL void operator()(program auto tl, float* x, int* done) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + (63 - i));
    if constexpr (Relaxed) {
      tl.atomic_add(done, 1, relaxed);
    } else {
      tl.atomic_add(done, 1);
    }
    tl.store(x + i, v);
  }
};

TEST(Synchronisation, IsABarrierOfTheProgram) {
  const auto x = runtime_test::iota(64);
  EXPECT_EQ(kinds_of(grid(1), Turned<false>{}, x.view(), zeros(1).view()), "");
  EXPECT_EQ(kinds_of(grid(1), Turned<true>{}, x.view(), zeros(1).view()), "missing-barrier");
}

// A workspace that is filled only where a request is long enough.
struct Parts {
  KW_KERNEL void operator()(program auto tl, const float* x, const int* lengths, float* mid,
                            int longest) const {
    int request = tl.program_id(0), block = tl.program_id(1);
    int length = tl.load(lengths + request);
    if (block * 64 >= length) {
      return;
    }
    auto at = block * 64 + tl.arange(size<64>);
    auto v = tl.load(x + (request * longest + at), at < length, 0.0f);
    tl.store(mid + (request * tl.num_programs(1) + block), tl.sum(v));
  }
};

std::string fill_parts(const buffer<float, 2>& mid) {
  const auto x = ones(3, 256);
  const buffer<int> lengths(cpu_device, {3}, std::vector<int>{256, 1, 130});
  return text_of(grid(3, 4), Parts{}, x.cview(), lengths.cview(), mid.view(), 256);
}

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* y) const {
    auto i = tl.arange(size<8>);
    tl.store(y + i, tl.load(x + i));
  }
};

TEST(Workspace, MayStayUnwrittenInPart) {
  const buffer<float, 2> mid(cpu_device, {3, 4}, {.workspace = true});
  EXPECT_EQ(fill_parts(mid), "");
  // Elements that nothing has written must still not be read.
  const buffer<float> y(cpu_device, {8});
  EXPECT_EQ(kinds_of(grid(1), Copy{}, mid.cview(), y.view()), "uninitialised-read");
}

}  // namespace
