#include "explain/explain.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/test/base/temporary_folder.hpp"
#include "explain/text.hpp"

// The outputs here are what g++ 12.2, clang++ 14.0 and nvcc 13.0 print, with shorter paths.
namespace kw::explain {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kKernel = "exercises/01_vector_add/3_vector_add.cpp";

std::optional<explanation> extract(std::string_view output) {
  return explain(output, "/course", kKernel);
}

TEST(CompileError, TheCompilersWordsAreCutDown) {
  const auto error = extract(R"([3/5] Building CXX object lessons/a.o
FAILED: lessons/CMakeFiles/lesson01.exercise.cpu.dir/vector_add.cpp.o
/usr/bin/c++ -I/course/common/include -O2 -c /course/exercises/01_vector_add/3_vector_add.cpp
/course/exercises/01_vector_add/3_vector_add.cpp: In member function ‘void VectorAdd::operator()(auto:1, int) const’:
/course/exercises/01_vector_add/3_vector_add.cpp:5:13: error: ‘offsts’ was not declared in this scope; did you mean ‘offsets’?
    5 |     int x = offsts + n;
      |             ^~~~~~
      |             offsets
/course/exercises/01_vector_add/3_vector_add.cpp:5:9: warning: unused variable ‘x’ [-Wunused-variable]
ninja: build stopped: subcommand failed.
)");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->file, kKernel);
  EXPECT_EQ(error->column, 13);
  EXPECT_EQ(error->fix, "offsets");
  EXPECT_EQ(error->further_errors, 0);
  EXPECT_THAT(error->output, HasSubstr("int x = offsts + n;"));
  EXPECT_THAT(error->output,
              Not(AnyOf(HasSubstr("ninja"), HasSubstr("/usr/bin/c++"), HasSubstr("/course/"))));
}

/// What a compiler prints, where KERNEL is the learner's file, and what a learner reads about it.
struct printed {
  std::string output;
  int line;
  const char *message, *raised_in = "";
};

TEST(CompileError, IsToldAtTheLearnersLine) {
  const std::string long_name(600, 'x');
  const printed kPrinted[] = {
      // nvcc's static assertion, with the way to it
      {R"(/course/common/lib.hpp(4): error: static assertion failed with "block sizes are powers of two: 1000 is none"
  template <int N> auto arange(size_t_<N>) { static_assert(is_pow2<N>, "..."); return N; }
                                             ^
          detected during:
            instantiation of "auto arange(size_t_<N>) [with N=1000]" at line 7
            instantiation of "auto context::ar(auto) [with <auto-1>=size_t_<1000>]" at line 4 of KERNEL
            instantiation of "void VectorAdd::operator()(auto, int) const [with <auto-1>=context]" at line 8
            instantiation of "void launch(K) [with K=VectorAdd]" at line 7 of KERNEL
)",
       4, "block sizes are powers of two: 1000 is none", "common/lib.hpp:4"},
      // g++ tells the way of a constant expression from the outside in.
      {R"(/course/common/lib.hpp:126:22:   required from ‘void Sum<N>::operator()(auto:11) const’
KERNEL:25:9:   required from here
KERNEL:18:25:   in ‘constexpr’ expansion of ‘tl.sum()’
/course/common/language.hpp:221:35:   in ‘constexpr’ expansion of ‘kw::core::reduce_axis<2>()’
/course/common/lib.hpp:118:35: error: static assertion failed: kernelwright: this tile has no axis
)",
       18, "this tile has no axis", "common/lib.hpp:118"},
      {"KERNEL:5:13: error: something about kw::core::tile<float, kw::core::tile_shape<8, 64>, "
       "kw::core::layout<int> > and kw::core::index_tile<int, kw::core::tile_shape<64>, 0, 1>\n",
       5, "something about tile [8, 64] and indices [64]"},
      {"KERNEL:5:13: error: no matching function for call to 'call(kw::pair<" + long_name +
           ">&, int)'\n",
       5, "no matching function for call to 'call(kw::pair<...>&, int)'"},
      {"\x1b[1mKERNEL:5:13:\x1b[m \x1b[31merror: \x1b[mexpected something\n", 5,
       "expected something"},
  };
  for (const printed& each : kPrinted) {
    const auto error = extract(replaced(each.output, "KERNEL", "/course/" + std::string(kKernel)));
    ASSERT_TRUE(error) << each.message;
    EXPECT_EQ(error->line, each.line);
    EXPECT_EQ(error->message, each.message);
    EXPECT_EQ(error->raised_in, each.raised_in);
  }
}

TEST(CompileError, NvccNumbersAreLeftOut) {
  const auto error = extract(
      R"(/course/exercises/01_vector_add/3_vector_add.cpp(5): error #20: identifier "offsts" is undefined
      int x = offsts + n;
              ^

/course/exercises/01_vector_add/3_vector_add.cpp(9): error: expected a ";"
2 errors detected in the compilation of "gen.cu".
)");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->line, 5);
  EXPECT_EQ(error->message, "identifier \"offsts\" is undefined");
  EXPECT_EQ(error->further_errors, 1);
  EXPECT_THAT(error->others,
              ::testing::ElementsAre(HasSubstr("vector_add.cpp:9: expected a \";\"")));
}

