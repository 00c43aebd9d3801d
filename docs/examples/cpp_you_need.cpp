// The C++ that kernels use, one small example for each section of the page.
#include <type_traits>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [functor]
struct AddConstant {
  int constant;  // what Python would set in __init__

  // What Python calls __call__:
  int operator()(int x) const { return x + constant; }
};
//! [functor]

TEST(Language, Functor) {
  //! [functor call]
  AddConstant add_three{3};  // an object, made with braces
  EXPECT_EQ(add_three(4), 7);
  //! [functor call]
}

//! [kernel]
struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, 2.0f * tl.load(x + offsets));
  }
};
//! [kernel]

TEST_F(Examples, KernelIsAFunctor) {
  const device where = default_device();
  buffer<float> x(where, {128}, counting(128));
  buffer<float> out(where, {128});
  //! [kernel launch]
  launch(where, grid(2), Double{}, x.cview(), out.view());
  //! [kernel launch]
  EXPECT_EQ(out.download(), counting(128, 2.0f));
}

TEST(Language, Auto) {
  //! [auto]
  auto n = 1000;            // int
  auto half = n / 2.0f;     // float
  auto blocks = n / 256;    // int again: 3, since the fraction is cut off
  auto rest = n - 3 * 256;  // int: 232
  //! [auto]
  static_assert(std::is_same_v<decltype(half), float>);
  EXPECT_EQ(blocks, 3);
  EXPECT_EQ(rest, 232);
  EXPECT_EQ(half, 500.0f);
}

//! [auto parameter]
// Short for: template <class T> int twice(T x)
int twice(auto x) {
  return static_cast<int>(x + x);
}
//! [auto parameter]

TEST(Language, AutoParameter) {
  //! [auto parameter call]
  EXPECT_EQ(twice(21), 42);   // compiled once for int
  EXPECT_EQ(twice(1.75), 3);  // and once more for double
  //! [auto parameter call]
}

//! [block size]
template <int BLOCK_SIZE>
struct Scale {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float factor,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) * factor, mask);
  }
};
//! [block size]

//! [choose]
void scale(view<const float> x, view<float> out, float factor) {
  const int n = narrow<int>(out.extent(0));
  if (n < 4096) {
    launch(out.device(), grid(cdiv(n, 256)), Scale<256>{}, x, out, factor, n);
  } else {
    launch(out.device(), grid(cdiv(n, 1024)), Scale<1024>{}, x, out, factor, n);
  }
}
//! [choose]

TEST_F(Examples, BlockSizeOfTheLaunch) {
  for (int n : {1000, 5000}) {
    buffer<float> x(default_device(), {n}, counting(n)), out(default_device(), {n});
    scale(x.cview(), out.view(), 3.0f);
    EXPECT_EQ(out.download(), counting(n, 3.0f));
  }
}

TEST(Language, Sizes) {
  //! [sizes]
  constexpr auto block = size<64>;        // the shape of a 1-D tile
  constexpr auto square = shape<64, 64>;  // the shape of a 2-D tile
  static_assert(block.size == 64 && square.size == 4096);
  // Two sizes are two types:
  static_assert(!std::is_same_v<decltype(size<64>), decltype(size<128>)>);
  //! [sizes]
}

//! [template call]
struct Box {
  template <int N>
  int plus() const {
    return value + N;
  }
  int value;
};

int plus_three(auto box) {
  return box.template plus<3>();
}
//! [template call]

TEST(Language, TemplateCall) {
  const Box box{4};
  EXPECT_EQ(box.plus<3>(), 7);
  EXPECT_EQ(plus_three(box), 7);
}

//! [element type]
template <int BLOCK_SIZE>
struct Square {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    // Compute in float32, and round once at the end.
    auto v = tl.load(x + offsets, offsets < n).to(float32);
    tl.store(out + offsets, (v * v).to(dtype<T>{}), offsets < n);
  }
};
//! [element type]

template <class T>
void expect_squares() {
  const auto values = converted<T>(counting(10));
  EXPECT_EQ(
      converted<float>(run(default_device(), grid(1), Square<16>{}, values, output<T>{10}, 10)),
      made(10, [](int i) { return static_cast<float>(i * i); }));
}

