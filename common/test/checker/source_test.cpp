// What messages take from a source file.
#include "common/checker/source/source.hpp"

#include <gtest/gtest.h>

#include "common/checker/record/elements.hpp"
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

TEST(Source, Lines) {
  const kw::base::temporary_folder folder;
  const std::string file = folder.write("add.cpp",
                                        "struct Add {\n"
                                        "  void operator()(program auto tl, int* x) const {\n"
                                        "    auto a = x;  // a pointer\n"
                                        "    a = x + 1;\n"
                                        "    f(a);\n"
                                        "  }\n"
                                        "};\n");
  EXPECT_EQ(source_line(file, 3), "auto a = x;  // a pointer");
  EXPECT_EQ(source_line(file, 100) + source_line(file, 0), "");
  const kernel_text add(file.c_str(), "Add");
  ASSERT_TRUE(add.found());
  EXPECT_EQ(add.parameters().size(), 1U);
  EXPECT_EQ(add.definition("a", 5), "x + 1") << "the latest one";
  EXPECT_EQ(add.definition("b", 5), "b");
  EXPECT_EQ(add.made_of("a"), "a x x + 1");
  EXPECT_FALSE(kernel_text(file.c_str(), "Missing").found());
  EXPECT_FALSE(kernel_text("/no/such/file", "Add").found());
  EXPECT_FALSE(kernel_text(nullptr, "Add").found());
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
