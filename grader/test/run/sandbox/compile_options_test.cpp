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
  constexpr auto kOther = kernel_includes::other;
  const std::string both =
      "#include \"masking.hpp\"\r\n\n#include <kernelwright/kernelwright.hpp>\n";
  EXPECT_EQ(includes_of("// Lesson 03\n\n" + both + "using namespace kw;\n", "masking"),
            kernel_includes::the_skeletons);
  EXPECT_EQ(includes_of(both, "masking"), kernel_includes::the_skeletons);
  for (const std::string before :
       {"#define private public\n", "/* comment */\n", "#pragma once\n", "int x;\n", "#if 0\n",
        "// continued \\\n", "// continued \\ \t\n", "#include <cmath>\n"}) {
    EXPECT_EQ(includes_of(before + both, "masking"), kOther) << before;
  }
  EXPECT_EQ(includes_of(both, "softmax"), kOther);
  EXPECT_EQ(includes_of("#include <kernelwright/kernelwright.hpp>\n", "masking"), kOther);
  EXPECT_EQ(includes_of("#include \"masking.hpp\"\n#define size 3\n", "masking"), kOther);
  EXPECT_EQ(includes_of("", "masking"), kOther);
}

// What a lesson's own headers include is found out by the compiler.
TEST(KernelIncludes, CountHeadersOfLibraries) {
  const std::string both = "#include \"masking.hpp\"\n#include <kernelwright/kernelwright.hpp>\n";
  for (const std::string after : {"#include \"tiles.hpp\"\n", "#define A <b>\n", "int x = 1 < 2;",
                                  "// #include <cmath>\n", "#\n", "\n \n"}) {
    EXPECT_EQ(includes_of(both + after, "masking"), kernel_includes::the_skeletons) << after;
  }
  for (const std::string after :
       {"#include <cmath>\n", "int x;\n  #  include <string>", "#include<kernelwright/sort.hpp>"}) {
    EXPECT_EQ(includes_of(both + after, "masking"), kernel_includes::more) << after;
  }
}

}  // namespace
}  // namespace kw::grader
