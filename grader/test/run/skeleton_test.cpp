#include "grader/run/skeleton.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(Skeleton, TakesTheAnswerOutAndPutsTheTodoIn) {
  EXPECT_EQ(skeleton_of("int f() {\n"
                        "  // TODO: what?\n"
                        "  //{ solution\n"
                        "  int answer = 42;\n"
                        "  //| int answer = 0;\n"
                        "  //|\n"
                        "  //}\n"
                        "  return answer;\n"
                        "}\n"),
            "int f() {\n"
            "  // TODO: what?\n"
            "  int answer = 0;\n"
            "\n"
            "  return answer;\n"
            "}\n");
}

}  // namespace
}  // namespace kw::grader
