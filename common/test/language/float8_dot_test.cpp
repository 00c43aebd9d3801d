// tl.dot of float8, of one kind and of both kinds together, at all sizes.

#include "dot_reference.hpp"

namespace dot_test {
namespace {

struct Float8DotTest : kernel_test::KernelTest {};

template <class T, class U>
void check_float8(device here) {
  constexpr int as_is = core::kIeee;
  check_product<64, 64, 32, 4, T, false, false, as_is, U>(here);
  check_product<128, 64, 128, 8, T, false, true, as_is, U>(here);
  check_product<32, 32, 64, 2, T, true, false, as_is, U>(here);
  check_product<16, 64, 32, 4, T, true, true, as_is, U>(here);
  check_product<16, 16, 16, 1, T, false, true, as_is, U>(here);
  check_product<1, 64, 64, 4, T, false, true, as_is, U>(here);
  check_product<4, 8, 2, 4, T, false, false, as_is, U>(here);
}

TEST_F(Float8DotTest, OfFourExponentBits) {
  check_float8<float8_e4m3_t, float8_e4m3_t>(here);
}
TEST_F(Float8DotTest, OfFiveExponentBits) {
  check_float8<float8_e5m2_t, float8_e5m2_t>(here);
}
TEST_F(Float8DotTest, OfBothKinds) {
  check_float8<float8_e4m3_t, float8_e5m2_t>(here);
  check_product<32, 16, 64, 4, float8_e5m2_t, false, false, core::kIeee, float8_e4m3_t>(here);
}

/// A matrix of every number of the type, times the identity.
template <class T>
void check_every_number(device here) {
  std::vector<T> a, b(256);
  for (int k = 0; k < 256; ++k) {
    const T v{static_cast<std::uint8_t>(k)};
    a.push_back(std::isfinite(core::convert<float>(v)) ? v : T{});
    b[static_cast<std::size_t>(k)] = core::convert<T>(k % 17 == 0 ? 1 : 0);
  }
  const auto got = kernel_test::run(here, grid(1), Product<16, 16, 16, false, false, core::kIeee>{},
                                    a, b, kernel_test::output<float>{256});
  expect_equal(got, product(a, b, 16, 16, 16), 16);
}

TEST_F(Float8DotTest, EveryNumberIsMultiplied) {
  check_every_number<float8_e4m3_t>(here);
  check_every_number<float8_e5m2_t>(here);
}

/// Tiles of arrays, in a stream.
struct StreamOfFloat8 {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> a, array<const T, 2> b,
                            array<float, 2> c) const {
    auto acc = tl.accumulator(shape<32, 32>);
    auto ab = tl.stream(stages<2>, [&](int k) {
      return fetch(a.tile(shape<32, 32>, 0, k), b.tile(shape<32, 32>, 0, k));
    });
    ab.pipelined(0, a.columns(), 32,
                 [&](int, auto at, auto bt) { acc = tl.dot(at, tl.trans(bt), acc); });
    tl.store(c.tile(shape<32, 32>, 0, 0), acc);
  }
};

TEST_F(Float8DotTest, Streams) {
  for (int k : {32, 97, 256}) {
    const auto a = operand_values<float8_e4m3_t>(32 * k, 5);
    const auto b = operand_values<float8_e4m3_t>(32 * k, 6);
    const buffer<float8_e4m3_t, 2> of_a(here, {32, k}, a), of_b(here, {32, k}, b);
    const buffer<float, 2> c(here, {32, 32});
    launch(here, grid(1), StreamOfFloat8{}, of_a.cview(), of_b.cview(), c.view());
    expect_equal(c.download(), product(a, transposed(b, 32, k), 32, 32, k), 32);
  }
}

}  // namespace
}  // namespace dot_test
