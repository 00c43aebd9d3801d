/// \file
/// What the tests of lesson 09 share: a fixture whose results stay in a folder of its own, and that
/// notes what the learner's rules say.
#pragma once

#include <cstdlib>
#include <filesystem>

#include <kernelwright/runtime/tunings.hpp>
#include <kernelwright/testing/testing.hpp>

#include "autotune.hpp"
#include "rule_decisions.hpp"

namespace lesson09 {

using namespace kw::testing;
using kw::float16_t;
using kw::tuned;

/// Results go to a folder of the test's own: what an earlier run found plays no part.
class autotune_test : public lesson_test {
 protected:
  void prepare() override {
    char path[] = "/tmp/kernelwright-lesson09-XXXXXX";
    ASSERT_NE(mkdtemp(path), nullptr);
    folder_ = path;
    ::setenv("XDG_CACHE_HOME", path, 1);
    kw::set_tuning_effort(on_gpu() ? kw::tuning_effort{.seconds = 0.01, .least = 5, .most = 50}
                                   : kw::tuning_effort{.seconds = 0.002, .least = 5, .most = 15});
  }
  void TearDown() override {
    lesson_test::TearDown();
    std::filesystem::remove_all(folder_);
    static bool told = false;
    const std::string mistake = HasFailure() && !told ? mistake_in_rule() : "";
    if (!mistake.empty()) {
      ADD_FAILURE() << mistake;
      told = true;
    }
  }

  /// Of the rule of this task, as far as the calls so far show it; empty if it is right.
  virtual std::string mistake_in_rule() const { return ""; }

  /// `tune()`, and a note of what the rule said if the space was not known before.
  template <class Tune>
  kw::tuned noted(const reference::tuned_call& call, Tune tune) {
    const std::size_t before = kw::tunings().size();
    const kw::tuned choice = tune();
    const auto spaces = kw::tunings();
    latest_.clear();
    if (spaces.size() > before) {
      for (const kw::tuning_result& result : spaces.back().results) {
        const bool refused = result.outcome == kw::tuning_result::state::refused;
        latest_.push_back({call, result.choice, !refused});
      }
    }
    decisions().insert(decisions().end(), latest_.begin(), latest_.end());
    return choice;
  }
  /// What the rule said in the latest call of `noted`; empty if a judge cannot know.
  const std::vector<reference::decision>& latest() const { return latest_; }

  /// Of all tests of this program, since a space is looked at once.
  static std::vector<reference::decision>& decisions() {
    static std::vector<reference::decision> all;
    return all;
  }

  /// Two calls share a choice if the learner's keys are equal. \param why what is wrong otherwise
  static void expect_keys(bool equal, const kw::tuned& one, const kw::tuned& other,
                          const char* why) {
    EXPECT_TRUE((one.key == other.key) == equal) << why << reference::key_text();
  }

  bool on_gpu() const { return device().kind == kw::device_kind::cuda; }

 private:
  std::vector<reference::decision> latest_;
  std::string folder_;
};

}  // namespace lesson09
