// Trying out configs in this process: what each of them needs, whether that fits, how long it
// takes.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "common/autotune/run_limit.hpp"
#include "common/autotune/steps.hpp"
#include "common/base/at_end.hpp"
#include "common/checker/record/allocations.hpp"
#include "common/runtime/blocks.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "common/runtime/hooks.hpp"
#include "common/runtime/launch_probe.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/sampling.hpp"

namespace kw::runtime {
namespace {

using state = tuning_result::state;

launch_probe probe(const tuning_calls& calls, int index) {
  return probe_launches([&] { calls.start(calls.run, index); });
}

/// The memory that the kernel writes, as it was before the first trial. On the CPU, also what the
/// checker knows about it, so each run is judged as if it were the first.
class saved_outputs {
 public:
  explicit saved_outputs(device where) : where_(where) {}

  void add(const region& r) {
    const auto same = [&](const saved& s) { return s.where.data == r.data; };
    const auto known = std::find_if(saved_.begin(), saved_.end(), same);
    if (r.bytes == 0 || (known != saved_.end() && known->where.bytes >= r.bytes)) {
      return;
    }
    saved s{r, {}, nullptr, {}};
    const device where = where_;
    s.copy = std::shared_ptr<void>(memory::allocate_block(where, r.bytes),
                                   [where](void* data) { memory::release(where, data); });
    copy(s.copy.get(), r.data, r.bytes);
    const auto* const seen = static_cast<const char*>(as_kernels_see(r.data));
    for (const auto& entry : all_allocations()) {
      if (where_.kind == device_kind::cpu && seen >= entry->data &&
          seen < entry->data + entry->bytes) {
        s.checked = entry;
        s.as_it_was = *entry;
      }
    }
    saved_.push_back(std::move(s));
  }

  void restore() const {
    for (const saved& s : saved_) {
      copy(s.where.data, s.copy.get(), s.where.bytes);
      if (s.checked) {
        *s.checked = s.as_it_was;
      }
    }
  }

  bool empty() const { return saved_.empty(); }

 private:
  struct saved {
    region where;
    std::shared_ptr<void> copy;
    std::shared_ptr<allocation> checked;
    allocation as_it_was;
  };

  void copy(void* to, const void* from, std::int64_t bytes) const {
    const bool before = std::exchange(hooks().copies_of_autotune, true);
    const base::at_end restored([before] { hooks().copies_of_autotune = before; });
    memory::copy(where_, to, where_, from, bytes);
  }

  device where_;
  std::vector<saved> saved_;
};

constexpr const char* kSpills = "it spills: ";
// Local memory that does not come from spilled registers: an access at a ragged edge is a call,
// which keeps its tile on the stack. CUDA counts both as one.
constexpr std::int64_t kFrameBytes = 512;

std::string in_kib(std::int64_t bytes) {
  return std::to_string((bytes + 1023) / 1024) + " KiB";
}

/// Why these launches cannot run well on a GPU, or nothing.
std::string unfit_reason(device where, const launch_probe& probed) {
  for (const gpu_launch& kernel : probed.kernels) {
    const std::string why =
        why_unfit(cuda::gpu().inspect(where.index, kernel.function), kernel.threads,
                  kernel.dynamic_shared_bytes, cuda::gpu().most_shared_bytes(where.index));
    if (!why.empty()) {
      return why;
    }
  }
  return "";
}

void leave_out(tuning_result* result, const error& problem) {
  const std::string text = problem.what();
  result->why = text.substr(0, text.find('\n'));
  result->outcome = state::faulty;
}

// Slow is better than nothing.
void allow_spills_if_all_do(std::vector<tuning_result>* results) {
  const auto usable = [](const tuning_result& r) {
    return r.outcome == state::unknown || r.outcome == state::timed;
  };
  if (std::any_of(results->begin(), results->end(), usable)) {
    return;
  }
  for (tuning_result& result : *results) {
    if (result.outcome == state::unfit && result.why.rfind(kSpills, 0) == 0) {
      result.outcome = state::unknown;
      result.from_earlier = false;
    }
  }
}

/// Asks every config what it would do. \returns what any of them writes
std::vector<region> probe_all(const tuning_request& request, const tuning_calls& calls,
                              std::vector<tuning_result>* results) {
  std::vector<region> written;
  for (std::size_t i = 0; i < results->size(); ++i) {
    tuning_result& result = (*results)[i];
    if (result.outcome != state::unknown) {
      continue;
    }
    launch_probe probed;
    try {
      probed = probe(calls, static_cast<int>(i));
    } catch (const nested_tuning&) {
      throw;
    } catch (const error& problem) {  // such as streams that need too much shared memory
      leave_out(&result, problem);
      continue;
    }
    if (probed.writes_bare_pointer) {
      throw error("autotune of " + std::string(request.kernel) +
                  ": the kernel is launched with a bare pointer that it may write through. Its "
                  "size is unknown, so the trial runs could not be undone. Pass the view itself "
                  "(`x` in place of `x.data()`), or a pointer to const.");
    }
    result.why = request.where.kind == device_kind::cuda ? unfit_reason(request.where, probed) : "";
    result.outcome = result.why.empty() ? state::unknown : state::unfit;
    written.insert(written.end(), probed.outputs.begin(), probed.outputs.end());
  }
  allow_spills_if_all_do(results);
  return written;
}

class trials_here : public trial_place {
 public:
  trials_here(const tuning_request& request, const tuning_calls& calls, const tuning_effort& effort)
      : request_(request), calls_(calls), limit_(limit_of(effort)), outputs_(request.where) {}