TEST_F(Examples, ElementType) {
  expect_squares<float>();
  expect_squares<float16_t>();
}

//! [helper]
KW_HD auto sigmoid(program auto& tl, auto x) {
  return 1.0f / (1.0f + tl.exp(-x));
}

struct Gate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, v * sigmoid(tl, v));
  }
};
//! [helper]

TEST_F(Examples, Helper) {
  EXPECT_NEAR(run(here, grid(1), Gate{}, counting(64, 0.125f), output<float>{64})[8],
              1.0 / (1.0 + std::exp(-1.0)), 1e-5);
}

TEST(Language, Lambda) {
  //! [lambda]
  int factor = 10;
  auto keeps_a_copy = [factor](int x) { return x * factor; };
  auto refers_to_it = [&](int x) { return x * factor; };
  factor = 100;
  EXPECT_EQ(keeps_a_copy(2), 20);
  EXPECT_EQ(refers_to_it(2), 200);
  //! [lambda]
}

TEST(Language, Const) {
  //! [const]
  float numbers[4] = {1, 2, 3, 4};
  const float* input = numbers;  // reads only: input[0] = 5 does not compile
  float* output = numbers;       // reads and writes
  output[0] = input[1] + input[2];
  //! [const]
  EXPECT_EQ(numbers[0], 5.0f);
}

TEST_F(Examples, Views) {
  //! [views]
  // A buffer owns 300 floats, and a view refers to them.
  buffer<float, 2> x(default_device(), {3, 100}, counting(300));
  view<float, 2> v = x.view();

  EXPECT_EQ(v.extent(0), 3);    // 3 rows
  EXPECT_EQ(v.extent(1), 100);  // of 100 elements
  EXPECT_EQ(v.stride(0), 100);  // from one row to the next
  EXPECT_EQ(v.stride(1), 1);    // from one element to the next

  view<const float, 2> input = v;  // the same memory, for reading
  //! [views]
  EXPECT_EQ(input.data(), v.data());
  EXPECT_EQ(input.size(), 300);
}

TEST(Language, Integers) {
  //! [integers]
  int row = 50000, stride = 50000;
  auto wide = std::int64_t(row) * stride;  // 2,500,000,000
  int quotient = 7 / 2;                    // 3
  int negative = -7 / 2;                   // -3; Python has -4
  //! [integers]
  EXPECT_EQ(wide, 2500000000);
  EXPECT_EQ(quotient, 3);
  EXPECT_EQ(negative, -3);
}

//! [wide offsets]
template <int BLOCK_SIZE>
struct CopyRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    // row is an int, and its product with a 64-bit stride has 64 bits.
    auto v = tl.load(x + row * x_stride + cols, cols < n_cols);
    tl.store(out + row * out_stride + cols, v, cols < n_cols);
  }
};
//! [wide offsets]

TEST_F(Examples, WideOffsets) {
  const std::int64_t stride = 100;
  EXPECT_EQ(
      run(here, grid(3), CopyRows<128>{}, counting(300), output<float>{300}, stride, stride, 100),
      counting(300));
}

//! [static assert]
template <int ROWS, int COLS>
struct TileOfRows {
  static_assert(ROWS * COLS <= 16384, "this tile does not fit the registers");
  static constexpr int elements = ROWS * COLS;
};
//! [static assert]

template <int BLOCK_SIZE, bool SQUARED>
struct Norm {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x + tl.arange(size<BLOCK_SIZE>));
    //! [if constexpr]
    auto sum = tl.sum(v * v);
    if constexpr (SQUARED) {
      tl.store(out, sum);
    } else {
      tl.store(out, tl.sqrt(sum));
    }
    //! [if constexpr]
  }
};

TEST_F(Examples, CompileTimeChoice) {
  EXPECT_EQ((TileOfRows<16, 64>::elements), 1024);
  const std::vector<float> threes(16, 3.0f);
  EXPECT_EQ((run(here, grid(1), Norm<16, true>{}, threes, output<float>{1})[0]), 144.0f);
  EXPECT_EQ((run(here, grid(1), Norm<16, false>{}, threes, output<float>{1})[0]), 12.0f);
}

}  // namespace
