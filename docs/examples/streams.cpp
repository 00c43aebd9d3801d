// Tensor descriptors, and loads that run ahead of the work.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [tensor]
template <int M, int N>
struct Halve {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    int row = tl.program_id(0) * M;
    auto v = tl.load(x.tile(shape<M, N>, row, 0));  // zeros outside x
    tl.store(y.tile(shape<M, N>, row, 0), v / 2);   // nothing is written outside y
  }
};
//! [tensor]

TEST_F(Examples, Tensors) {
  const device where = default_device();
  const buffer<float, 2> x(where, {50, 12}, counting(600)), y(where, {50, 12});
  //! [describe]
  launch(where, grid(cdiv(50, 32)), Halve<32, 16>{}, tensor_descriptor(x.cview()),
         tensor_descriptor(y.view()));
  //! [describe]
  EXPECT_EQ(y.download(), counting(600, 0.5f));
}

template <int BM, int BN, int BK, int STAGES>
struct StreamedProduct {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<const float16_t> b,
                            tensor_descriptor<float> c) const {
    int m = tl.program_id(0) * BM;
    int n = tl.program_id(1) * BN;
    //! [stream]
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
    //! [stream]
  }
};

TEST_F(Examples, Stream) {
  const buffer<float16_t, 2> a(here, {100, 200}, std::vector(100 * 200, to_float16(1.0f)));
  const buffer<float16_t, 2> b(here, {200, 96}, std::vector(200 * 96, to_float16(1.0f)));
  const buffer<float, 2> c(here, {100, 96});
  launch(here, grid(cdiv(100, 64), cdiv(96, 64)), StreamedProduct<64, 64, 64, 3>{},
         tensor_descriptor(a.cview()), tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
  EXPECT_EQ(c.download(), std::vector<float>(100 * 96, 200.0f));
}

template <int BM, int BN, int BK, int STAGES>
struct ProductOfALoop {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<const float16_t> b,
                            tensor_descriptor<float> c) const {
    int m = tl.program_id(0) * BM;
    int n = tl.program_id(1) * BN;
    //! [loop]
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int k : tl.range(0, a.extent(1), BK, stages<STAGES>)) {
      auto at = tl.load(a.tile(shape<BM, BK>, m, k));
      auto bt = tl.load(b.tile(shape<BK, BN>, k, n));
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
    //! [loop]
  }
};

TEST_F(Examples, LoopWithStages) {
  const buffer<float16_t, 2> a(here, {100, 200}, std::vector(100 * 200, to_float16(1.0f)));
  const buffer<float16_t, 2> b(here, {200, 96}, std::vector(200 * 96, to_float16(1.0f)));
  const buffer<float, 2> c(here, {100, 96});
  launch(here, grid(cdiv(100, 64), cdiv(96, 64)), ProductOfALoop<64, 64, 64, 3>{},
         tensor_descriptor(a.cview()), tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
  EXPECT_EQ(c.download(), std::vector<float>(100 * 96, 200.0f));
}

/// The same product of matrices with rows of any length.
//! [arrays]
template <int BM, int BN, int BK, int STAGES>
struct ArrayProduct {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> a,
                            array<const float16_t, 2> b, array<float, 2> c) const {
    int m = tl.program_id(0) * BM;
    int n = tl.program_id(1) * BN;
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.columns(), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};
//! [arrays]

TEST_F(Examples, StreamOfArrays) {
  const device where = default_device();
  const buffer<float16_t, 2> a(where, {99, 201}, std::vector(99 * 201, to_float16(1.0f)));
  const buffer<float16_t, 2> b(where, {201, 97}, std::vector(201 * 97, to_float16(1.0f)));
  const buffer<float, 2> c(where, {99, 97});
  auto run = [&](auto device) {
    launch(device, grid(cdiv(99, 64), cdiv(97, 64)), ArrayProduct<64, 64, 64, 3>{}, a.cview(),
           b.cview(), c.view());
  };
  //! [hopper_gpu]
  if (const hopper_gpu gpu{where}) {
    run(gpu);
  } else {
    run(gpu.other());
  }
  //! [hopper_gpu]
  EXPECT_EQ(c.download(), std::vector<float>(99 * 97, 201.0f));
}

template <int ROWS, int STEP>
struct StreamedRowSums {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* sums) const {
    int row = tl.program_id(0) * ROWS;
    auto total = tl.zeros(size<ROWS>);
    auto tiles = tl.stream(
        stages<3>, [&](int column) { return fetch(x.tile(shape<ROWS, STEP>, row, column)); });
    tiles.pipelined(0, x.extent(1), STEP,
                    [&](int, auto tile) { total += tl.sum(tl.load(tile), axis<1>); });
    tl.store(sums + (row + tl.arange(size<ROWS>)), total);
  }
};

TEST_F(Examples, StreamedRowSums) {
  const buffer<float, 2> x(here, {64, 100}, std::vector<float>(6400, 2.0f));
  EXPECT_EQ(run(here, grid(2), StreamedRowSums<32, 32>{}, tensor_descriptor(x.cview()),
                output<float>{64}),
            std::vector<float>(64, 200.0f));
}
}  // namespace
