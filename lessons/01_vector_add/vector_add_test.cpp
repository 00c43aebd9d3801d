// Tests of lesson 01. Lengths are whole blocks, except for solve.
#include "vector_add.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "vector_add_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::tolerance;
namespace reference = lesson01::reference;

constexpr tolerance kExact{0.0, 0.0, "whole numbers are exact"};
constexpr tolerance kSum{0.0, 6e-8, "one float32 addition rounds once, by at most 2^-24"};
constexpr tolerance kFused{2e-6, 0.0, "three float32 roundings of values below 10"};

std::string length(std::int64_t n) {
  return "n = " + std::to_string(n);
}

class ProgramIds : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const kw::buffer<int> out(device(), {n});
    lesson01::program_ids(out.view());
    return check_close(out, reference::program_ids(n, lesson01::kSmallBlock), kExact, length(n));
  }
};

TEST_F(ProgramIds, FourBlocks) {
  check(256);
}

TEST_F(ProgramIds, Sizes) {
  for (const std::int64_t n : {64, 128, 64 * 37, 0}) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

class Offsets : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const kw::buffer<int> out(device(), {n});
    lesson01::offsets(out.view());
    return check_close(out, reference::offsets(n), kExact, length(n));
  }
};

TEST_F(Offsets, FourBlocks) {
  check(256);
}

TEST_F(Offsets, Sizes) {
  for (const std::int64_t n : {64, 128, 64 * 37, 0}) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

class VectorAdd : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, kw::buffer_layout layout = {}) {
    const auto x = make_input<float>(n, 1);
    const auto y = make_input<float>(n, 2);
    const kw::buffer<float> x_buffer(device(), {n}, x, layout);
    const kw::buffer<float> y_buffer(device(), {n}, y, layout);
    const kw::buffer<float> out(device(), {n}, layout);
    lesson01::vector_add(x_buffer.cview(), y_buffer.cview(), out.view());
    return check_close(out, reference::vector_add(x, y), kSum, length(n));
  }
};

TEST_F(VectorAdd, TwoBlocks) {
  check(2 * lesson01::kBlockSize);
}

TEST_F(VectorAdd, Sizes) {
  for (const std::int64_t blocks : {1, 2, 3, 37, 0}) {
    if (!check(blocks * lesson01::kBlockSize)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(VectorAdd, UnalignedBase) {
  check(4 * lesson01::kBlockSize, {.element_offset = 1});
}

TEST_F(VectorAdd, ManyBlocks) {
  check(1 << 20);
}

class Fused : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const auto a = make_input<float>(n, 1);
    const auto b = make_input<float>(n, 2);
    const auto c = make_input<float>(n, 3);
    const auto d = make_input<float>(n, 4);
    const kw::buffer<float> a_buffer(device(), {n}, a);
    const kw::buffer<float> b_buffer(device(), {n}, b);
    const kw::buffer<float> c_buffer(device(), {n}, c);
    const kw::buffer<float> d_buffer(device(), {n}, d);
    const kw::buffer<float> out(device(), {n});
    lesson01::fused(a_buffer.cview(), b_buffer.cview(), c_buffer.cview(), d_buffer.cview(),
                    out.view());
    return check_close(out, reference::fused(a, b, c, d), kFused, length(n));
  }
};

TEST_F(Fused, TwoBlocks) {
  check(2 * lesson01::kBlockSize);
}

TEST_F(Fused, Sizes) {
  for (const std::int64_t blocks : {1, 2, 3, 37, 0}) {
    if (!check(blocks * lesson01::kBlockSize)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Fused, ManyBlocks) {
  check(1 << 20);
}

class Solve : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const auto a = make_input<float>(n, 1);
    const auto b = make_input<float>(n, 2);
    const kw::buffer<float> a_buffer(device(), {n}, a);
    const kw::buffer<float> b_buffer(device(), {n}, b);
    const kw::buffer<float> c(device(), {n});
    solve(a_buffer.data(), b_buffer.data(), c.data(), static_cast<int>(n));
    return check_close(c, reference::vector_add(a, b), kSum, length(n));
  }
};

TEST_F(Solve, OneThousand) {
  check(1000);
}

TEST_F(Solve, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(lesson01::kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Solve, APrimeAboveAMillion) {
  check(1000003);
}

}  // namespace
