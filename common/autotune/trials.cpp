// Finding out how fast each config is: what it needs, whether that fits, how long it takes.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "common/autotune/steps.hpp"
#include "common/checker/record/allocations.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/launch_probe.hpp"
#include "kernelwright/runtime/sampling.hpp"

namespace kw::runtime {
namespace {

using state = tuning_result::state;

struct region {
  char* data;
  std::int64_t bytes;
};

struct gpu_launch {
  const void* function;
  int threads;
  std::int64_t dynamic_shared_bytes;
};

/// What the launches of one config would do.
struct launch_probe {
  std::vector<region> outputs;
  std::vector<gpu_launch> kernels;
  bool writes_bare_pointer = false;
};

thread_local launch_probe* current_probe = nullptr;

// The bytes that a view spans, gaps between rows included.
region span_of(const argument& a) {
  std::int64_t low = 0, high = 1;
  for (int d = 0; d < a.rank; ++d) {
    if (a.extents[d] == 0) {
      return {nullptr, 0};
    }
    const std::int64_t reach = (a.extents[d] - 1) * a.strides[d];
    (reach < 0 ? low : high) += reach;
  }
  auto* data = static_cast<char*>(const_cast<void*>(a.data));
  return {data + low * a.element_size, (high - low) * a.element_size};
}

launch_probe probe(const tuning_calls& calls, int index) {
  launch_probe result;
  current_probe = &result;
  try {
    calls.start(calls.run, index);
  } catch (...) {
    current_probe = nullptr;
    throw;
  }
  current_probe = nullptr;
  return result;
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
    s.copy = std::shared_ptr<void>(memory::allocate(where, r.bytes),
                                   [where](void* data) { memory::release(where, data); });
    memory::copy(where_, s.copy.get(), where_, r.data, r.bytes);
    for (const auto& entry : all_allocations()) {
      if (where_.kind == device_kind::cpu && r.data >= entry->data &&
          r.data < entry->data + entry->bytes) {
        s.checked = entry;
        s.as_it_was = *entry;
      }
    }
    saved_.push_back(std::move(s));
  }

  void restore() const {
    for (const saved& s : saved_) {
      memory::copy(where_, s.where.data, where_, s.copy.get(), s.where.bytes);
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
        why_unfit(cuda::inspect(where.index, kernel.function), kernel.threads,
                  kernel.dynamic_shared_bytes, cuda::most_shared_bytes(where.index));
    if (!why.empty()) {
      return why;
    }
  }
  return "";
}

/// Turns the checker off, or back on, while it lives.
class checks {
 public:
  explicit checks(bool on) : before_(checks_enabled()) { enable_checks(on); }
  ~checks() { enable_checks(before_); }
  checks(const checks&) = delete;
  checks& operator=(const checks&) = delete;

 private:
  bool before_;
};

class trials {
 public:
  trials(const tuning_request& request, const tuning_calls& calls, const tuning_effort& effort,
         std::vector<tuning_result>* results)
      : request_(request),
        calls_(calls),
        effort_(effort),
        results_(*results),
        outputs_(request.where),
        seconds_(results->size()) {}

  int run() {
    prepare();
    if (outputs_.empty()) {
      return 0;  // nothing to do for these arguments, and so nothing to learn
    }
    try {
      compete();
    } catch (...) {
      try {
        outputs_.restore();
      } catch (const error&) {
        // The device is lost; the first failure is the one to report.
      }
      throw;
    }
    outputs_.restore();
    return runs_;
  }

