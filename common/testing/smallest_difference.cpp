// Which sizes make the difference between a case that is right and one that is wrong.
#include <chrono>
#include <exception>

#include "common/testing/experiments.hpp"

namespace kw::testing {
namespace {

using sizes = std::vector<std::int64_t>;

// Checks cases until the time is over, or a size is refused.
class trials {
 public:
  trials(const case_again& c, double seconds)
      : case_(c), end_(std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds)) {}

  bool right(const sizes& n) {
    failed_ = failed_ || std::chrono::steady_clock::now() > end_;
    try {
      return !failed_ && case_.check(n);
    } catch (const std::exception&) {  // these sizes do not go together
      failed_ = true;
      return false;
    }
  }
  bool failed() const { return failed_; }

 private:
  const case_again& case_;
  std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>> end_;
  bool failed_ = false;
};

}  // namespace

std::function<case_again()>& tested_case() {
  static std::function<case_again()> latest;
  return latest;
}

std::string smallest_difference(const case_again& c, double seconds) {
  trials all(c, seconds);
  sizes low = c.right, high = c.wrong;
  low.resize(high.size(), 1);  // where none was right so far, the smallest there is may be
  for (std::size_t i = 0; i < low.size(); ++i) {
    low[i] = low[i] < 1 || high[i] <= low[i] ? high[i] : low[i];  // only what is larger
  }
  if (low == high || !all.right(low)) {
    return "";
  }
  for (std::size_t i = 0; i < low.size(); ++i) {
    sizes next = low;
    next[i] = high[i];
    if (next == low) {
      continue;
    }
    if (all.right(next)) {
      low = next;  // this size makes no difference
      continue;
    }
    while (next[i] - low[i] > 1) {
      sizes middle = low;
      middle[i] += (next[i] - low[i]) / 2;
      (all.right(middle) ? low : next) = middle;
    }
    return all.failed() ? "" : c.text(low) + " is right, " + c.text(next) + " is not";
  }
  return "";
}

}  // namespace kw::testing
