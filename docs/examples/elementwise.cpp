// One-dimensional tiles: where a program is, what it loads, computes and stores.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [vector add]
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    auto b = tl.load(y + offsets, mask);
    tl.store(out + offsets, a + b, mask);
  }
};
//! [vector add]

//! [launch]
void vector_add(view<const float> x, view<const float> y, view<float> out) {
  constexpr int kBlockSize = 256;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), VectorAdd<kBlockSize>{}, x, y, out, n);
}
//! [launch]

TEST_F(Examples, VectorAdd) {
  //! [buffers]
  const device where = default_device();
  buffer<float> x(where, {1000}, counting(1000));
  buffer<float> y(where, {1000}, counting(1000, 2.0f));
  buffer<float> out(where, {1000});
  vector_add(x.cview(), y.cview(), out.view());
  EXPECT_EQ(out.download(), counting(1000, 3.0f));
  //! [buffers]
}

struct StrideThroughTheGrid {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    //! [num_programs]
    // A fixed number of programs: each takes every num_programs-th block.
    for (int block = tl.program_id(0); block * 128 < n; block += tl.num_programs(0)) {
      auto offsets = block * 128 + tl.arange(size<128>);
      tl.store(out + offsets, -tl.load(x + offsets, offsets < n), offsets < n);
    }
    //! [num_programs]
  }
};

TEST_F(Examples, NumPrograms) {
  EXPECT_EQ(run(here, grid(3), StrideThroughTheGrid{}, counting(1000), output<float>{1000}, 1000),
            counting(1000, -1.0f));
}

struct PreviousElement {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    //! [load]
    auto here = tl.load(x + offsets, offsets < n);
    auto before = tl.load(x + (offsets - 1), (offsets > 0) & (offsets <= n), 0.0f);
    //! [load]
    //! [store]
    tl.store(out + offsets, here - before, offsets < n);
    //! [store]
  }
};

TEST_F(Examples, LoadWithOther) {
  std::vector<float> want(100, 2.0f);
  want[0] = 0;
  EXPECT_EQ(run(here, grid(2), PreviousElement{}, counting(100, 2.0f), output<float>{100}, 100),
            want);
}

struct Constants {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto i = tl.arange(size<64>);
    //! [full]
    auto sevens = tl.full(size<64>, 7.0f);
    auto nothing = tl.zeros(size<64>);         // float32
    auto counts = tl.zeros(size<64>, int32);   // of another type
    auto matrix = tl.full(shape<8, 8>, 1.0f);  // two-dimensional
    //! [full]
    tl.store(out + i, sevens + nothing + counts + tl.sum(matrix));
  }
};

TEST_F(Examples, Full) {
  EXPECT_EQ(run(here, grid(1), Constants{}, output<float>{64}), std::vector<float>(64, 71.0f));
}

struct Clamp {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    //! [where]
    auto sign = tl.where(v < 0.0f, -1.0f, 1.0f);
    auto clamped = tl.minimum(tl.maximum(v, -1.0f), 1.0f);
    //! [where]
    tl.store(out + i, sign * clamped);
  }
};

TEST_F(Examples, Where) {
  const auto values = made(64, [](int i) { return (static_cast<float>(i) - 31.5f) / 8; });
  EXPECT_EQ(run(here, grid(1), Clamp{}, values, output<float>{64}),
            made(64, [&](int i) { return std::min(std::abs(values[i]), 1.0f); }));
}

struct Silu {
  KW_KERNEL void operator()(program auto tl, const bfloat16_t* x, bfloat16_t* out) const {
    auto i = tl.arange(size<64>);
    //! [functions]
    auto v = tl.load(x + i).to(float32);  // compute in float32
    auto silu = v / (1.0f + tl.exp(-v));
    auto length = tl.sqrt(v * v + 1.0f) * tl.rsqrt(v * v + 1.0f);  // 1
    tl.store(out + i, (silu * length).to(bfloat16));               // round once, at the end
    //! [functions]
  }
};

TEST_F(Examples, Functions) {
  const auto values = made(64, [](int i) { return static_cast<float>(i - 32) / 8; });
  const auto got =
      run(here, grid(1), Silu{}, converted<bfloat16_t>(values), output<bfloat16_t>{64});
  for (int i = 0; i < 64; ++i) {
    EXPECT_NEAR(core::convert<float>(got[i]), values[i] / (1 + std::exp(-values[i])), 0.02f) << i;
  }
}

struct Unpack {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* packed, float* out,
                            float scale) const {
    auto i = tl.arange(size<64>);
    //! [bits]
    // Two numbers of 4 bits in each byte, each from -8 to 7.
    auto bytes = tl.load(packed + (i >> 1));
    auto nibbles = (bytes >> ((i & 1) << 2)) & 15;
    auto values = (nibbles ^ 8).to(int32) - 8;
    //! [bits]
    tl.store(out + i, values.to(float32) * scale);
  }
};

TEST_F(Examples, Unpack) {
  const auto bytes = made(32, [](int i) { return static_cast<std::uint8_t>(i * 37 + 5); });
  EXPECT_EQ(run(here, grid(1), Unpack{}, bytes, output<float>{64}, 0.5f), made(64, [&](int i) {
              const int nibble = bytes[i / 2] >> (i % 2 == 1 ? 4 : 0) & 15;
              return 0.5f * static_cast<float>(nibble < 8 ? nibble : nibble - 16);
            }));
}

struct FloorOfLog2 {
  KW_KERNEL void operator()(program auto tl, const float* x, std::int32_t* exponents,
                            float* ramp) const {
    auto i = tl.arange(size<64>);
    //! [cast]
    auto v = tl.load(x + i);
    auto exponent = (v.to(int32, bitcast) >> 23) - 127;  // of a positive float
    auto steps = i.to(float32) / 64.0f + (i < 32).to(float32);
    //! [cast]
    tl.store(exponents + i, exponent);
    tl.store(ramp + i, steps);
  }
};

TEST_F(Examples, Cast) {
  const auto [exponents, ramp] =
      run(here, grid(1), FloorOfLog2{}, counting(64), output<std::int32_t>{64}, output<float>{64});
  EXPECT_EQ(exponents,
            made(64, [](int i) { return i == 0 ? -127 : std::ilogb(static_cast<float>(i)); }));
  EXPECT_EQ(ramp,
            made(64, [](int i) { return static_cast<float>(i) / 64 + (i < 32 ? 1.0f : 0.0f); }));
}

}  // namespace
