#include "common/judge/remote_search.hpp"

#include <algorithm>
#include <utility>

#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

class remote_trials : public runtime::trial_place {
 public:
  remote_trials(const search_calls& calls, shared_memory& memory,
                const runtime::tuning_space& space)
      : calls_(calls), memory_(memory), space_(space) {
    if (!before_.take(memory)) {
      throw error("there is not enough memory to keep the data of a test while autotune searches");
    }
  }

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

  tried_results take_tried() { return {std::move(before_), std::move(first_)}; }

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
    if (first_.pieces.empty()) {
      (void)first_.take(memory_);
      first_index_ = index;
      return;
    }
    comparison sum;
    for (std::size_t i = 0; i < first_.pieces.size(); ++i) {
      const memory_copy::piece& first = first_.pieces[i];
      sum.add(before_.pieces[i].held.get(), first.bytes, first.held.get(), first.data);
    }
    if (sum.suspicious()) {
      problem_ = problem_with(index, sum);
      throw error(problem_);
    }
  }

  std::string problem_with(int index, const comparison& sum) const {
    const auto name = [&](int number) {
      return "{" + to_text(space_.results[static_cast<std::size_t>(number)].choice) + "}";
    };
    return "autotune of " + space_.kernel + " (" + space_.key + "): " +
           (index == first_index_ ? "two runs with the config " + name(index)
                                  : "the configs " + name(first_index_) + " and " + name(index)) +
           " come to different results (about " + std::to_string(sum.others) + " of " +
           std::to_string(sum.changed) +
           "). Each config that the rule allows has to compute the same, in each of its runs. Can "
           "its tile hold these sizes?";
  }

  const search_calls& calls_;
  shared_memory& memory_;
  const runtime::tuning_space& space_;
  memory_copy before_, first_;  // first_: after the first run of all
  int first_index_ = 0;
  bool changed_ = true;         // since the memory was what it had been before
  std::map<int, int> repeats_;  // that made the runs of a config long enough
  std::string problem_;
};

}  // namespace

autotune_step search_remotely(const search_calls& calls, shared_memory& memory,
                              tried_results* tried) {
  memory_copy before;
  const bool kept = before.take(memory);
  message described = calls.ask({autotune_step::kDescribe, 1, false, 0, {}});
  const runtime::tuning_space space = take_space(described);
  if (kept) {
    before.put_back();  // whatever else was done
  }
  remote_trials place(calls, memory, space);
  autotune_step step;
  step.told = runtime::find_best_elsewhere(space, default_device(), place, &step.candidate);
  *tried = place.take_tried();
  return step;
}

void require_as_tried(const std::string& function, const tried_results& tried) {
  comparison sum;
  for (std::size_t i = 0; i < tried.after.pieces.size(); ++i) {
    const memory_copy::piece& first = tried.after.pieces[i];
    sum.add(tried.before.pieces[i].held.get(), first.bytes, first.held.get(), first.data);
  }
  if (sum.suspicious()) {
    throw error(function +
                ": with the config that autotune chose, it comes to other results (about " +
                std::to_string(sum.others) + " of " + std::to_string(sum.changed) +
                ") than in the runs that were measured");
  }
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
