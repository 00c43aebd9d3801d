#include "kernelwright/runtime/buffer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>

namespace {

using namespace kw;

std::vector<float> numbers(std::size_t n) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

TEST(Buffer, RoundTrip) {
  for (const std::int64_t n : {0, 1, 255, 256, 1000}) {
    const auto values = numbers(static_cast<std::size_t>(n));
    const buffer<float> x(cpu_device, {n}, values);
    EXPECT_EQ(x.download(), values);
    EXPECT_EQ(x.size(), n);
    EXPECT_TRUE(x.guards_intact());
    EXPECT_EQ(x.cview().extent(0), n);
  }
}

TEST(Buffer, StridedRows) {
  const auto values = numbers(15);
  buffer<float, 2> x(cpu_device, {3, 5}, values, {.row_stride = 8, .element_offset = 1});
  EXPECT_EQ(x.download(), values);
  EXPECT_EQ(x.stride(0), 8);
  EXPECT_EQ(x.view().data()[8], 6.0f);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 256, 4u);
  EXPECT_TRUE(x.guards_intact());
}

TEST(Buffer, ThreeAxes) {
  const auto values = numbers(2 * 3 * 4);
  const buffer<float, 3> x(cpu_device, {2, 3, 4}, values, {.row_stride = 6});
  EXPECT_EQ(x.stride(0), 18);
  EXPECT_EQ(x.stride(1), 6);
  EXPECT_EQ(x.stride(2), 1);
  EXPECT_EQ(x.download(), values);
  EXPECT_EQ(x.data()[18 + 2 * 6 + 3], 24.0f);
}

template <class T>
class Poison : public ::testing::Test {};
using Types = ::testing::Types<float, double, float16_t, bfloat16_t, std::int8_t, std::int32_t>;
TYPED_TEST_SUITE(Poison, Types);

TYPED_TEST(Poison, FillsFreshBuffers) {
  const auto poison = runtime::poison_value<TypeParam>();
  buffer<TypeParam> x(cpu_device, {100});
  for (const TypeParam value : x.download()) {
    EXPECT_EQ(std::memcmp(&value, &poison, sizeof poison), 0);
  }
  if constexpr (core::floating_type<TypeParam>) {
    EXPECT_TRUE(std::isnan(core::convert<double>(poison)));
  }
  x.fill(TypeParam{});
  x.poison();
  const TypeParam value = x.download()[50];
  EXPECT_EQ(std::memcmp(&value, &poison, sizeof poison), 0);
}

TEST(Buffer, Guards) {
  std::string why;
  buffer<float> x(cpu_device, {10});
  x.data()[10] = 0;
  EXPECT_FALSE(x.guards_intact(&why));
  EXPECT_EQ(why, "element 10 was written, which is after the last element of the buffer");
  x.poison();
  x.data()[-1] = 0;
  x.data()[-3] = 0;
  EXPECT_FALSE(x.guards_intact(&why));
  EXPECT_EQ(why, "element -1 was written, which is before the first element of the buffer");
  buffer<float, 2> y(cpu_device, {3, 5}, {.row_stride = 8});
  y.fill(1.0f);
  EXPECT_TRUE(y.guards_intact(&why)) << why;
  y.data()[14] = 0;
  EXPECT_FALSE(y.guards_intact(&why));
  EXPECT_EQ(why, "element 14 was written, which is in the gap after row 1");
}

TEST(Buffer, Moves) {
  buffer<float> x(cpu_device, {10}, numbers(10));
  const float* data = x.data();
  buffer<float> y = std::move(x);
  EXPECT_EQ(y.data(), data);
  EXPECT_EQ(y.download(), numbers(10));
  buffer<float> z;
  z = std::move(y);
  EXPECT_EQ(z.download(), numbers(10));
}

template <class F>
std::string what(F f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Buffer, NoColumnsAndAStride) {
  const buffer<float, 2> x(cpu_device, {5, 0}, {.row_stride = 8});
  EXPECT_EQ(x.size(), 0);
  EXPECT_TRUE(x.download().empty());
  EXPECT_TRUE(x.guards_intact());
}

TEST(Buffer, Errors) {
  EXPECT_EQ(what([] { buffer<float> x(cpu_device, {-1}); }),
            "kw::buffer: extent 0 is negative (-1)");
  EXPECT_EQ(what([] {
              buffer<float, 2> x(cpu_device, {2, 8}, {.row_stride = 7});
            }),
            "kw::buffer: row_stride is 7, but a row has 8 elements: rows would overlap");
  EXPECT_EQ(what([] { buffer<float> x(cpu_device, {4}, numbers(5)); }),
            "kw::buffer::upload: the buffer has 4 elements, but 5 values were given");
  EXPECT_EQ(what([] { memory::allocate(cpu_device, std::int64_t{1} << 60); }),
            "cannot allocate 1152921504606846976 bytes of memory: is the machine full, or a limit "
            "(ulimit -v) set?");
  if (!cuda_linked()) {
    EXPECT_EQ(
        what([] { buffer<float> x(cuda_device, {4}); }),
        "no CUDA device: this program was built for the CPU alone (build the preset `cuda` for "
        "a GPU)");
  }
}

TEST(Device, Cpu) {
  std::string why = "old";
  EXPECT_TRUE(available(cpu_device, &why));
  EXPECT_EQ(why, "");
  EXPECT_NE(device_name(cpu_device).find("thread"), std::string::npos);
  EXPECT_GE(thread_count(), 1);
  stopwatch watch(cpu_device);
  watch.start();
  volatile double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    sum = sum + i;
  }
  watch.stop();
  EXPECT_GT(watch.seconds(), 0);
  EXPECT_LT(watch.seconds(), 10);
}

TEST(Device, CudaSaysWhyNot) {
  std::string why;
  if (!available(cuda_device, &why)) {
    EXPECT_NE(why, "");
    EXPECT_THROW((void)device_name(cuda_device), error);
  }
}

TEST(Memory, CopyAndFill) {
  void* data = memory::allocate(cpu_device, 1000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 256, 0u);
  memory::fill(cpu_device, data, 7, 1000);
  std::vector<unsigned char> copy(1000);
  memory::copy(cpu_device, copy.data(), cpu_device, data, 1000);
  EXPECT_EQ(copy, std::vector<unsigned char>(1000, 7));
  memory::release(cpu_device, data);
  EXPECT_THROW(memory::release(cpu_device, data), error);
}

}  // namespace