  void save(const std::vector<region>& written) {
    for (const region& r : written) {
      outputs_.add(r);
    }
  }
  bool anything_to_do() const { return !outputs_.empty(); }

  void restore() override { outputs_.restore(); }
  void run(int index) override {
    const run_limit limited(limit_, name_of_run(index));
    calls_.start(calls_.run, index);
    synchronize(request_.where);
  }
  double time(int index) override {
    if (!flush_) {
      flush_.emplace(request_.where);
      watch_.emplace(request_.where);
    }
    (*flush_)();
    const run_limit limited(limit_, name_of_run(index));
    watch_->start();
    calls_.start(calls_.run, index);
    watch_->stop();
    return watch_->seconds();
  }
  void survive() override { synchronize(request_.where); }

 private:
  std::string name_of_run(int index) const {
    return "autotune of " + std::string(request_.kernel) + " (" + key_text(*request_.key) +
           "): config " + to_text(request_.configs[index]);
  }

  const tuning_request& request_;
  const tuning_calls& calls_;
  const double limit_;
  saved_outputs outputs_;
  std::optional<cache_flush> flush_;
  std::optional<stopwatch> watch_;
};

}  // namespace

std::string why_unfit(const cuda::kernel_needs& needs, int threads,
                      std::int64_t dynamic_shared_bytes, std::int64_t most_shared_bytes) {
  const std::int64_t shared = needs.shared_bytes + dynamic_shared_bytes;
  if (shared > most_shared_bytes) {
    return "it needs " + in_kib(shared) + " of shared memory, a program may have " +
           in_kib(most_shared_bytes);
  }
  if (threads > needs.most_threads) {
    return "its " + std::to_string(threads) + " threads of " + std::to_string(needs.registers) +
           " registers do not fit, " + std::to_string(needs.most_threads) + " would";
  }
  if (needs.local_bytes > kFrameBytes) {
    return kSpills + std::to_string(needs.local_bytes - kFrameBytes) +
           " bytes per thread do not fit into its registers";
  }
  return "";
}

int measure_unknown(const tuning_request& request, const tuning_calls& calls,
                    const tuning_effort& effort, std::vector<tuning_result>* results) {
  trials_here place(request, calls, effort);
  place.save(probe_all(request, calls, results));
  return place.anything_to_do()
             ? compete(place, request.kernel, key_text(*request.key), effort, results)
             : 0;  // nothing to do for these arguments, and so nothing to learn
}

}  // namespace kw::runtime
