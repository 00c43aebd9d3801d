// The checker marks lanes without a value by a NaN with certain bits. Memory may hold the same NaN,
// which is then no finding, and arrives as it is.
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "checked.hpp"

namespace marks_test {

using namespace kw;
using runtime_test::findings_of;

struct Copy {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + i, tl.load(x + i));
  }
};
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
struct CopyOfOne {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    tl.store(out + tl.program_id(0), tl.load(x + tl.program_id(0)));
  }
};

/// All codes of a type of 16 bits; of a wider type, its codes with these as the upper bits, and the
/// marks that the checker uses, with both signs.
template <class T>
std::vector<T> codes() {
  using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  std::vector<T> values(65536);
  for (std::size_t code = 0; code < values.size(); ++code) {
    const Bits bits = static_cast<Bits>(Bits(code) << (8 * sizeof(T) - 16));
    std::memcpy(&values[code], &bits, sizeof bits);
  }
  if constexpr (sizeof(T) == 4) {
    const std::uint32_t marks[] = {0x7fdda000u, 0xffdda000u, 0x7fdd0000u};
    std::memcpy(values.data() + 700, marks, sizeof marks);
    std::memcpy(values.data() + 65200, marks, sizeof marks);
  } else if constexpr (sizeof(T) == 8) {
    const std::uint64_t marks[] = {0x7ffbb40000000000ull, 0xfffbb40012345678ull};
    std::memcpy(values.data() + 700, marks, sizeof marks);
    std::memcpy(values.data() + 65200, marks, sizeof marks);
  }
  return values;
}

template <class T>
struct Marks : ::testing::Test {
  const std::vector<T> values = codes<T>();
  const buffer<T> x{cpu_device, {65536}, values};
  const buffer<T> out{cpu_device, {65536}};

  void expect_copied() {
    const auto got = out.download();
    EXPECT_EQ(std::memcmp(got.data(), values.data(), values.size() * sizeof(T)), 0);
  }
};
using Types = ::testing::Types<float16_t, bfloat16_t, float, double>;
TYPED_TEST_SUITE(Marks, Types);

TYPED_TEST(Marks, InMemoryAreNoFinding) {
  const auto found = findings_of(grid(64), Copy{}, this->x.cview(), this->out.view());
  EXPECT_TRUE(found.empty()) << to_text(found.front());
  this->expect_copied();
}

TYPED_TEST(Marks, OfSingleElementsAreNoFinding) {
  const auto found = findings_of(grid(65536), CopyOfOne{}, this->x.cview(), this->out.view());
  EXPECT_TRUE(found.empty()) << to_text(found.front());
  this->expect_copied();
}

// The last program has lanes without a value, and elements that look like one.
TYPED_TEST(Marks, BesideLanesWithoutAValueAreNoFinding) {
  for (const int n : {65532, 65300, 1000}) {
    const int programs = cdiv(n, 1024);
    const std::vector<TypeParam> some(this->values.begin(), this->values.begin() + n);
    const buffer<TypeParam> in(cpu_device, {n}, some), copy(cpu_device, {n});
    const auto found = findings_of(grid(programs), MaskedCopy{}, in.cview(), copy.view(), n);
    EXPECT_TRUE(found.empty()) << n << ": " << to_text(found.front());
    EXPECT_EQ(std::memcmp(copy.download().data(), some.data(), some.size() * sizeof(TypeParam)), 0);
  }
}

TYPED_TEST(Marks, HideNoMistake) {
  const auto found =
      findings_of(grid(64), ForgetfulCopy{}, this->x.cview(), this->out.view(), 65300);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "undefined-lane");
}

}  // namespace marks_test
