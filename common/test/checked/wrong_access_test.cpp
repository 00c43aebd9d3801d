// Wrong kernels, and the texts about their first wrong access: on the CPU as ever, and on a GPU in
// a program that is compiled with checks.
#include <gtest/gtest.h>

#include "common/test/checker/checked.hpp"
#include "kernelwright/launch.hpp"

namespace wrong_access_test {

using namespace kw;
using runtime_test::texts_of;

buffer<float> values(std::int64_t n) {
  return buffer<float>(default_device(), {n},
                       std::vector<float>(static_cast<std::size_t>(n), 1.0f));
}

struct NoMask {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

struct NextRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride) const {
    auto columns = tl.arange(size<32>);
    auto row = tl.load(x + ((tl.program_id(0) + 1) * stride + columns), columns < 20, 0.0f);
    tl.store(out + tl.program_id(0), tl.sum(row));
  }
};

struct ReadFirst {
  KW_KERNEL void operator()(program auto tl, float* sums) const {
    auto offsets = tl.arange(size<16>);
    tl.store(sums + offsets, tl.load(sums + offsets) + 1.0f);
  }
};

struct StoreOneLater {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<32>);
    auto mask = offsets < n;
    tl.store(out + (offsets + 1), tl.load(x + offsets, mask), mask);
  }
};

struct OneElement {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int i) const {
    tl.store(out, tl.load(x + i));
  }
};

struct CountTooFar {
  KW_KERNEL void operator()(program auto tl, float* sums) const {
    tl.atomic_add(sums + (tl.arange(size<8>) * 3), 1.0f);
  }
};

struct AddRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int columns,
                            int stride) const {
    auto offsets = tl.arange(size<32>);
    auto mask = offsets < columns;
    const int begin = tl.program_id(0) * stride;
    auto row = tl.load(x + (begin + offsets), mask, 0.0f);
    tl.store(out + (begin + offsets), row + tl.sum(row), mask);
    auto again = tl.load(out + (begin + offsets), mask, 0.0f);
    tl.store(out + (begin + offsets), again * 2.0f, mask);
  }
};

struct Turned {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> out) const {
    auto tiles =
        tl.stream(stages<2>, [&](int step) { return fetch(x.tile(shape<16, 16>, 0, step * 16)); });
    auto sum = tl.zeros(shape<16, 16>);
    tiles.pipelined(0, 2, 1, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(out.tile(shape<16, 16>, 0, 0), sum);
  }
};

/// What is wrong, and the line of it; the advice below may take other programs into account, which
/// a GPU does not note.
std::string first_text(const std::function<void()>& run) {
  const std::vector<std::string> texts = texts_of(run);
  const std::string text = texts.empty() ? "" : texts.front();
  const std::size_t line = text.find('\n');
  return text.substr(0, line == std::string::npos ? line : text.find('\n', line + 1));
}

TEST(WrongAccess, WithoutAMaskIsNamed) {
  const auto x = values(100);
  buffer<float> out(default_device(), {100});
  EXPECT_EQ(first_text([&] { launch(out.device(), grid(2), NoMask{}, x.cview(), out.view()); }),
            "[out-of-bounds] NoMask, program (1), FILE:LINE: tl.load reads x[100..127] (28 lanes) "
            "but x has 100 elements.\n"
            "    tl.store(out + offsets, tl.load(x + offsets));");
}

TEST(WrongAccess, ToTheNextRowIsNamed) {
  buffer<float, 2> x(default_device(), {5, 20}, std::vector<float>(100, 1.0f), {.row_stride = 24});
  buffer<float> out(default_device(), {5});
  EXPECT_EQ(
      first_text([&] { launch(out.device(), grid(5), NextRow{}, x.cview(), out.view(), 24); }),
      "[out-of-bounds] NextRow, program (4), FILE:LINE: tl.load reads x[120..139] (20 lanes) but x "
      "ends at x[115] (5 rows of 20 elements, which begin 24 elements apart).\n"
      "    auto row = tl.load(x + ((tl.program_id(0) + 1) * stride + columns), columns < 20, "
      "0.0f);");
}

TEST(WrongAccess, ToWhatNothingHasWrittenIsNamed) {
  buffer<float> sums(default_device(), {16});
  EXPECT_EQ(first_text([&] { launch(sums.device(), grid(1), ReadFirst{}, sums.view()); }),
            "[uninitialised-read] ReadFirst, program (0), FILE:LINE: tl.load reads sums[0..15] (16 "
            "lanes), which nothing has written.\n"
            "    tl.store(sums + offsets, tl.load(sums + offsets) + 1.0f);");
}

TEST(WrongAccess, OfAStoreIsNamed) {
  const auto x = values(20);
  buffer<float> out(default_device(), {20});
  EXPECT_EQ(first_text(
                [&] { launch(out.device(), grid(1), StoreOneLater{}, x.cview(), out.view(), 20); }),
            "[out-of-bounds] StoreOneLater, program (0), FILE:LINE: tl.store writes out[20] (1 "
            "lane) but out has 20 elements.\n"
            "    tl.store(out + (offsets + 1), tl.load(x + offsets, mask), mask);");
}

TEST(WrongAccess, ToOneElementIsNamed) {
  const auto x = values(20);
  buffer<float> out(default_device(), {1});
  EXPECT_EQ(
      first_text([&] { launch(out.device(), grid(1), OneElement{}, x.cview(), out.view(), 20); }),
      "[out-of-bounds] OneElement, program (0), FILE:LINE: tl.load reads x[20] but x has 20 "
      "elements.\n"
      "    tl.store(out, tl.load(x + i));");
}

TEST(WrongAccess, OfAnAtomicOperationIsNamed) {
  auto sums = values(20);
  EXPECT_EQ(first_text([&] { launch(sums.device(), grid(1), CountTooFar{}, sums.view()); }),
            "[out-of-bounds] CountTooFar, program (0), FILE:LINE: the atomic operation updates "
            "sums[21] (1 lane) but sums has 20 elements.\n"
            "    tl.atomic_add(sums + (tl.arange(size<8>) * 3), 1.0f);");
}

TEST(RightAccess, ToRowsIsNotReported) {
  buffer<float, 2> x(default_device(), {5, 20}, std::vector<float>(100, 1.0f), {.row_stride = 24});
  buffer<float, 2> out(default_device(), {5, 20}, {.row_stride = 24});
  EXPECT_EQ(
      first_text([&] { launch(out.device(), grid(5), AddRows{}, x.cview(), out.view(), 20, 24); }),
      "");
  EXPECT_EQ(out.download().front(), 42.0f);
}

TEST(RightAccess, OfAStreamIsNotReported) {
  buffer<float, 2> x(default_device(), {16, 32}, std::vector<float>(512, 1.0f));
  buffer<float, 2> out(default_device(), {16, 16});
  EXPECT_EQ(first_text([&] {
              launch(out.device(), grid(1), Turned{}, tensor_descriptor(x.cview()),
                     tensor_descriptor(out.view()));
            }),
            "");
  EXPECT_EQ(out.download().front(), 2.0f);
}

}  // namespace wrong_access_test
