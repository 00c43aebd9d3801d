// Conversions in kernels to the floats of 16 and 8 bits round once, from every type. Each number
// that is half-way between two neighbours, and the numbers next to it, show whether a conversion
// goes by way of a float32, which rounds half-way first.
#include <algorithm>

#include "kernel_test.hpp"
#include "narrow_floats.hpp"

namespace rounding_test {

using namespace kw;
using narrow_floats::nearest;

template <class T>
struct Rounding : kernel_test::KernelTest {};
using Types = ::testing::Types<float16_t, bfloat16_t, float8_e4m3_t, float8_e5m2_t>;
TYPED_TEST_SUITE(Rounding, Types);

/// The lane's value as a tile, as what a store converts, and as a plain number.
struct Convert {
  template <class From, class To>
  KW_KERNEL void operator()(program auto tl, const From* x, To* tiles, To* stores, To* numbers,
                            int n) const {
    auto i = tl.program_id(0) * 256 + tl.arange(size<256>);
    auto v = tl.load(x + i, i < n, 0);
    tl.store(tiles + i, v.to(dtype<To>{}), i < n);
    tl.store(stores + i, v, i < n);
    const int first = tl.program_id(0) * 256;
    tl.store(numbers + first, tl.cast(tl.load(x + first), dtype<To>{}));
    tl.store(numbers + (first + 1), tl.load(x + (first + 1), first + 1 < n, 0), first + 1 < n);
  }
};

template <class To, class From>
void check(device here, const std::vector<From>& numbers) {
  const auto n = static_cast<int>(numbers.size());
  const kernel_test::output<To> out{n};
  const auto [of_tiles, of_stores, of_scalars] =
      kernel_test::run(here, grid(cdiv(n, 256)), Convert{}, numbers, out, out,
                       kernel_test::changed(std::vector<To>(numbers.size())), n);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const unsigned want = nearest<To>(static_cast<double>(numbers[k]));
    ASSERT_EQ(of_tiles[k].bits, want) << std::hexfloat << numbers[k];
    ASSERT_EQ(of_stores[k].bits, want) << std::hexfloat << numbers[k];
    if (k % 256 < 2) {
      ASSERT_EQ(of_scalars[k].bits, want) << std::hexfloat << numbers[k];
    }
  }
  take_findings();  // of infinities, which are meant here
}

TYPED_TEST(Rounding, FromFloats) {
  const auto numbers = narrow_floats::numbers_to_round<TypeParam>();
  check<TypeParam>(this->here, numbers);
  check<TypeParam>(this->here, std::vector<float>(numbers.begin(), numbers.end()));
  for (std::ptrdiff_t n : {1, 255, 257}) {
    check<TypeParam>(this->here, std::vector<float>(numbers.begin(), numbers.begin() + n));
  }
}

/// Integers around what is half-way, both ends of the type, and small ones. (Of 64 bits, those that
/// a double has: the test computes in it.)
template <class To, class Int>
void check_integers(device here) {
  using limits = std::numeric_limits<Int>;
  const double above = 2 * static_cast<double>(limits::max() / 2 + 1);
  std::vector<Int> numbers{limits::min(), limits::max()};
  for (double number : narrow_floats::numbers_to_round<To>()) {
    for (double by : {-1.0, 0.0, 1.0}) {
      const double whole = std::floor(number) + by;
      if (whole >= static_cast<double>(limits::min()) && whole < above && whole < 0x1p52) {
        numbers.push_back(static_cast<Int>(whole));
      }
    }
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  check<To>(here, numbers);
}
TYPED_TEST(Rounding, FromIntegers) {
  kernel_test::for_each_type<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      [&]<class Int> { check_integers<TypeParam, Int>(this->here); });
}

}  // namespace rounding_test
