// Other shapes for the elements of a tile, and tiles of three axes.
#include <kernelwright/shapes.hpp>
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct Rotate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [split]
    auto [even, odd] = tl.split(tl.reshape(v, shape<4, 2>));  // x[0], x[2] ... and x[1], x[3] ...
    auto turned = tl.ravel(tl.join(-odd, even));              // -x[1], x[0], -x[3], x[2] ...
    //! [split]
    tl.store(out + i, turned);
    //! [permute]
    auto cube = tl.reshape(v, shape<2, 2, 2>);
    auto other = tl.permute(cube, axis<2>, axis<0>, axis<1>);  // other(i, j, k) is cube(j, k, i)
    //! [permute]
    tl.store(out + 8 + i, tl.ravel(other));
  }
};

TEST_F(Examples, Rotate) {
  EXPECT_EQ(run(here, grid(1), Rotate{}, counting(8), output<float>{16}),
            (std::vector<float>{-1, 0, -3, 2, -5, 4, -7, 6, 0, 2, 4, 6, 1, 3, 5, 7}));
}

/// The sum over the heads of a (batch, head, feature) array.
struct SumOverHeads {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int heads,
                            int features) const {
    //! [three axes]
    auto b = tl.arange(size<2>);
    auto h = tl.arange(size<4>);
    auto f = tl.arange(size<16>);
    auto place = (b(_, None, None) * heads + h(None, _, None)) * features + f(None, None, _);
    auto mask = (h(None, _, None) < heads) & (f(None, None, _) < features);
    auto v = tl.load(x + place, mask, 0.0f);  // (2, 4, 16)
    auto sum = tl.sum(v, axis<1>);            // (2, 16)
    //! [three axes]
    tl.store(out + b(_, None) * features + f(None, _), sum, f(None, _) < features);
  }
};

TEST_F(Examples, SumOverHeads) {
  const auto got = run(here, grid(1), SumOverHeads{}, counting(60), output<float>{20}, 3, 10);
  for (int k = 0; k < 20; ++k) {
    const int first = k / 10 * 30 + k % 10;
    EXPECT_EQ(got[k], static_cast<float>(3 * first + 30));
  }
}

}  // namespace
