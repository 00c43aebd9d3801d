// How the checker counts what kernels move.
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

namespace {
using namespace kw;
using kw::testing::traffic_of;
using runtime::traffic;

class Traffic : public kw::testing::lesson_test {
 protected:
  const buffer<float> x_{cpu_device, {1024}, std::vector<float>(1024, 1)};
  const buffer<float> out_{cpu_device, {1024}, std::vector<float>(1024, 0)};
};

/// Copies COUNT elements, STEP apart, from element `first` on.
template <int COUNT, int STEP>
struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int first) const {
    auto lanes = tl.arange(size<COUNT>);
    tl.store(out + lanes, tl.load(x + first + lanes * STEP));
  }
};

TEST_F(Traffic, CountsUnitsAndBytes) {
  const auto loads = [&](auto kernel, int first) {
    return traffic_of([&] { launch(cpu_device, grid(1), kernel, x_.cview(), out_.view(), first); });
  };
  const traffic all = loads(Copy<64, 1>{}, 0);
  EXPECT_EQ(all.units_loaded, 8);
  EXPECT_EQ(all.units_stored, 8);
  EXPECT_EQ(all.bytes_loaded, 256);
  EXPECT_EQ(all.bytes_stored, 256);
  EXPECT_EQ(all.launches, 1);
  EXPECT_EQ(all.programs_of_most, 1);
  EXPECT_EQ(loads(Copy<64, 1>{}, 1).units_loaded, 9);
  EXPECT_EQ(loads(Copy<64, 1>{}, 8).units_loaded, 8);
  EXPECT_EQ(loads(Copy<64, 2>{}, 0).units_loaded, 16);
  EXPECT_EQ(loads(Copy<64, 8>{}, 0).units_loaded, 64);
  EXPECT_EQ(loads(Copy<64, 15>{}, 0).units_loaded, 64);
  EXPECT_EQ(loads(Copy<64, 0>{}, 5).units_loaded, 1);
}

/// Rows of a tile that share units, are apart, go backwards, or are masked.
struct Tiles {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int step, int rows,
                            int columns) const {
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<4>);
    auto mask = (r(_, None) < rows) & (c(None, _) < columns);
    auto v = tl.load(x + 512 + r(_, None) * step + c(None, _), mask, 0.0f);
    tl.store(out + r(_, None) * 4 + c(None, _), v);
  }
};

TEST_F(Traffic, SeesUnitsThatRowsShareOnce) {
  const auto units = [&](int step, int rows, int columns) {
    return traffic_of([&] {
             launch(cpu_device, grid(1), Tiles{}, x_.cview(), out_.view(), step, rows, columns);
           })
        .units_loaded;
  };
  EXPECT_EQ(units(4, 16, 4), 8);
  EXPECT_EQ(units(-4, 16, 4), 9);  // elements 452..515
  EXPECT_EQ(units(0, 16, 4), 1);
  EXPECT_EQ(units(32, 16, 4), 16);
  EXPECT_EQ(units(6, 2, 4), 2);  // elements 0..3 and 6..9
  EXPECT_EQ(units(4, 3, 3), 2);
  EXPECT_EQ(units(4, 0, 3), 0);
}

struct AddToOne {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    tl.atomic_add(out + tl.program_id(0) % 2, 1.0f);
  }
};

TEST_F(Traffic, AtomicsReadAndWrite) {
  const traffic moved =
      traffic_of([&] { launch(cpu_device, grid(3, 4), AddToOne{}, out_.view()); });
  EXPECT_EQ(moved.units_loaded, 12);
  EXPECT_EQ(moved.units_stored, 12);
  EXPECT_EQ(moved.programs_of_most, 12);
}

/// Adds up 64 lanes, half of which have no value: the values do not matter here.
struct Masked {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto lanes = tl.arange(size<64>);
    auto v = tl.load(x + lanes, lanes < 32);
    tl.store(out + lanes, v, lanes < 32);
  }
};

TEST_F(Traffic, ProgramsThatAreRunAgainCountOnce) {
  // Lanes without a value make the checker run the program a second time.
  const auto undefined = [&] { launch(cpu_device, grid(1), Masked{}, x_.cview(), out_.view()); };
  EXPECT_EQ(traffic_of(undefined).units_loaded, 4);
}

TEST_F(Traffic, CountsOnlyWhileSomeoneAsks) {
  const auto call = [&] { launch(cpu_device, grid(1), Copy<64, 1>{}, x_.cview(), out_.view(), 0); };
  (void)traffic_of(call);
  call();
  EXPECT_EQ(traffic_of([] {}).launches, 0);
  enable_checks(false);
  EXPECT_FALSE(kw::testing::can_count_traffic(cpu_device));
  EXPECT_EQ(traffic_of(call).units_loaded, 0);
  enable_checks(true);
  EXPECT_TRUE(kw::testing::can_count_traffic(cpu_device));
}

}  // namespace
