// What a class run refuses before any work.
#include "grader/class/class_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

TEST(ClassRun, MeasuresOnTheCpuAlone) {
  const temporary_folder folder;
  class_options options;
  options.source = folder.path();
  options.output = folder.path() / "graded";
  options.device = "cuda";
  options.speed = true;
  try {
    run_class(options);
    FAIL() << "speed on a GPU was not refused";
  } catch (const usage_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("submissions are measured on the CPU alone"));
    EXPECT_THAT(error.what(), testing::HasSubstr("--bench --device cpu"));
  }
  EXPECT_FALSE(std::filesystem::exists(options.output));
}

}  // namespace
}  // namespace kw::grader
