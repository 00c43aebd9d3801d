// Lines of a kernel that are rarely meant as they are written. The kernels are read, and never run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/checker/mistakes/telling_lines.hpp"
#include "kernelwright/kernelwright.hpp"

using namespace kw;
using kw::runtime::find_telling_line;
using kw::runtime::find_wrong_line;
using kw::runtime::kernel_lines;
using kw::runtime::kernel_parameters;
using ::testing::HasSubstr;

namespace {

struct Right {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* bias, float* out,
                            int stride, int n) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 64 + tl.arange(size<64>);
    auto mask = (rows(_, None) < n) & (cols(None, _) < n);
    auto v = tl.load(x + rows(_, None) * stride + cols(None, _), mask, -inf);
    auto largest = tl.max(v, axis<1>);
    auto shift = tl.load(bias + cols, cols < n, 0.0f);
    tl.store(out + rows(_, None) * stride + cols(None, _), v - largest(_, None) + shift(None, _),
             mask);
  }
};

struct Diagonal {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 16 + tl.arange(size<16>);
    tl.store(out + rows, tl.load(x + rows * stride + cols));
  }
};

struct NotTurned {
  KW_KERNEL void operator()(program auto tl, float* p, float* out) const {
    auto e = tl.load(p);
    tl.store(out, e / tl.sum(e, axis<1>));
  }
};

struct BiasAsColumn {
  KW_KERNEL void operator()(program auto tl, const float* bias, float* out) const {
    auto rows = tl.arange(size<64>);
    auto cols = tl.arange(size<64>);
    auto shift = tl.load(bias + cols);
    tl.store(out + rows(_, None) * 64 + cols(None, _), shift(_, None));
  }
};

struct SumsAsRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x);
    auto mean = tl.sum(v, axis<1>);
    auto scale = tl.sqrt(mean);
    tl.store(out, v * scale(None, _));
  }
};

struct OneOutputTwice {
  KW_KERNEL void operator()(program auto tl, const float* x, float* dw, float* db) const {
    auto share = tl.load(x);
    tl.atomic_add(db, share.dw);
    tl.atomic_add(db, share.db);
  }
};

struct SameId {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.program_id(0) * 64 + tl.arange(size<64>);
    int begin = tl.program_id(0) * 16;
    tl.store(out + cols, tl.load(x + begin + cols));
  }
};

struct EqualSteps {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto acc = tl.zeros(size<64>);
    for (int start = 0; start < 1000; start += 64) {
      acc += tl.load(x + cols);
    }
    tl.store(out + cols, acc);
  }
};

struct ZeroWins {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto cols = tl.arange(size<64>);
    auto v = tl.load(x + cols, cols < n, 0.0f);
    tl.store(out, tl.max(v));
  }
};

struct BeginsWithZero {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto best = tl.full(size<64>, 0.0f);
    best = tl.maximum(best, tl.load(x));
    tl.store(out, best);
  }
};

struct LeastAsLargest {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto largest = tl.min(tl.load(x));
    tl.store(out, largest);
  }
};

struct DividedByLanes {
  template <int BLOCK>
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto cols = tl.arange(size<BLOCK>);
    auto v = tl.load(x + cols, cols < n, 0.0f);
    tl.store(out, tl.sum(v) / BLOCK);
  }
};

struct Unused {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto mask = tl.arange(size<64>) < n;
    tl.store(out, tl.load(x));
  }
};

struct UnusedStride {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int out_stride) const {
    tl.store(out, tl.load(x));
  }
};

struct KeptForNothing {
  KW_KERNEL void operator()(program auto tl, const float* x, int* out, int n) const {
    auto best = tl.full(size<64>, -inf);
    auto found = tl.zeros(size<64>, int32);
    for (int start = 0; start < n; start += 64) {
      auto cols = start + tl.arange(size<64>);
      auto v = tl.load(x + cols, cols < n, -inf);
      found = tl.where(v > best, cols, found);
      best = tl.maximum(best, v);
    }
    tl.store(out, tl.argmax(best, axis<0>));
  }
};

struct PointerMovesOn {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto acc = tl.zeros(size<64>);
    for (int start = 0; start < 1000; start += 64) {
      acc += tl.load(x + cols);
      x += 64;
    }
    tl.store(out + cols, acc);
  }
};

