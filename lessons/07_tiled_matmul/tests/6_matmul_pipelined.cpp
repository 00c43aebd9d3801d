// Tests of lesson 07, task 6: arrays that a tensor descriptor takes, and others.
#include "tiled_matmul.hpp"

#include <string>

#include <kernelwright/testing/stream_steps.hpp>

#include "matmul_test.hpp"

namespace lesson07 {
namespace {

template <class T>
class MatmulPipelined : public matmul_test {
 protected:
  static void call_with_stream(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
    const bool any = c.size() > 0 && a.extent(1) > 0;
    kw::testing::expect_stream(c.device(), any, [&] { matmul_pipelined<T>(a, b, c); });
    if (any) {
      static const std::string for_show = result_of_no_stream(c.device());
      if (!for_show.empty()) {
        ADD_FAILURE() << for_show;
      }
    }
  }
  static std::string result_of_no_stream(kw::device where) {
    constexpr std::int64_t kLong = 520, kLargestStep = 128;
    const kw::buffer<T, 2> a(where, {72, kLong}, make_input<T>(72 * kLong, 1));
    const kw::buffer<T, 2> b(where, {kLong, 40}, make_input<T>(kLong * 40, 2));
    const kw::buffer<T, 2> out(where, {72, 40});
    return kw::testing::stream_for_show(where, kLong / kLargestStep, [&] {
      matmul_pipelined<T>(a.cview(), b.cview(), out.view());
      return to_doubles(out.download());
    });
  }
  static constexpr function<T> kCall = &call_with_stream;

  /// Do all rows of these arrays begin at multiples of 16 bytes?
  static bool fits(const matmul_case& c) {
    const auto is_aligned = [&](std::int64_t rows, std::int64_t columns) {
      return rows * columns == 0 || (c.offset == 0 && (rows == 1 || (columns + c.gap) % 8 == 0));
    };
    return is_aligned(c.m, c.k) && is_aligned(c.k, c.n) && is_aligned(c.m, c.n);
  }

  /// Right if descriptors take the arrays, and an error otherwise.
  void check_each(const std::vector<matmul_case>& cases) {
    for (const matmul_case& c : cases) {
      if (fits(c)) {
        this->check(kCall, c);
      } else {
        EXPECT_THROW(this->check(kCall, c), kw::error) << shape(c);
      }
      if (this->HasFailure()) {
        break;  // one failure says enough
      }
    }
  }
};
TYPED_TEST_SUITE(MatmulPipelined, float16_types, kw::testing::dtype_names);

TYPED_TEST(MatmulPipelined, OneStep) {
  this->check(this->kCall, {8, 16, 24});
}

// Rows of multiples of 8 elements: descriptors take all of these.
TYPED_TEST(MatmulPipelined, Sizes) {
  this->check_all(this->kCall, {{64, 64, 64},
                                {64, 64, 640},
                                {1, 8, 8},
                                {1, 304, 104},
                                {63, 72, 32},
                                {130, 264, 72},
                                {17, 40, 4096},
                                {200, 400, 56},
                                {129, 136, 1000}});
}

TYPED_TEST(MatmulPipelined, AnySizes) {
  this->check_each(kSizes);
}

TYPED_TEST(MatmulPipelined, StridedRows) {
  this->check_each(kStrided);
}

TYPED_TEST(MatmulPipelined, NothingToSum) {
  this->check(this->kCall, {70, 32, 0});
}

TYPED_TEST(MatmulPipelined, LargeTiles) {
  this->check_all(this->kCall, {{1025, 1160, 72}});
}

TYPED_TEST(MatmulPipelined, TransposedIsRejected) {
  EXPECT_THROW(this->check(this->kCall, {64, 64, 64}, true), kw::error);
  EXPECT_THROW(this->check(this->kCall, {65, 40, 72}, true), kw::error);
}

TYPED_TEST(MatmulPipelined, InfinitiesStayInTheirRow) {
  this->check_infinities(this->kCall, {70, 72, 40});
}

TYPED_TEST(MatmulPipelined, SameBitsTwentyTimes) {
  if (!this->check(this->kCall, {130, 72, 504})) {
    return;  // it has said what is wrong
  }
  this->check_same_bits(this->kCall, {130, 72, 504});
}

}  // namespace
}  // namespace lesson07
