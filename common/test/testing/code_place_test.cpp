// Where a crash or an exception came from.
#include "common/testing/code_place.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace kw::testing {

// Named in the tests below, so not in a namespace without a name.
[[gnu::noinline]] int throws_if(bool any) {
  if (any) {
    throw std::runtime_error("any");
  }
  return 1;
}

[[gnu::noinline]] int never_ends(int n) {
  volatile int used[64] = {n};
  return n < 0 ? 0 : never_ends(n < 1000000000 ? n + 1 : n) + used[n % 64];
}

namespace {

TEST(CodePlace, IsTheFirstLineOfALearner) {
  const auto found = first_learners_line(
      "0x0000000000001234\nstd::vector<int>::at(unsigned long)\n"
      "/usr/include/c++/12/bits/stl_vector.h:1123\nkw::launch\n"
      "/home/me/course/common/include/kernelwright/launch.hpp:42\n"
      "0x0000000000001250\n??\n??:?\n"
      "0x0000000000001260\nstd::vector<int>::at(unsigned long)\n"
      "/usr/include/c++/12/bits/stl_vector.h:1123\nint lesson02::cdiv<int>(int, int)\n"
      "/home/me/course/build/../exercises/02_grid_math/1_cdiv.cpp:17 (discriminator 2)\n"
      "0x0000000000001270\nmain\n/home/me/course/exercises/02_grid_math/1_cdiv.cpp:25\n");
  EXPECT_EQ(found.function, "cdiv");
  EXPECT_EQ(found.file, "/home/me/course/exercises/02_grid_math/1_cdiv.cpp");
  EXPECT_EQ(found.line, 17);
}

TEST(CodePlace, IsUnknownElsewhere) {
  EXPECT_EQ(first_learners_line("").line, 0);
  EXPECT_EQ(first_learners_line("addr2line: not found\n").function, "");
  const auto of_a_test =
      first_learners_line("0x12\n??\n??:0\n0x13\nf(int)\n/x/lessons/02_grid_math/tests/1.cpp:5\n");
  EXPECT_EQ(of_a_test.line, 0);
  EXPECT_EQ(of_a_test.function, "f");
}

// This program has no line numbers, so what is left is the name of the function.
TEST(CodePlace, NamesTheFunctionOfAnException) {
  EXPECT_THROW(throws_if(true), std::runtime_error);
  EXPECT_EQ(place_of(calls_of_latest_throw()).function, "throws_if");
  EXPECT_EQ(place_of({}).function, "");
}

// What a process prints that does this, and dies.
template <class F>
std::string last_words(F crash) {
  int ends[2];
  if (::pipe(ends) != 0) {
    return "no pipe";
  }
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    if (report_crashes()) {
      crash();
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char some[4096];
  for (ssize_t count; (count = ::read(ends[0], some, sizeof some)) > 0;) {
    text.append(some, static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return text + (WIFSIGNALED(status) ? "ended by a signal" : "ended");
}

TEST(CrashReport, OfAFullStack) {
  const std::string text = last_words([] { (void)never_ends(1); });
  if (text == "ended") {
    GTEST_SKIP() << "a sanitizer reports crashes itself";
  }
  EXPECT_NE(text.find("[stack-overflow] `never_ends` calls itself again"), std::string::npos)
      << text;
  EXPECT_NE(text.find("[  FAILED  ] CrashReport.OfAFullStack\nNo test after this one has run.\n"
                      "ended by a signal"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace kw::testing
