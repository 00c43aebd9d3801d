// Calls of the quick reference that no other example shows: index tiles, functions, shapes, loops,
// barriers and flags.
#include <kernelwright/quantised.hpp>
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct EveryOther {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    //! [arange]
    auto i = tl.arange(size<4>);  // 0 1 2 3
    auto offsets = 8 + 2 * i;     // 8 10 12 14: a formula, which takes no registers
    //! [arange]
    //! [multiple_of]
    auto v = tl.load(x + tl.multiple_of(offsets, 2));  // the same as tl.load(x + offsets)
    //! [multiple_of]
    tl.store(out + i, v);
  }
};

TEST_F(Examples, EveryOther) {
  EXPECT_EQ(run(here, grid(1), EveryOther{}, counting(15), output<float>{4}),
            (std::vector<float>{8, 10, 12, 14}));
}

struct Probabilities {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto at = tl.arange(size<4>)(_, None) * 8 + tl.arange(size<8>)(None, _);
    auto scores = tl.load(x + at);
    //! [softmax]
    auto p = tl.softmax(scores, axis<1>);  // (4, 8), and each row adds up to 1
    //! [softmax]
    //! [exp]
    auto information = -tl.sum(p * tl.log2(p), axis<1>);  // (4): the entropy of each row, in bits
    //! [exp]
    tl.store(out + tl.arange(size<4>), information);
  }
};

TEST_F(Examples, Probabilities) {
  for (const float bits :
       run(here, grid(1), Probabilities{}, std::vector<float>(32, 7.0f), output<float>{4})) {
    EXPECT_NEAR(bits, 3.0f, 1e-5);  // eight equal probabilities
  }
}

struct Normal {
  KW_KERNEL void operator()(program auto tl, float* out, unsigned seed) const {
    auto i = tl.arange(size<256>);
    auto zero = tl.zeros(size<256>, uint32);
    //! [philox]
    auto [a, b, c, d] = tl.philox(seed, i.to(uint32), zero, zero, zero);  // random bits
    auto u1 = tl.uint_to_uniform_float(a), u2 = tl.uint_to_uniform_float(b);
    auto [n1, n2] = tl.pair_uniform_to_normal(u1, u2);
    //! [philox]
    tl.store(out, tl.mean(n1 * n1) + tl.mean(n2 * n2));
  }
};

TEST_F(Examples, Normal) {
  // Two variances of 1, from 256 numbers each.
  EXPECT_NEAR(run(here, grid(1), Normal{}, output<float>{1}, 5u)[0], 2.0f, 0.4f);
}

struct Pairs {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [reshape]
    auto pairs = tl.reshape(v, shape<4, 2>);  // (4, 2): two neighbours per row
    auto means = tl.mean(pairs, axis<1>);     // (4)
    auto centred = tl.ravel(pairs - tl.expand_dims(means, axis<1>));  // (4, 1) broadcasts; then (8)
    //! [reshape]
    tl.store(out + i, centred);
    //! [broadcast_to]
    auto twice = tl.broadcast_to(means(_, None), shape<4, 2>);  // (4, 1) becomes (4, 2)
    //! [broadcast_to]
    tl.store(out + (8 + i), tl.ravel(twice));
  }
};

TEST_F(Examples, Pairs) {
  EXPECT_EQ(run(here, grid(1), Pairs{}, counting(8), output<float>{16}),
            (std::vector<float>{-0.5f, 0.5f, -0.5f, 0.5f, -0.5f, 0.5f, -0.5f, 0.5f, 0.5f, 0.5f,
                                2.5f, 2.5f, 4.5f, 4.5f, 6.5f, 6.5f}));
}

struct UnpackBytes {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* w, float* out) const {
    auto pairs = tl.arange(size<2>);
    auto cols = tl.arange(size<4>);
    //! [unpack_uint4]
    auto packed =
        tl.load(w + pairs(_, None) * 4 + cols(None, _));  // (2, 4) bytes, with two rows in each
    auto q = tl.unpack_uint4(packed, axis<0>);            // (4, 4) uint8, from 0 to 15
    auto weights = (q.to(float32) - 8.0f) * 0.5f;         // zero point 8, scale 0.5
    //! [unpack_uint4]
    tl.store(out + tl.arange(size<4>)(_, None) * 4 + cols(None, _), weights);
  }
};

TEST_F(Examples, UnpackBytes) {
  const auto bytes = made(8, [](int i) { return static_cast<std::uint8_t>(i | (15 - i) << 4); });
  EXPECT_EQ(run(here, grid(1), UnpackBytes{}, bytes, output<float>{16}), made(16, [](int at) {
              const int row = at / 4, i = row / 2 * 4 + at % 4;  // of the byte
              return (static_cast<float>(row % 2 == 0 ? i : 15 - i) - 8.0f) * 0.5f;
            }));
}

struct Blocks {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto sums = tl.zeros(size<64>);
    //! [range]
    for (int start : tl.range(0, n, 64)) {  // as range(0, n, 64) in Python
      auto i = start + tl.arange(size<64>);
      sums += tl.load(x + i, i < n, 0.0f);
    }
    //! [range]
    //! [cdiv]
    int blocks = tl.cdiv(n, 64);  // 2 for n = 100: how often the loop runs
    //! [cdiv]
    tl.store(out, tl.sum(sums) / blocks);
  }
};

TEST_F(Examples, Blocks) {
  EXPECT_EQ(run(here, grid(1), Blocks{}, std::vector<float>(100, 3.0f), output<float>{1}, 100)[0],
            150.0f);
}

struct Grouped {
  KW_KERNEL void operator()(program auto tl, int* order) const {
    int p = tl.program_id(0);
    //! [swizzle2d]
    auto [row, column] = tl.swizzle2d(p / 3, p % 3, 4, 3, 2);  // 4 x 3 tiles, in groups of 2 rows
    //! [swizzle2d]
    tl.store(order + p, row * 3 + column);
  }
};

TEST_F(Examples, Grouped) {
  EXPECT_EQ(run(here, grid(12), Grouped{}, output<int>{12}),
            (std::vector<int>{0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}));
}

struct MirrorInMemory {
  KW_KERNEL void operator()(program auto tl, float* x) const {
    auto i = tl.arange(size<256>);
    //! [barrier]
    tl.store(x + i, i.to(float32));
    tl.barrier();                            // every lane has stored its element
    auto mirrored = tl.load(x + (255 - i));  // and may load what another lane stored
    //! [barrier]
    tl.barrier();
    tl.store(x + i, mirrored);
  }
};

TEST_F(Examples, MirrorInMemory) {
  const auto x = run(here, grid(1), MirrorInMemory{}, output<float>{256});
  EXPECT_EQ(x[0], 255.0f);
  EXPECT_EQ(x[255], 0.0f);
}

struct WaitForAFlag {
  KW_KERNEL void operator()(program auto tl, float* x, int* ready, float* out) const {
    if (tl.program_id(0) == 0) {
      tl.store(x, 42.0f);
      tl.atomic_xchg(ready, 1,
                     release);  // what was stored before is there for the program that acquires
    } else {
      //! [volatile]
      while (tl.load(ready, is_volatile) == 0) {  // until another program has set the flag
      }
      tl.store(out, tl.load(x));
      //! [volatile]
    }
  }
};

TEST_F(Examples, WaitForAFlag) {
  const auto [x, ready, out] = run(here, grid(2), WaitForAFlag{}, output<float>{1},
                                   changed(std::vector<int>(1)), output<float>{1});
  EXPECT_EQ(out[0], 42.0f);
}

}  // namespace
