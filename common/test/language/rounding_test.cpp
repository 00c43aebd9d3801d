// Conversions to floats of 16 bits round once, from every type. Each number that is half-way
// between two neighbours, and the numbers next to it, show whether a conversion goes by way of a
// float32, which rounds half-way first.
#include <limits>

#include "kernel_test.hpp"

namespace rounding_test {

using namespace kw;

struct Rounding : kernel_test::KernelTest {};

template <class T>
T from_bits(unsigned bits) {
  return T{static_cast<std::uint16_t>(bits)};
}

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
    tl.store(numbers + (first + 1), tl.load(x + (first + 1)), first + 1 < n);
  }
};

template <class From, class To>
void check(device here, const std::vector<From>& numbers, const std::vector<To>& want) {
  const auto n = static_cast<std::int64_t>(numbers.size());
  ASSERT_GT(n, 0);
  const kernel_test::output<To> out{n};
  const auto [of_tiles, of_stores, of_scalars] =
      kernel_test::run(here, grid(cdiv(static_cast<int>(n), 256)), Convert{}, numbers, out, out,
                       kernel_test::changed(std::vector<To>(numbers.size())), static_cast<int>(n));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    ASSERT_EQ(of_tiles[k].bits, want[k].bits) << std::hexfloat << numbers[k];
    ASSERT_EQ(of_stores[k].bits, want[k].bits) << std::hexfloat << numbers[k];
    if (k % 256 < 2) {
      ASSERT_EQ(of_scalars[k].bits, want[k].bits) << std::hexfloat << numbers[k];
    }
  }
  take_findings();  // of infinities, which are meant here
}

/// All codes with a sign or without, up to the largest number.
template <class To, class Visit>
void for_each_gap(unsigned infinity, Visit visit) {
  for (unsigned code = 0; code + 1 < infinity; ++code) {
    const double low = core::convert<double>(from_bits<To>(code));
    const double high = core::convert<double>(from_bits<To>(code + 1));
    visit(code, low, high);
  }
}

template <class To>
void check_from_double(device here, unsigned infinity) {
  std::vector<double> numbers;
  std::vector<To> want;
  const auto add = [&](double number, unsigned code) {
    numbers.push_back(number);
    want.push_back(from_bits<To>(code));
    numbers.push_back(-number);
    want.push_back(from_bits<To>(code | 0x8000u));
  };
  for_each_gap<To>(infinity, [&](unsigned code, double low, double high) {
    const double middle = low + (high - low) / 2;
    add(std::nextafter(middle, low), code);
    add(middle, code + (code & 1u));
    add(std::nextafter(middle, high), code + 1);
    add(middle + (high - middle) * 0x1p-29, code + 1);
  });
  const double largest = core::convert<double>(from_bits<To>(infinity - 1));
  const double below = core::convert<double>(from_bits<To>(infinity - 2));
  const double middle = largest + (largest - below) / 2;
  add(std::nextafter(middle, 0.0), infinity - 1);
  add(middle, infinity);
  add(std::numeric_limits<double>::max(), infinity);
  add(std::numeric_limits<double>::infinity(), infinity);
  add(std::numeric_limits<double>::denorm_min(), 0);
  add(0.0, 0);
  check(here, numbers, want);
}
TEST_F(Rounding, Float64ToFloat16) {
  check_from_double<float16_t>(here, 0x7c00u);
}
TEST_F(Rounding, Float64ToBfloat16) {
  check_from_double<bfloat16_t>(here, 0x7f80u);
}

/// All exponents of float32, with many fractions.
template <class To, class Bits>
void check_from_float(device here, Bits bits_of) {
  std::vector<float> numbers;
  std::vector<To> want;
  for (unsigned k = 0; k < 65536; ++k) {
    numbers.push_back(core::float_of(k * 65521u + (k << 16)));
    want.push_back(from_bits<To>(bits_of(numbers.back())));
  }
  check(here, numbers, want);
}
TEST_F(Rounding, Float32AgreesWithThePortableBits) {
  check_from_float<float16_t>(here, core::float_to_float16_bits);
  check_from_float<bfloat16_t>(here, core::float_to_bfloat16_bits);
}

/// Integers around what is half-way, both ends of the type, and small ones.
template <class To, class Int>
void check_from_integers(device here, unsigned infinity) {
  using limits = std::numeric_limits<Int>;
  const double above = 2 * static_cast<double>(limits::max() / 2 + 1);
  std::vector<Int> numbers;
  std::vector<To> want;
  const auto add = [&](Int number, unsigned code) {
    numbers.push_back(number);
    want.push_back(from_bits<To>(code));
    if constexpr (limits::is_signed) {
      if (number > 0) {
        numbers.push_back(static_cast<Int>(-number));
        want.push_back(from_bits<To>(code | 0x8000u));
      }
    }
  };
  for_each_gap<To>(infinity, [&](unsigned code, double low, double high) {
    const double middle = low + (high - low) / 2;
    if (low >= 1 && high < above && middle == std::floor(middle)) {
      const Int half = static_cast<Int>(middle);
      add(half, code + (code & 1u));
      add(static_cast<Int>(half - 1), code);
      add(static_cast<Int>(half + 1), code + 1);
      add(static_cast<Int>(low), code);
    }
  });
  add(0, 0);
  const unsigned most = core::float_to_bfloat16_bits(static_cast<float>(above));
  add(limits::max(), std::is_same_v<To, float16_t> ? infinity : most);
  if (limits::is_signed) {
    numbers.push_back(limits::min());
    want.push_back(from_bits<To>((std::is_same_v<To, float16_t> ? infinity : most) | 0x8000u));
  }
  check(here, numbers, want);
}
TEST_F(Rounding, IntegersToBfloat16) {
  check_from_integers<bfloat16_t, std::int32_t>(here, 0x7f80u);
  check_from_integers<bfloat16_t, std::uint32_t>(here, 0x7f80u);
  check_from_integers<bfloat16_t, std::int64_t>(here, 0x7f80u);
  check_from_integers<bfloat16_t, std::uint64_t>(here, 0x7f80u);
}
TEST_F(Rounding, IntegersToFloat16) {
  check_from_integers<float16_t, std::int32_t>(here, 0x7c00u);
  check_from_integers<float16_t, std::uint32_t>(here, 0x7c00u);
  check_from_integers<float16_t, std::int64_t>(here, 0x7c00u);
  check_from_integers<float16_t, std::uint64_t>(here, 0x7c00u);
}

}  // namespace rounding_test
