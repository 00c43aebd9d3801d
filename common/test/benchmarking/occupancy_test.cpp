// What launches take of a multiprocessor.
#include "common/benchmarking/occupancy.hpp"

#include <string>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/testing/testing.hpp"

namespace {

using kw::benchmarking::occupancy_of;
using kw::benchmarking::occupancy_text;

// The sums of lesson 10's page.
TEST(OccupancyText, FortyRegisters) {
  EXPECT_EQ(occupancy_text({.registers = 40}, 128, 0, {.programs = 12, .most_warps = 64}),
            "  a program has 4 warps and 0 bytes of shared memory\n"
            "  a thread has 40 registers and 0 bytes of local memory\n"
            "  12 programs fit a multiprocessor: 48 of 64 warps, an occupancy of 75 %\n");
}

TEST(OccupancyText, BothKindsOfSharedMemory) {
  EXPECT_EQ(occupancy_text({.registers = 40, .local_bytes = 8, .shared_bytes = 1024}, 128, 39936,
                           {.programs = 5, .most_warps = 64}),
            "  a program has 4 warps and 40960 bytes of shared memory\n"
            "  a thread has 40 registers and 8 bytes of local memory\n"
            "  5 programs fit a multiprocessor: 20 of 64 warps, an occupancy of 31 %\n");
}

/// Writes a 1, so a test sees whether it ran.
struct Number {
  KW_KERNEL void operator()(kw::program auto tl, int* out) const {
    tl.store(out + tl.program_id(0), 1);
  }
};

class Occupancy : public kw::testing::lesson_test {};

TEST_F(Occupancy, OfEachLaunchAndWithoutRunningIt) {
  const kw::buffer<int> out(device(), {2}, std::vector<int>{5, 5});
  const auto call = [&] {
    kw::launch<4>(device(), kw::grid(2), Number{}, out.view());
    kw::launch<8>(device(), kw::grid(1), Number{}, out.view());
  };
  if (device().kind == kw::device_kind::cpu) {
    EXPECT_THROW(occupancy_of(device(), call), kw::error);
    return;
  }
  const std::string text = occupancy_of(device(), call);
  EXPECT_NE(text.find("a program has 4 warps"), std::string::npos) << text;
  EXPECT_NE(text.find("a program has 8 warps"), std::string::npos) << text;
  EXPECT_EQ(text.find(" 0 programs fit"), std::string::npos) << text;
  EXPECT_EQ(out.download(), (std::vector<int>{5, 5}));
}

}  // namespace