struct MoveSkipped {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* w, float* out,
                            int n) const {
    auto cols = tl.arange(size<64>);
    auto acc = tl.zeros(size<64>);
    for (int y = -1; y < n; ++y) {
      if (y < 0) {
        continue;
      }
      acc += tl.load(x + y * 64 + cols) * tl.load(w);
      ++w;
    }
    tl.store(out + cols, acc);
  }
};

struct HalfOfInts {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x);
    tl.store(out, 1 / 2 * v);
  }
};

struct RaisedFirst {
  KW_KERNEL void operator()(program auto tl, const float* x, int* out, int n) const {
    auto best = tl.full(size<64>, -inf);
    auto found = tl.full(size<64>, 0);
    for (int start = 0; start < n; start += 64) {
      auto cols = start + tl.arange(size<64>);
      auto v = tl.load(x + cols, cols < n, -inf);
      best = tl.maximum(best, v);
      found = tl.where(v > best, cols, found);
    }
    tl.store(out, tl.max(found));
  }
};

struct MeanOfLanes {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto cols = tl.arange(size<64>);
    auto v = tl.load(x + cols, cols < n, 0.0f);
    tl.store(out, tl.mean(v));
  }
};

std::string wrong(const char* kernel) {
  return find_wrong_line(kernel_lines(__FILE__, kernel), kernel_parameters(__FILE__, kernel),
                         __FILE__, 2)
      .text;
}

std::string telling(const char* kernel) {
  return find_telling_line(kernel_lines(__FILE__, kernel), kernel_parameters(__FILE__, kernel),
                           __FILE__)
      .text;
}

TEST(TellingLines, NothingInARightKernel) {
  EXPECT_EQ(wrong("Right"), "");
  EXPECT_EQ(telling("Right"), "");
}

TEST(TellingLines, Axes) {
  EXPECT_THAT(wrong("Diagonal"), HasSubstr("`rows(_, None) * stride + cols(None, _)`"));
  EXPECT_THAT(wrong("NotTurned"), HasSubstr("`tl.sum(e, axis<1>)(_, None)`"));
  EXPECT_THAT(wrong("BiasAsColumn"), HasSubstr("`shift(None, _)` is meant"));
  EXPECT_THAT(wrong("SumsAsRow"), HasSubstr("`scale(_, None)` is meant"));
}

TEST(TellingLines, OutputsAndIds) {
  EXPECT_THAT(wrong("OneOutputTwice"), HasSubstr("Is `dw` meant in one of them?"));
  EXPECT_THAT(wrong("SameId"), HasSubstr("one of them needs tl.program_id(1)"));
  EXPECT_EQ(find_wrong_line(kernel_lines(__FILE__, "SameId"), kernel_parameters(__FILE__, "SameId"),
                            __FILE__, 1)
                .line,
            0);
}

TEST(TellingLines, Values) {
  EXPECT_THAT(telling("EqualSteps"), HasSubstr("nothing in this loop uses `start`"));
  EXPECT_THAT(telling("ZeroWins"), HasSubstr("`tl.load(x + cols, cols < n, -inf)`"));
  EXPECT_THAT(telling("BeginsWithZero"), HasSubstr("`tl.full(..., -inf)`"));
  EXPECT_THAT(telling("LeastAsLargest"), HasSubstr("Is tl.max meant?"));
  EXPECT_THAT(telling("DividedByLanes"), HasSubstr("`BLOCK` is the number of lanes"));
  EXPECT_THAT(telling("MeanOfLanes"), HasSubstr("tl.mean divides by the number of lanes"));
  EXPECT_THAT(wrong("HalfOfInts"), HasSubstr("Write `1.0f / 2`"));
  EXPECT_THAT(wrong("RaisedFirst"), HasSubstr("`v > best` never holds here"));
}

TEST(TellingLines, Loops) {
  EXPECT_EQ(telling("PointerMovesOn"), "");
  EXPECT_THAT(telling("MoveSkipped"), HasSubstr("(`++w;`), so `w` stays where it is"));
}

TEST(TellingLines, WhatNothingUses) {
  EXPECT_THAT(wrong("KeptForNothing"), HasSubstr("nothing uses `found`, which line"));
  EXPECT_THAT(telling("Unused"), HasSubstr("this line sets `mask`, and no other line uses it"));
  EXPECT_THAT(telling("UnusedStride"), HasSubstr("never uses its parameter `out_stride`"));
}

}  // namespace