 private:
  void compete() {
    std::vector<std::size_t> contenders;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].outcome == state::unknown && warm_up(i)) {
        contenders.push_back(i);
      }
    }
    if (!contenders.empty()) {
      take_samples(contenders);
    }
  }

  int number(std::size_t i) const { return static_cast<int>(i); }

  // Asks every config what it would do; saves what any of them writes.
  void prepare() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      tuning_result& result = results_[i];
      if (result.outcome != state::unknown) {
        continue;
      }
      launch_probe probed;
      try {
        probed = probe(calls_, number(i));
      } catch (const nested_tuning&) {
        throw;
      } catch (const error& problem) {  // such as streams that need too much shared memory
        leave_out(&result, problem);
        continue;
      }
      if (probed.writes_bare_pointer) {
        throw error("autotune of " + std::string(request_.kernel) +
                    ": the kernel is launched with a bare pointer that it may write through. Its "
                    "size is unknown, so the trial runs could not be undone. Pass the view itself "
                    "(`x` in place of `x.data()`), or a pointer to const.");
      }
      result.why =
          request_.where.kind == device_kind::cuda ? unfit_reason(request_.where, probed) : "";
      result.outcome = result.why.empty() ? state::unknown : state::unfit;
      for (const region& r : probed.outputs) {
        outputs_.add(r);
      }
    }
    allow_spills_if_all_do();
  }

  static void leave_out(tuning_result* result, const error& problem) {
    const std::string text = problem.what();
    result->why = text.substr(0, text.find('\n'));
    result->outcome = state::faulty;
  }

  // Slow is better than nothing.
  void allow_spills_if_all_do() {
    const auto usable = [](const tuning_result& r) {
      return r.outcome == state::unknown || r.outcome == state::timed;
    };
    if (std::any_of(results_.begin(), results_.end(), usable)) {
      return;
    }
    for (tuning_result& result : results_) {
      if (result.outcome == state::unfit && result.why.rfind(kSpills, 0) == 0) {
        result.outcome = state::unknown;
        result.from_earlier = false;
      }
    }
  }

  void start(std::size_t i) {
    ++runs_;
    calls_.start(calls_.run, number(i));
  }

  /// The first runs load code, touch pages and raise clocks; one of them is checked. \returns can
  /// this config be timed?
  bool warm_up(std::size_t i) {
    tuning_result& result = results_[i];
    const std::int64_t findings = delivered_findings();
    try {
      outputs_.restore();
      start(i);
      if (delivered_findings() == findings) {
        const checks off(false);
        outputs_.restore();
        start(i);
        synchronize(request_.where);
        return true;
      }
      result.why = "the checker found fault with it";
    } catch (const error& problem) {
      synchronize(request_.where);  // throws when the device is lost: then no config can run
      leave_out(&result, problem);
    }
    result.outcome = state::faulty;
    tell_of_fault(request_, result);
    return false;
  }

  // In turn (A B C A B C ...), so a machine that slows down affects all of them equally.
  void take_samples(const std::vector<std::size_t>& contenders) {
    const checks off(false);
    const cache_flush flush(request_.where);
    stopwatch watch(request_.where);
    for (bool all_finished = false; !all_finished;) {
      all_finished = true;
      const double best = best_median(contenders);
      for (const std::size_t i : contenders) {
        if (finished(seconds_[i], best)) {
          continue;
        }
        all_finished = false;
        outputs_.restore();
        flush();
        watch.start();
        start(i);
        watch.stop();
        seconds_[i].push_back(watch.seconds());
      }
    }
    for (const std::size_t i : contenders) {
      const measurement m = summarise(seconds_[i]);
      results_[i].outcome = state::timed;
      results_[i].seconds = std::max(m.seconds, 1e-9);  // a clock may not see the shortest
      results_[i].spread = m.spread;
      results_[i].samples = m.samples;
    }
  }

  bool finished(const std::vector<double>& taken, double best) const {
    const int samples = static_cast<int>(taken.size());
    double total = 0;
    for (const double one : taken) {
      total += one;
    }
    if (samples >= effort_.most || (samples >= effort_.least && total >= effort_.seconds)) {
      return true;
    }
    // After three samples it is clear which configs are out of the race.
    return samples >= 3 && best > 0 && *std::min_element(taken.begin(), taken.end()) > 2 * best;
  }

  double best_median(const std::vector<std::size_t>& contenders) const {
    double best = 0;
    for (const std::size_t i : contenders) {
      const measurement m = summarise(seconds_[i]);
      best = m.samples >= 3 && (best == 0 || m.seconds < best) ? m.seconds : best;
    }
    return best;
  }

  const tuning_request& request_;
  const tuning_calls& calls_;
  const tuning_effort effort_;
  std::vector<tuning_result>& results_;
  saved_outputs outputs_;
  std::vector<std::vector<double>> seconds_;
  int runs_ = 0;
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

bool probing_launches() {
  return current_probe != nullptr;
}

void probe_arguments(const argument* arguments, int count) {
  for (int i = 0; i < count; ++i) {
    const argument& a = arguments[i];
    if (a.is_const || a.kind == argument_kind::scalar) {
      continue;
    }
    if (a.kind == argument_kind::pointer) {
      current_probe->writes_bare_pointer = true;
    } else if (const region r = span_of(a); r.bytes > 0) {
      current_probe->outputs.push_back(r);
    }
  }
}

void probe_cuda_kernel(const void* function, int threads, std::int64_t dynamic_shared_bytes) {
  current_probe->kernels.push_back({function, threads, dynamic_shared_bytes});
}

int measure_unknown(const tuning_request& request, const tuning_calls& calls,
                    const tuning_effort& effort, std::vector<tuning_result>* results) {
  return trials(request, calls, effort, results).run();
}

}  // namespace kw::runtime
