// Tests of lesson 07, task 6: arrays that a tensor descriptor takes, and others.
#include <kernelwright/testing/stream_steps.hpp>

#include "matmul_test.hpp"

namespace lesson07 {
namespace {

template <class T>
std::string result_of_no_stream(kw::device where) {
  constexpr std::int64_t kLong = 520, kLargestStep = 128;
  const kw::buffer<T, 2> a(where, {72, kLong}, make_input<T>(72 * kLong, 1));
  const kw::buffer<T, 2> b(where, {kLong, 40}, make_input<T>(kLong * 40, 2));
  const kw::buffer<T, 2> out(where, {72, 40});
  return stream_for_show(where, kLong / kLargestStep, [&] {
    matmul_pipelined<T>(a.cview(), b.cview(), out.view());
    return to_doubles(out.download());
  });
}

template <class T>
void stream(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  const bool any = c.size() > 0 && a.extent(1) > 0;
  expect_stream(c.device(), any, [&] { matmul_pipelined<T>(a, b, c); });
  if (any) {
    static const std::string for_show = result_of_no_stream<T>(c.device());
    if (!for_show.empty()) {
      ADD_FAILURE() << for_show;
    }
  }
}

/// Do all rows of these arrays begin at multiples of 16 bytes?
bool fits(const product_case& c) {
  const auto is_aligned = [&](std::int64_t rows, std::int64_t columns) {
    return rows * columns == 0 || (c.offset == 0 && (rows == 1 || (columns + c.gap) % 8 == 0));
  };
  return is_aligned(c.m, c.k) && is_aligned(c.k, c.n) && is_aligned(c.m, c.n);
}

/// Right if descriptors take the arrays, and an error otherwise.
template <class T>
bool check_any(const product_case& c) {
  if (fits(c)) {
    return check_product<stream<T>>(c);
  }
  EXPECT_THROW(check_product<stream<T>>(c), kw::error) << shape(c);
  return !::testing::Test::HasFailure();
}
template <class T>
bool refuses_transposed(const product_case& c) {
  EXPECT_THROW(check_transposed<stream<T>>(c), kw::error) << shape(c);
  return !::testing::Test::HasFailure();
}

product_case any_aligned(size_draw& d) {
  return {d.length(0, 300), 8 * d.length(0, 40), 8 * d.length(0, 40)};
}

// Rows of multiples of 8 elements: descriptors take all of these.
const std::vector<product_case> kAlignedSizes = {{64, 64, 64},   {64, 64, 640},  {1, 8, 8},
                                                 {1, 304, 104},  {63, 72, 32},   {130, 264, 72},
                                                 {17, 40, 4096}, {200, 400, 56}, {129, 136, 1000}};

template <class T>
tests<product_case> pipelined_tests(const char* suite,
                                    kw::source_place place = kw::source_place::here()) {
  return {
      suite,
      {
          {"OneStep", check_product<stream<T>>, {{8, 16, 24}}},
          {"Sizes", check_product<stream<T>>, kAlignedSizes},
          {"AnySizes", check_any<T>, kSizes},
          {"StridedRows", check_any<T>, kStrided},
          {"NothingToSum", check_product<stream<T>>, {{70, 32, 0}}},
          {"LargeTiles", check_product<stream<T>>, {{1025, 1160, 72}}},
          {"TransposedIsRejected", refuses_transposed<T>, {{64, 64, 64}, {65, 40, 72}}},
          {"InfinitiesStayInTheirRow", check_infinities<stream<T>>, {{70, 72, 40}}},
          {"SameBitsTwentyTimes", check_product<stream<T>, 20>, {{130, 72, 504}}},
          {"AnyShape", check_product<stream<T>>, any_aligned},
      },
      place,
  };
}
const auto float16_pipelined_tests = pipelined_tests<float16_t>("MatmulPipelined/float16");
const auto bfloat16_pipelined_tests = pipelined_tests<bfloat16_t>("MatmulPipelined/bfloat16");

}  // namespace
}  // namespace lesson07
