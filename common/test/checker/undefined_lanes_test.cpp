// Lanes without a value are found by running their programs again with other values in them, so a
// NaN in memory is no finding, whatever its bits are, and arrives as it is.
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "checked.hpp"

namespace undefined_lanes_test {

using namespace kw;
using runtime_test::findings_of;

struct MaskedCopy {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + i, tl.load(x + i, i < n), i < n);
  }
};
/// Nothing keeps the lanes without a value from being stored.
struct ForgetfulCopy {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + i, tl.load(x + i, i < n));
  }
};

/// All codes of a type of 16 bits; of a wider type, its codes with these as the upper bits.
template <class T>
std::vector<T> codes() {
  using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  std::vector<T> values(65536);
  for (std::size_t code = 0; code < values.size(); ++code) {
    const Bits bits = static_cast<Bits>(Bits(code) << (8 * sizeof(T) - 16));
    std::memcpy(&values[code], &bits, sizeof bits);
  }
  return values;
}

template <class T>
struct UndefinedLanes : ::testing::Test {
  const std::vector<T> values = codes<T>();
};
using Types = ::testing::Types<float16_t, bfloat16_t, float, double>;
TYPED_TEST_SUITE(UndefinedLanes, Types);

// The last program has lanes without a value, beside elements of any value.
TYPED_TEST(UndefinedLanes, AreNoFindingWhereTheyAreNotStored) {
  for (const int n : {65536, 65532, 65300, 1000}) {
    const std::vector<TypeParam> some(this->values.begin(), this->values.begin() + n);
    const buffer<TypeParam> in(cpu_device, {n}, some), copy(cpu_device, {n});
    const auto found = findings_of(grid(cdiv(n, 1024)), MaskedCopy{}, in.cview(), copy.view(), n);
    EXPECT_TRUE(found.empty()) << n << ": " << to_text(found.front());
    EXPECT_EQ(std::memcmp(copy.download().data(), some.data(), some.size() * sizeof(TypeParam)), 0);
  }
}

TYPED_TEST(UndefinedLanes, AreFoundBesideElementsOfAnyValue) {
  const buffer<TypeParam> x(cpu_device, {65536}, this->values), out(cpu_device, {65536});
  const auto found = findings_of(grid(64), ForgetfulCopy{}, x.cview(), out.view(), 65300);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "undefined-lane");
}

/// The mask of one program is too narrow.
struct OneForgets {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto lane = tl.arange(size<16>);
    auto i = tl.program_id(0) * 16 + lane;
    tl.store(out + i, tl.load(x + i, lane < (tl.program_id(0) == 437 ? 15 : 16)));
  }
};

// Of a large grid some programs are always looked at, and others if they leave lanes without a
// value.
TEST(UndefinedLanesOfALargeGrid, AreFoundInAnyProgram) {
  const std::vector<float> values(1000 * 16, 1.0f);
  const buffer<float> x(cpu_device, {1000 * 16}, values), out(cpu_device, {1000 * 16});
  const auto found = findings_of(grid(1000), OneForgets{}, x.cview(), out.view());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "undefined-lane");
  EXPECT_NE(found[0].facts.find("program (437)"), std::string::npos) << found[0].facts;
}

}  // namespace undefined_lanes_test
