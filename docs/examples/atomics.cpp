// Programs that add to one place, and programs that wait for each other.
#include "example.hpp"

namespace {
using namespace kw;
using examples::run;

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
  buffer<int> counts(default_device(), {3}, std::vector<int>(3));
  run(grid(2), Histogram{}, examples::made(100, [](int i) { return i % 3; }), counts, 100);
  EXPECT_EQ(counts.download(), (std::vector<int>{34, 33, 33}));
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
  buffer<float> sum(default_device(), {64}, std::vector<float>(64));
  buffer<int> lock(default_device(), {1}, std::vector<int>(1));
  run(grid(9), AddRows{}, std::vector<float>(9 * 64, 0.5f), sum, lock);
  EXPECT_EQ(sum.download(), std::vector<float>(64, 4.5f));
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
  buffer<float> parts(default_device(), {10}), total(default_device(), {1});
  buffer<int> arrived(default_device(), {1}, std::vector<int>(1));
  run(grid(10), Total{}, std::vector<float>(640, 0.25f), parts, total, arrived);
  EXPECT_EQ(total.download()[0], 160.0f);
}

}  // namespace
