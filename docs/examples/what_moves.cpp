// Elective 10: a slow kernel that its page shows, and how much it moves.
#include <kernelwright/testing/traffic.hpp>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

template <int BLOCK_SIZE>
struct AddTransposedByRows {
  KW_KERNEL void operator()(program auto tl, array<float, 2> out, array<const float, 2> a,
                            array<const float, 2> b) const {
    int row = tl.program_id(0);
    auto lanes = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto inside = lanes < out.columns();
    auto sum = tl.load(a.row(row) + lanes, inside) + tl.load(b.row(lanes) + row, inside);
    tl.store(out.row(row) + lanes, sum, inside);
  }
};

TEST_F(Examples, OneSideGoesDownTheColumns) {
  if (!kw::testing::can_count_traffic(default_device())) {
    GTEST_SKIP() << "only the checker counts, which watches the CPU";
  }
  constexpr int kRows = 96, kColumns = 64, kCount = kRows * kColumns;
  const buffer<float, 2> a(cpu_device, {kRows, kColumns}, counting(kCount));
  const buffer<float, 2> b(cpu_device, {kColumns, kRows}, counting(kCount, 2.0f));
  const buffer<float, 2> out(cpu_device, {kRows, kColumns});
  const runtime::traffic moved = kw::testing::traffic_of([&] {
    launch(cpu_device, grid(kRows), AddTransposedByRows<kColumns>{}, out.view(), a.cview(),
           b.cview());
  });
  // 40 bytes for 12 that are needed, as the page says.
  EXPECT_EQ(runtime::traffic::kUnitBytes * (moved.units_loaded + moved.units_stored), 40 * kCount);
  EXPECT_EQ(out.download()[5 * kColumns + 7], 5 * kColumns + 7 + 2 * (7 * kRows + 5));
}

}  // namespace
