#include "common/judge/remote_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "common/checker/record/allocations.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

/// What the tests' memory held at one time.
class memory_copy {
 public:
  /// \returns false, and keeps nothing, where there is too little memory for it
  bool take(shared_memory& memory) {
    for (const memory_range& range : memory.ranges()) {
      char* const data = reinterpret_cast<char*>(memory.base() + range.offset);
      pieces_.push_back(
          {data, range.bytes, {static_cast<char*>(std::malloc(range.bytes)), std::free}});
      if (pieces_.back().held == nullptr) {
        pieces_.clear();
        return false;
      }
      std::memcpy(pieces_.back().held.get(), data, range.bytes);
    }
    for (const auto& known : runtime::all_allocations()) {
      checked_.emplace_back(known, *known);
    }
    return true;
  }
  /// Makes the memory what it was.
  void put_back() const {
    for (const piece& one : pieces_) {
      std::memcpy(one.data, one.held.get(), one.bytes);
    }
    for (const auto& [known, was] : checked_) {
      *known = was;
    }
  }

 private:
  struct piece {
    char* data;
    std::size_t bytes;
    // By malloc: tests count what operator new is asked for.
    std::unique_ptr<char, void (*)(void*)> held;
  };
  std::vector<piece> pieces_;
  /// What the checker knew about it.
  std::vector<std::pair<std::shared_ptr<runtime::allocation>, runtime::allocation>> checked_;
};

class remote_trials : public runtime::trial_place {
 public:
  remote_trials(const search_calls& calls, const memory_copy& before)
      : calls_(calls), before_(before) {}

  void restore() override {
    if (std::exchange(changed_, false)) {
      before_.put_back();
    }
  }

  void run(int index) override { once(index); }

  /// A worker needs longer to copy a GPU's memory than to use it, and to answer than to run a
  /// kernel once. So there the data of the run before stays where it is, and runs are repeated
  /// until they take long enough.
  sample time(int index) override {
    if (default_device().kind != device_kind::cuda) {
      once(index);
      return {calls_.seconds(), calls_.seconds()};
    }
    constexpr double kLongEnough = 0.01, kShortest = 1e-6;
    constexpr int kFirst = 4, kMost = 4096;
    int& repeats = repeats_.emplace(index, kFirst).first->second;
    while (true) {
      ask({index, repeats, true, 0, {}});
      const double seconds = calls_.seconds();
      if (seconds >= kLongEnough || repeats >= kMost) {
        return {seconds / repeats, seconds};
      }
      const double enough = 1.2 * kLongEnough / std::max(seconds, kShortest);
      repeats = std::min(kMost, static_cast<int>(repeats * std::max(enough, 2.0)));
    }
  }

  void survive() override {
    if (!problem_.empty()) {
      throw error(problem_);
    }
  }

 private:
  void ask(const autotune_step& step) {
    try {
      (void)calls_.ask(step);
    } catch (const error& problem) {
      problem_ = calls_.alive() ? "" : problem.what();
      throw;
    }
  }
  void once(int index) {
    changed_ = true;
    ask({index, 1, false, 0, {}});
  }

  const search_calls& calls_;
  const memory_copy& before_;
  bool changed_ = false;        // since the memory was what it had been before
  std::map<int, int> repeats_;  // that made the runs of a config long enough
  std::string problem_;
};

}  // namespace

autotune_step search_remotely(const search_calls& calls, shared_memory& memory) {
  memory_copy before;
  if (!before.take(memory)) {
    throw error("there is not enough memory to keep the data of a test while autotune searches");
  }
  message described = calls.ask({autotune_step::kDescribe, 1, false, 0, {}});
  const runtime::tuning_space space = take_space(described);
  before.put_back();  // whatever else was done
  remote_trials place(calls, before);
  autotune_step step;
  step.told = runtime::find_best_elsewhere(space, default_device(), place, &step.candidate);
  return step;
}

void require_told(const std::string& function, const autotune_step& step, message& result) {
  const auto told = result.take<tuned>();
  result.require_end();
  if (!(told == step.told)) {
    throw error(function +
                ": it reports a choice that autotune did not make in this call. Return what "
                "autotune returns");
  }
}

}  // namespace kw::remote
