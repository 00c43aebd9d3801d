/// \file
/// What the tests of lesson 09 share: a fixture whose results stay in a folder of its own.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <kernelwright/runtime/tunings.hpp>
#include <kernelwright/testing/testing.hpp>

namespace lesson09 {

/// Results go to a folder of the test's own: what an earlier run found plays no part.
class autotune_test : public kw::testing::lesson_test {
 protected:
  void SetUp() override {
    char path[] = "/tmp/kernelwright-lesson09-XXXXXX";
    ASSERT_NE(mkdtemp(path), nullptr);
    folder_ = path;
    ::setenv("XDG_CACHE_HOME", path, 1);
    kw::set_tuning_effort({.seconds = 0.01, .least = 5, .most = 50});
    lesson_test::SetUp();
  }
  void TearDown() override {
    lesson_test::TearDown();
    std::filesystem::remove_all(folder_);
  }

  bool on_gpu() const { return device().kind == kw::device_kind::cuda; }

 private:
  std::string folder_;
};

}  // namespace lesson09
