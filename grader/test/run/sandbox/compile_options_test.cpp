#include "grader/run/sandbox/compile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SplitCommand, TakesQuotesAndBackslashesAway) {
  EXPECT_THAT(split_command("c++ -DA=\\\"x\\\" '-I/a b' \"-Ic d\" e\\ f"),
              ElementsAre("c++", "-DA=\"x\"", "-I/a b", "-Ic d", "e f"));
  EXPECT_THAT(split_command("  a  ''  "), ElementsAre("a", ""));
  EXPECT_THAT(split_command(""), IsEmpty());
}

TEST(CompileOptions, AreThoseThatMakeTheProgram) {
  EXPECT_THAT(compile_options(split_command("/usr/bin/c++ -I/a/common/include -O1 -DNDEBUG -Wall "
                                            "-Werror -Werror=return-type -march=native -std=c++20 "
                                            "-ftrapv -o kernel.o -c kernel.cpp")),
              ElementsAre("-O1", "-DNDEBUG", "-Werror=return-type", "-march=native", "-std=c++20",
                          "-ftrapv"));
}

// nvcc stops at an option without its value, and at a value without its option.
TEST(CompileOptions, KeepNvccsValuesWithTheirOptions) {
  EXPECT_THAT(
      compile_options(split_command("nvcc -forward-unknown-to-host-compiler -I/a -O3 "
                                    "--generate-code=arch=compute_90a,code=[sm_90a] "
                                    "-Xcompiler=-Wall,-Wextra -Xcudafe --context_limit=0 "
                                    "--diag-error 940,1422 --expt-relaxed-constexpr -x cu -c k.cu "
                                    "-o k.o")),
      ElementsAre("-O3", "--generate-code=arch=compute_90a,code=[sm_90a]", "-Xcudafe",
                  "--context_limit=0", "--diag-error", "940,1422", "--expt-relaxed-constexpr"));
}

TEST(KernelIncludes, AreTheFirstThingInAFile) {
  const std::string both =
      "#include \"masking.hpp\"\r\n\n#include <kernelwright/kernelwright.hpp>\n";
  const auto like_a_skeleton = [](const std::string& kernel) {
    return includes_like_a_skeleton(kernel, "masking");
  };
  EXPECT_TRUE(like_a_skeleton("// Lesson 03\n\n" + both + "using namespace kw;\n"));
  EXPECT_TRUE(like_a_skeleton(both));
  EXPECT_TRUE(like_a_skeleton("#include \"masking.hpp\"\nint x;\n"));
  for (const std::string before :
       {"#define private public\n", "/* comment */\n", "#pragma once\n", "int x;\n", "#if 0\n",
        "// continued \\\n", "// continued \\ \t\n", "#include <cmath>\n"}) {
    EXPECT_FALSE(like_a_skeleton(before + both)) << before;
  }
  EXPECT_FALSE(includes_like_a_skeleton(both, "softmax"));
  EXPECT_FALSE(like_a_skeleton("#include <kernelwright/kernelwright.hpp>\n"));
  EXPECT_FALSE(
      like_a_skeleton("#include \"masking.hpp\"\n#define size 3\n"
                      "#include <kernelwright/kernelwright.hpp>\n"));
  EXPECT_FALSE(like_a_skeleton(""));
}

// What a lesson's own headers include is found out by the compiler.
TEST(KernelIncludes, CountHeadersOfLibraries) {
  const std::string both = "#include \"masking.hpp\"\n#include <kernelwright/kernelwright.hpp>\n";
  for (const std::string after : {"#include \"tiles.hpp\"\n", "#define A <b>\n", "int x = 1 < 2;",
                                  "// #include <cmath>\n", "#\n", "\n \n"}) {
    EXPECT_TRUE(includes_like_a_skeleton(both + after, "masking")) << after;
  }
  for (const std::string after :
       {"#include <cmath>\n", "int x;\n  #  include <string>", "#include<kernelwright/sort.hpp>"}) {
    EXPECT_FALSE(includes_like_a_skeleton(both + after, "masking")) << after;
  }
}

}  // namespace
}  // namespace kw::grader
