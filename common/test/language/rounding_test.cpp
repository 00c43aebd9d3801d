// Conversions in kernels to the floats of 16 and 8 bits round once, from every type. Each number
// that is half-way between two neighbours, and the numbers next to it, show whether a conversion
// goes by way of a float32, which rounds half-way first.
#include <algorithm>
#include <string>

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
    // A macro for each comparison would take longer than the kernels.
    if (of_tiles[k].bits != want || of_stores[k].bits != want ||
        (k % 256 < 2 && of_scalars[k].bits != want)) {
      FAIL() << std::hexfloat << numbers[k] << " is " << want << ", and became "
             << +of_tiles[k].bits << " as a tile, " << +of_stores[k].bits << " by a store"
             << (k % 256 < 2 ? " and " + std::to_string(of_scalars[k].bits) + " as a number" : "");
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

/// Whole numbers around what is half-way, and small ones.
template <class To>
std::vector<double> whole_numbers() {
  std::vector<double> whole;
  for (double number : narrow_floats::numbers_to_round<To>()) {
    const double below = std::floor(number);
    if (below < 0x1p52 && (whole.empty() || whole.back() != below + 1)) {
      whole.insert(whole.end(), {below - 1, below, below + 1});
    }
  }
  std::sort(whole.begin(), whole.end());
  whole.erase(std::unique(whole.begin(), whole.end()), whole.end());
  return whole;
}
/// Those that the type has, and both its ends. (Of 64 bits, those that a double has: the test
/// computes in it.)
template <class To, class Int>
void check_integers(device here, const std::vector<double>& whole) {
  using limits = std::numeric_limits<Int>;
  const double above = 2 * static_cast<double>(limits::max() / 2 + 1);
  std::vector<Int> numbers{limits::min(), limits::max()};
  for (double number : whole) {
    if (number >= static_cast<double>(limits::min()) && number < above) {
      numbers.push_back(static_cast<Int>(number));
    }
  }
  check<To>(here, numbers);
}
TYPED_TEST(Rounding, FromIntegers) {
  const auto whole = whole_numbers<TypeParam>();
  kernel_test::for_each_type<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      [&]<class Int> { check_integers<TypeParam, Int>(this->here, whole); });
}

}  // namespace rounding_test
