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
                                            "-gdwarf-4 -g1 -ftrapv -o kernel.o -c kernel.cpp")),
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

}  // namespace
}  // namespace kw::grader
