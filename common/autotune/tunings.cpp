// A tuned space for people: a line, a table with bars.
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "common/autotune/steps.hpp"
#include "common/base/format.hpp"
#include "kernelwright/runtime/tunings.hpp"

namespace kw {
namespace {

using state = tuning_result::state;

struct field {
  const char* name;
  int config::*value;
};
constexpr double kLongestBar = 24;
constexpr field kFields[] = {
    {"block", &config::block},     {"rows", &config::rows},       {"cols", &config::cols},
    {"block_m", &config::block_m}, {"block_n", &config::block_n}, {"block_k", &config::block_k},
    {"group", &config::group},     {"warps", &config::warps},     {"stages", &config::stages},
};

std::string time_text(double seconds) {
  return seconds < 1e-3  ? base::formatted("%.1f us", seconds * 1e6)
         : seconds < 1.0 ? base::formatted("%.2f ms", seconds * 1e3)
                         : base::formatted("%.2f s", seconds);
}

std::string left_pad(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

// The fields that some config of the space sets.
std::vector<field> fields_in_use(const tuning& space) {
  std::vector<field> used;
  for (const field& f : kFields) {
    const auto sets = [&](const tuning_result& r) {
      return r.choice.*f.value != config{}.*f.value;
    };
    if (std::any_of(space.results.begin(), space.results.end(), sets)) {
      used.push_back(f);
    }
  }
  return used;
}

// Numbers of the results: timed ones by rising time, then the others in their order.
std::vector<std::size_t> by_time(const tuning& space) {
  std::vector<std::size_t> order(space.results.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  const auto rank = [&](std::size_t i) {
    const tuning_result& r = space.results[i];
    return r.outcome == state::timed ? r.seconds : 1e30;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

const char* remark(const tuning_result& r) {
  return r.outcome == state::unknown ? "not measured" : r.why.c_str();
}

std::string totals(const tuning& space) {
  const auto count = [&](auto what) {
    return std::to_string(std::count_if(space.results.begin(), space.results.end(), what));
  };
  const auto timed = [](const tuning_result& r) { return r.outcome == state::timed; };
  const auto known = [&](const tuning_result& r) { return timed(r) && r.from_earlier; };
  return std::to_string(space.results.size()) + " configs, " + count(timed) + " timed (" +
         count(known) + " of them in an earlier run); the kernel ran " +
         std::to_string(space.runs) + " times, the search took " + time_text(space.search_seconds) +
         ".\n";
}

}  // namespace

std::string to_text(const config& choice) {
  std::string text;
  for (const field& f : kFields) {
    if (choice.*f.value != config{}.*f.value) {
      text +=
          (text.empty() ? "" : " ") + std::string(f.name) + "=" + std::to_string(choice.*f.value);
    }
  }
  return text.empty() ? "all defaults" : text;
}

std::string to_text(const tuning& space) {
  const std::vector<field> fields = fields_in_use(space);
  std::string text =
      "Autotune of " + space.kernel + " (" + space.key + ") on " + space.device + "\n";
  const auto width = [](const field& f) {
    return std::max<std::size_t>(std::string(f.name).size(), 5) + 2;
  };
  for (const field& f : fields) {
    text += left_pad(f.name, width(f));
  }
  text += left_pad("median", 12) + left_pad("spread", 9) + left_pad("of best", 10) + "\n";
  const double best = space.results[static_cast<std::size_t>(std::max(space.best, 0))].seconds;
  double slowest = 0;
  for (const tuning_result& r : space.results) {
    slowest = std::max(slowest, r.outcome == state::timed ? r.seconds : 0);
  }
  for (const std::size_t i : by_time(space)) {
    const tuning_result& r = space.results[i];
    for (const field& f : fields) {
      text += left_pad(std::to_string(r.choice.*f.value), width(f));
    }
    if (r.outcome == state::timed) {
      text += left_pad(time_text(r.seconds), 12) +
              left_pad(base::formatted("+-%.0f %%", 100 * r.spread), 9) +
              left_pad(base::formatted("%.2f x", best > 0 ? r.seconds / best : 1), 10);
      text +=
          "  " + std::string(1 + static_cast<std::size_t>(kLongestBar * r.seconds / slowest), '#');
      text += static_cast<int>(i) == space.best ? "  chosen" : "";
    } else {
      text += "    left out: " + std::string(remark(r));
    }
    text += "\n";
  }
  return text + totals(space);
}

}  // namespace kw

namespace kw::runtime {

void tell_of_fault(const std::string& kernel, const std::string& key, const tuning_result& result) {
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::string text = "left out " + to_text(result.choice) + ": " + result.why;
  const std::lock_guard lock(mutex);
  if (told.insert(kernel + " " + text).second) {
    std::fprintf(stderr, "autotune of %s (%s): %s\n", kernel.c_str(), key.c_str(), text.c_str());
  }
}

}  // namespace kw::runtime
