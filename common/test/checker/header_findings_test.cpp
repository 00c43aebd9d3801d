// A kernel in one file and its launch in another: a finding about the whole launch points at the
// learner's file, and buffers have the names that the learner gave them.
#include <gtest/gtest.h>

#include "checked.hpp"

using namespace kw;

struct ForgetToStore {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> in,
                            array<float, 2> result) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < in.columns();
    (void)tl.load(in.row(tl.program_id(0)) + cols, mask);
    (void)result;
  }
};

#include "two_files.hpp"

namespace {

TEST(HeaderFindings, TheLaunchIsInAHeader) {
  const auto x = runtime_test::ones(3, 64);
  const buffer<float, 2> out(cpu_device, {3, 64});
  EXPECT_EQ(
      runtime_test::text_of([&] { forget_to_store(x.cview(), out.view()); }),
      "[never-written] ForgetToStore, FILE:LINE: no tl.store wrote to result: all 192 "
      "elements still have no value.\n    KW_KERNEL void operator()(program auto tl, "
      "array<const float, 2> in, array<float, 2> result) const {\n  A kernel returns its result "
      "with `tl.store(result + offsets, value)`.");
}

std::string copy_rows(view<const float, 2> from, view<float> to) {
  return runtime_test::text_of([&] {  //
    launch(cpu_device, grid(2), CopyRows{}, from, to);
  });
}

TEST(HeaderFindings, TheKernelIsInAHeader) {
  const auto x = runtime_test::ones(3, 64);
  const buffer<float> copy(cpu_device, {192});
  EXPECT_EQ(copy_rows(x.cview(), copy.view()),
            "[grid-too-small] CopyRows, FILE:LINE: the grid has 2 programs, which is too few: "
            "to[128..191] (64 of 192 elements) were never written.\n    launch(cpu_device, "
            "grid(2), CopyRows{}, from, to);\n  Each program covers 64 elements, so "
            "cdiv(192, 64) = 3 programs are needed.");
}

TEST(HeaderFindings, WhatIsPassedHasNoName) {
  const auto x = runtime_test::ones(3, 64);
  const buffer<float> copy(cpu_device, {192});
  const std::string text = runtime_test::text_of(
      [&] { launch(cpu_device, grid(2), CopyRows{}, x.cview(), copy.view()); });
  EXPECT_NE(text.find("argument 2[128..191]"), std::string::npos) << text;
}

}  // namespace
