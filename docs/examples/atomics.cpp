// Programs that add to one place, and programs that wait for each other.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct Histogram {
  KW_KERNEL void operator()(program auto tl, const int* bin, int* counts, int n) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto b = tl.load(bin + i, i < n, 0);
    //! [histogram]
    tl.atomic_add(counts + b, 1, i < n, relaxed);  // counts is read after the launch: no order
    //! [histogram]
  }
};

TEST_F(Examples, AtomicHistogram) {
  EXPECT_EQ(run(here, grid(2), Histogram{}, made(100, [](int i) { return i % 3; }),
                changed(std::vector<int>(3)), 100),
            (std::vector<int>{34, 33, 33}));
}

struct AddRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* sum, int* lock) const {
    auto i = tl.arange(size<64>);
    auto row = tl.load(x + (tl.program_id(0) * 64 + i));
    //! [lock]
    while (tl.atomic_cas(lock, 0, 1, acquire) == 1) {  // 1: another program holds the lock
    }
    tl.store(sum + i, tl.load(sum + i) + row);  // plain loads and stores, by one program at a time
    tl.atomic_xchg(lock, 0, release);           // what it stored is there for the next one
    //! [lock]
  }
};

TEST_F(Examples, Lock) {
  const auto [sum, lock] = run(here, grid(9), AddRows{}, std::vector<float>(9 * 64, 0.5f),
                               changed(std::vector<float>(64)), changed(std::vector<int>(1)));
  EXPECT_EQ(sum, std::vector<float>(64, 4.5f));
}

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* parts, float* total,
                            int* arrived) const {
    auto i = tl.arange(size<64>);
    int p = tl.program_id(0), programs = tl.num_programs(0);
    //! [last program]
    tl.store(parts + p, tl.sum(tl.load(x + (p * 64 + i))));
    if (tl.atomic_add(arrived, 1) == programs - 1) {  // the last one sees all the parts
      tl.store(total, tl.sum(tl.load(parts + i, i < programs, 0.0f)));
    }
    //! [last program]
  }
};

TEST_F(Examples, LastProgram) {
  const auto [parts, total, arrived] =
      run(here, grid(10), Total{}, std::vector<float>(640, 0.25f), output<float>{10},
          output<float>{1}, changed(std::vector<int>(1)));
  EXPECT_EQ(total[0], 160.0f);
}

}  // namespace
