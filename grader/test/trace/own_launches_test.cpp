#include "grader/trace/trace_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using ::testing::ElementsAre;

constexpr const char* kFile = "exercises/08_attention/8_gradients.cpp";

trace_launch launch_of(const std::string& kernel, const std::string& file) {
  trace_launch launch;
  launch.kernel = kernel;
  launch.file = file;
  return launch;
}

std::vector<std::string> kernels_in_order(const std::vector<trace_launch>& launches) {
  std::vector<std::string> names;
  for (const trace_launch& launch : launches) {
    names.push_back(launch.kernel + (launch.own ? "" : " (prepares)"));
  }
  return names;
}

TEST(OwnLaunches, OfKernelsThatTheFileDeclaresComeFirst) {
  std::vector<trace_launch> launches = {launch_of("Sums", "lessons/sums.hpp"),
                                        launch_of("lesson08::Gradients<64>", "lessons/launch.hpp"),
                                        launch_of("Sums", kFile),
                                        launch_of("Gradients", "lessons/launch.hpp")};
  begin_with_own(launches, kFile, "template <int D>\nstruct Gradients {\n};\nstruct SumsOfRows;\n");
  EXPECT_THAT(kernels_in_order(launches), ElementsAre("lesson08::Gradients<64>", "Gradients",
                                                      "Sums (prepares)", "Sums (prepares)"));
}

TEST(OwnLaunches, AreThoseOfTheFileWhereItDeclaresNoKernel) {
  std::vector<trace_launch> launches = {launch_of("Sums", "lessons/sums.hpp"),
                                        launch_of("Matmul", kFile)};
  begin_with_own(launches, kFile, "void tune() { launch(Matmul<64>{}); }");
  EXPECT_THAT(kernels_in_order(launches), ElementsAre("Matmul", "Sums (prepares)"));
}

TEST(OwnLaunches, AreAllWhereNothingTellsThemApart) {
  std::vector<trace_launch> launches = {launch_of("Sums", "lessons/sums.hpp"),
                                        launch_of("Matmul", "lessons/matmul.hpp")};
  begin_with_own(launches, kFile, "int rows_of_the_file() { return 1; }");
  EXPECT_THAT(kernels_in_order(launches), ElementsAre("Sums", "Matmul"));
}

}  // namespace
}  // namespace kw::grader
