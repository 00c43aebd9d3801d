// Several views into one array, as q, k and v in the rows of one packed buffer: an access belongs
// to the argument that it goes through.
#include <gtest/gtest.h>

#include "checked.hpp"
#include "common/checker/record/launch_memory.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;
using runtime_test::ones;
using runtime_test::text_of;

constexpr int kRows = 5, kWidth = 24;

// Row `r` of each part begins at `r * 72`, and the parts at 0, 24 and 48.
template <class T>
view<T, 2> part(const buffer<float, 2>& packed, int number) {
  return {const_cast<float*>(packed.data()) + number * kWidth,
          {kRows, kWidth},
          {3 * kWidth, 1},
          cpu_device};
}

struct AddQkv {
  KW_KERNEL void operator()(program auto tl, const float* q, const float* k, const float* v,
                            float* out, int width, int stride) const {
    auto i = tl.arange(size<32>);
    int row = tl.program_id(0);
    auto a = tl.load(q + row * stride + i, i < width);
    auto b = tl.load(k + row * stride + i, i < width);
    auto c = tl.load(v + row * stride + i, i < 24);
    tl.store(out + row * 24 + i, a + b + c, i < 24);
  }
};

TEST(SharedArray, PartsOfARowAreArgumentsOfTheirOwn) {
  const auto packed = ones(kRows, 3 * kWidth);
  const buffer<float, 2> out(cpu_device, {kRows, kWidth});
  EXPECT_EQ(
      text_of(grid(kRows), AddQkv{}, part<const float>(packed, 0), part<const float>(packed, 1),
              part<const float>(packed, 2), out.view(), kWidth, 3 * kWidth),
      "");
  EXPECT_EQ(out.download(), std::vector<float>(kRows * kWidth, 3.0f));
}

// Lanes that leave their part are a mistake, even if they stay in the array and in the next part.
TEST(SharedArray, LanesThatReachIntoTheNextPart) {
  const auto packed = ones(kRows, 3 * kWidth);
  const buffer<float, 2> out(cpu_device, {kRows, kWidth});
  const auto findings =
      findings_of(grid(kRows), AddQkv{}, part<const float>(packed, 0), part<const float>(packed, 1),
                  part<const float>(packed, 2), out.view(), kWidth + 1, 3 * kWidth);
  ASSERT_EQ(findings.size(), 2);
  EXPECT_EQ(findings[0].kind, "out-of-bounds");  // in the last row
  EXPECT_EQ(findings[1].kind, "outside-row");
  EXPECT_EQ(findings[1].buffer, "q");
  const std::string element = "q[" + std::to_string(kWidth) + "]";
  EXPECT_NE(findings[1].facts.find(element), std::string::npos) << findings[1].facts;
}

struct ScaleV {
  KW_KERNEL void operator()(program auto tl, float* q, float* v, int stride) const {
    auto i = tl.arange(size<32>);
    int row = tl.program_id(0);
    auto factor = tl.load(q + row * stride);
    tl.store(v + row * stride + i, factor * tl.load(v + row * stride + i, i < 24), i < 24);
  }
};

// Neither is const: only the pointer tells them apart.
TEST(SharedArray, OutputsInOneArray) {
  const auto packed = ones(kRows, 3 * kWidth);
  EXPECT_EQ(
      text_of(grid(kRows), ScaleV{}, part<float>(packed, 0), part<float>(packed, 2), 3 * kWidth),
      "");
}

struct AddTiles {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> whole,
                            tensor_descriptor<const float> half, array<float, 2> out) const {
    auto at = shape<8, 8>;
    auto sum = tl.load(whole.tile(at, 0, 8)) + tl.load(half.tile(at, 0, 0));
    tl.store(out.row(tl.arange(size<8>)(_, None)) + tl.arange(size<8>)(None, _), sum);
  }
};

// Two descriptors of rows of different lengths that begin at the same element.
TEST(SharedArray, DescriptorsOfOneArray) {
  const auto x = ones(8, 16);
  const buffer<float, 2> out(cpu_device, {8, 8});
  const view<const float, 2> half(x.data(), {8, 8}, {16, 1}, cpu_device);
  EXPECT_EQ(text_of(grid(1), AddTiles{}, tensor_descriptor(half), tensor_descriptor(x.cview()),
                    out.view()),
            "");
  EXPECT_EQ(text_of(grid(1), AddTiles{}, tensor_descriptor(x.cview()), tensor_descriptor(half),
                    out.view()),
            "");
  EXPECT_EQ(out.download(), std::vector<float>(64, 2.0f));
}

// If pointers cannot be guarded, the first lane decides to which rows an access belongs.
TEST(SharedArray, WithoutGuardedPointers) {
  const auto packed = ones(kRows, 3 * kWidth);
  std::vector<runtime::argument> arguments;
  for (int number = 0; number < 3; ++number) {
    arguments.push_back(describe_argument(part<const float>(packed, number)));
  }
  const runtime::launch_memory memory({"[with Kernel = Test]",
                                       source_place::here(),
                                       {1, 1, 1},
                                       arguments.data(),
                                       static_cast<int>(arguments.size())});
  const auto resolved = [&](std::int64_t base, std::int64_t first) {
    const auto at = memory.resolve(reinterpret_cast<const char*>(packed.data() + base), first,
                                   runtime::access_kind::load, sizeof(float));
    return std::pair(at.target, at.shift);
  };
  using found = std::pair<int, std::int64_t>;
  for (int row = 0; row < kRows; ++row) {
    for (int number = 0; number < 3; ++number) {
      const std::int64_t start = row * 3 * kWidth;
      EXPECT_EQ(resolved(start + number * kWidth, 0), found(number, start));
      EXPECT_EQ(resolved(number * kWidth, start), found(number, 0));
    }
  }
}

}  // namespace
