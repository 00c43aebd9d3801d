// What a judge that measures on a GPU does with memory there, on both devices.
#include "common/judge/gpu_moves.hpp"

#include <algorithm>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "kernelwright/runtime/buffer.hpp"

namespace {

using kw::buffer;
using kw::remote::elements;

class GpuMoves : public kw::testing::lesson_test {
 protected:
  template <class T>
  buffer<T> numbers(int n) {
    std::vector<T> values;
    for (int i = 0; i < n; ++i) {
      values.push_back(static_cast<T>(i));
    }
    return {device(), {n}, values};
  }
  template <class T>
  static elements all(const buffer<T>& of) {
    return {of.data(), of.size(), sizeof(T)};
  }
  template <class T>
  std::vector<T> drawn(const buffer<T>& from, int n, std::uint64_t seed) {
    const buffer<T> to(device(), {n});
    kw::remote::draw(device(), all(from), all(to), seed);
    return to.download();
  }
};

TEST_F(GpuMoves, DrawsWhatIsThere) {
  const buffer<float> from = numbers<float>(3000);
  const std::vector<float> first = drawn(from, 3000, 7);
  EXPECT_LT(*std::max_element(first.begin(), first.end()), 3000);
  std::vector<float> different = first;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  EXPECT_GT(different.size(), 1700U) << "of 3000 draws, about 1896 differ";
  EXPECT_EQ(first, drawn(from, 3000, 7));
  EXPECT_NE(first, drawn(from, 3000, 8));
}

TEST_F(GpuMoves, DrawsFewOfMany) {
  const std::vector<std::uint64_t> some = drawn(numbers<std::uint64_t>(100'000), 100, 3);
  EXPECT_GT(*std::max_element(some.begin(), some.end()), 80'000U);
}

TEST_F(GpuMoves, CountsWhatWasNotDrawn) {
  const buffer<kw::float16_t> from = numbers<kw::float16_t>(2000);
  const buffer<kw::float16_t> to(device(), {2000});
  kw::remote::draw(device(), all(from), all(to), 5);
  EXPECT_EQ(kw::remote::count_undrawn(device(), all(from), all(to), 5), 0);
  EXPECT_GT(kw::remote::count_undrawn(device(), all(from), all(to), 6), 1900);
  kw::remote::fill(device(), {to.data() + 1999, 1, 2}, 0x7fff);
  EXPECT_EQ(kw::remote::count_undrawn(device(), all(from), all(to), 5), 1);
}

TEST_F(GpuMoves, CountsOthers) {
  const buffer<std::uint8_t> a = numbers<std::uint8_t>(1500), b = numbers<std::uint8_t>(1500);
  EXPECT_EQ(kw::remote::count_others(device(), all(a), all(b)), 0);
  kw::remote::fill(device(), {b.data() + 10, 4, 1}, 0xff);
  EXPECT_EQ(kw::remote::count_others(device(), all(a), all(b)), 4);
}

TEST_F(GpuMoves, FillsAndLeavesTheRest) {
  const buffer<std::uint32_t> to = numbers<std::uint32_t>(1100);
  kw::remote::fill(device(), {to.data(), 1050, 4}, 0x7fc0'0001);
  const std::vector<std::uint32_t> got = to.download();
  EXPECT_EQ(got[1049], 0x7fc0'0001U);
  EXPECT_EQ(got[1050], 1050U);
}

}  // namespace