TEST(CompileError, TheLinkersComplaintsAreTheLearners) {
  const std::string missing =
      "`lesson01::vector_add(kw::view<float const, 1>)` is declared, but not defined here";
  const std::pair<const char*, std::string> kSaid[] = {
      {"main.cpp:(.text+0xa): undefined reference to "
       "`lesson01::vector_add(kw::view<float const, 1>)'\n",
       missing},
      {"a.o:vector_add_test.cpp:function VectorAdd::check(long): error: "
       "undefined reference to 'lesson01::vector_add(kw::view<float const, 1>)'\n",
       missing},
      {"b.o:b.cpp:function lesson01::vector_add(int): error: multiple definition of "
       "'lesson01::vector_add(int)'\nc.o:c.cpp:function lesson01::vector_add(int): previous "
       "definition here\n",
       "is defined more than once"},
      {"c.cpp:(.text+0x0): multiple definition of `lesson01::vector_add(int)'; "
       "b.o:b.cpp:(.text+0x7): first defined here\n",
       "is defined more than once"}};
  for (const auto& [output, told] : kSaid) {
    const auto error =
        extract(std::string(output) + "collect2: error: ld returned 1 exit status\n");
    ASSERT_TRUE(error) << output;
    EXPECT_EQ(error->file, kKernel);
    EXPECT_EQ(error->line, 0);
    EXPECT_THAT(error->message, HasSubstr(told));
  }
}

TEST(CompileError, MistakesOfTheCourseAreNotTheLearners) {
  for (const char* output :
       {"", "c++: error: unrecognized command-line option '-foo'\n",
        "/course/lessons/01_vector_add/vector_add_test.cpp:8:1: error: expected ';'\n",
        "a.o: undefined reference to `kw::runtime::run_programs(int)'\n"
        "collect2: error: ld returned 1 exit status\n",
        "a.o:a.cpp:function f: error: undefined reference to 'kw::runtime::run_programs(int)'\n"
        "collect2: error: ld returned 1 exit status\n",
        // The way to a warning is not that to the next error.
        R"(/course/common/lib.hpp:8:52:   required from ‘void launch(K)’
/course/exercises/01_vector_add/3_vector_add.cpp:7:27:   required from here
/course/common/lib.hpp:4:10: warning: unused variable ‘offsets’ [-Wunused-variable]
/course/common/other.hpp:4:10: error: something of the course's own
)"}) {
    EXPECT_FALSE(extract(output)) << output;
  }
}

TEST(CompileError, NvccAKernelWithoutItsWord) {
  const base::temporary_folder root;
  root.write(kKernel,
             "int twice(int i) {\n  return 2 * i;\n}\n"
             "template <int N>\nstruct Add {\n"
             "  void operator()(program auto tl, float* x) const {\n");
  const auto told = [&](const std::string& function) {
    const auto error = explain(
        "common/include/kernelwright/cuda/launch.hpp(31): error: calling a "
        "__host__ function(\"" +
            function +
            "\") from a __global__ function(\"kw::cuda::run_program<(int)4, "
            " ::Add<(int)64> > \") is not allowed\n",
        root.path(), kKernel);
    return error ? std::to_string(error->line) + ":" + std::to_string(error->column) + ": " +
                       error->message + "\n" + error->fix
                 : std::string();
  };
  const std::string kernel = told(
      "void Add<(int)64> ::operator ()< ::kw::cuda::context<(int)4, (int)4> > (T1, float *) "
      "const");
  const std::string function = told("twice(int)");
  EXPECT_THAT(kernel, HasSubstr("6:8: this kernel lacks the word KW_KERNEL"));
  EXPECT_THAT(kernel, HasSubstr("\nKW_KERNEL void operator()(program auto tl, float* x) const {"));
  EXPECT_THAT(function, HasSubstr("1:5: twice is called in a kernel, but lacks"));
}

TEST(CompileError, AFileInUtf16IsTold) {
  for (const std::string& bytes :
       {std::string("\xFF\xFEi\0n\0t\0", 8), std::string("\0i\0n\0t", 6)}) {
    const base::temporary_folder root;
    root.write(kKernel, bytes);
    const auto error =
        explain("fatal error: UTF-16 (LE) byte order mark detected\n", root.path(), kKernel);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->line, 1);
    EXPECT_THAT(error->message, HasSubstr("is saved as UTF-16"));
    EXPECT_THAT(error->advice, HasSubstr("Save it as UTF-8."));
  }
}

TEST(CompileError, AFloodIsCutDown) {
  std::string output;
  for (int i = 1; i <= 500; ++i) {
    output += "/course/" + std::string(kKernel) + ":" + std::to_string(i) + ":1: error: no " +
              std::string(1000, 'x') + "\n";
  }
  const auto error = extract(output);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->further_errors, 499);
  EXPECT_LE(error->others.size(), 4U);
  EXPECT_LT(error->output.size(), 10000U);
}

}  // namespace
}  // namespace kw::explain
