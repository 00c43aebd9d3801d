// What messages take from a source file.
#include "common/checker/source/source.hpp"

#include <gtest/gtest.h>

#include "common/checker/record/bitmap.hpp"
#include "common/test/base/temporary_folder.hpp"

namespace {

using namespace kw::runtime;

TEST(Source, KernelName) {
  EXPECT_EQ(kernel_name("constexpr const char* f() [with Kernel = lesson01::VectorAdd<1024>]"),
            "VectorAdd");
  EXPECT_EQ(kernel_name("const char *f() [Kernel = (anonymous namespace)::Softmax<a::b<1>, 2>]"),
            "Softmax");
  EXPECT_EQ(kernel_name("f() [with Kernel = Plain; T = int]"), "Plain");
  EXPECT_EQ(kernel_name("f() [with Kernel = main()::<lambda(auto:1, float*)>]"), "the kernel");
  EXPECT_EQ(kernel_name(""), "the kernel");
  EXPECT_EQ(kernel_name(nullptr), "the kernel");
}

TEST(Source, Parameters) {
  const kw::base::temporary_folder folder;
  const std::string file = folder.write(
      "add.cpp",
      "struct AddMore {\n"
      "  void operator()(program auto tl, int* other) const;\n"
      "};\n"
      "// struct Add is below\n"
      "template <int N> struct Add {\n"
      "  template <class T>\n"
      "  KW_KERNEL void operator()(program auto tl, const T* x,  // the (first, input)\n"
      "                            map<int, T> *y /* second */,\n"
      "                            int n = 3) const {\n"
      "    auto a = tl.load(x + f(n, 1), mask, 0.0f);\n"
      "  }\n"
      "};\n");
  const auto parameters = kernel_parameters(file, "Add");
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters[0].name, "x");
  EXPECT_EQ(parameters[0].type, "const T*");
  EXPECT_EQ(parameters[1].name, "y");
  EXPECT_EQ(parameters[1].type, "map<int, T> *");
  EXPECT_EQ(parameters[2].name, "n");
  EXPECT_TRUE(kernel_parameters(file, "Missing").empty());
  EXPECT_TRUE(kernel_parameters("/no/such/file", "Add").empty());
  EXPECT_EQ(source_line(file, 10), "auto a = tl.load(x + f(n, 1), mask, 0.0f);");
  EXPECT_EQ(source_line(file, 100), "");
  EXPECT_EQ(source_line(file, 0), "");
}

TEST(Source, CallArguments) {
  const auto arguments =
      call_arguments("auto a = tl.load(x + f(n, 1), mask, {1, 2});  // tl.load(z)", "tl.load");
  EXPECT_EQ(arguments, (std::vector<std::string>{"x + f(n, 1)", "mask", "{1, 2}"}));
  EXPECT_TRUE(call_arguments("tl.load(x +", "tl.load").empty());
  EXPECT_TRUE(call_arguments("tl.loads(x)", "tl.load").empty());
  EXPECT_TRUE(mentions("a + x_1", "x_1"));
  EXPECT_FALSE(mentions("a + x_12", "x_1"));
}

TEST(Source, ShortPath) {
  EXPECT_EQ(short_path(__FILE__), "common/test/checker/source_test.cpp");
  EXPECT_EQ(short_path("relative/file.cpp"), "relative/file.cpp");
  EXPECT_EQ(short_path("/no/such/file.cpp"), "/no/such/file.cpp");
}

// Compared with one bool for each element.
TEST(Bitmap, AgreesWithBools) {
  constexpr std::int64_t kSize = 300;
  bitmap bits(kSize);
  std::vector<bool> bools(kSize);
  std::uint32_t random = 1;
  const auto next = [&](std::int64_t n) {
    random = random * 1664525u + 1013904223u;
    return static_cast<std::int64_t>(random >> 8) % n;
  };
  for (int round = 0; round < 2000; ++round) {
    if (round % 20 == 0) {
      bits.reset(kSize);
      bools.assign(kSize, false);
    }
    const std::int64_t begin = next(kSize + 1), end = begin + next(kSize - begin + 1);
    std::int64_t clear = end, set = end;
    for (std::int64_t i = end - 1; i >= begin; --i) {
      (bools[static_cast<std::size_t>(i)] ? set : clear) = i;
    }
    EXPECT_EQ(bits.find(begin, end, true), set);
    EXPECT_EQ(bits.find(begin, end, false), clear);
    EXPECT_EQ(bits.paint(begin, end), set != end);
    std::fill(bools.begin() + begin, bools.begin() + end, true);
  }
}

}  // namespace
