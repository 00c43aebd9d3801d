#include "kernelwright/testing/inputs.hpp"

#include "common/testing/chosen_kernel.hpp"

#include <algorithm>
#include <thread>

namespace kw::testing {
namespace {

std::uint64_t the_seed = 1;
bool shown = true;

bool is_prime(std::int64_t n) {
  for (std::int64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return false;
    }
  }
  return n > 1;
}

}  // namespace

std::uint64_t seed() {
  return the_seed;
}
void set_seed(std::uint64_t value) {
  the_seed = value;
}
void add_seed(base::option_reader& options) {
  options.value("--seed", "a number",
                [](const std::string& text) { return base::read_number(text, the_seed); });
}
void hide_seed() {
  shown = false;
}
bool seed_is_shown() {
  return shown;
}

void in_ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& work) {
  constexpr std::size_t kWorthAThread = std::size_t{1} << 21;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(n / kWorthAThread, 1, cores);
  std::vector<std::thread> others;
  for (std::size_t part = 1; part < parts; ++part) {
    others.emplace_back(work, n * part / parts, n * (part + 1) / parts);
  }
  work(0, n / parts);
  for (std::thread& other : others) {
    other.join();
  }
}

std::int64_t drawn_size(std::int64_t low, std::int64_t high) {
  constexpr std::uint64_t kLearnersOwn = 1;
  if (seed() == kLearnersOwn || low == high) {
    return low;
  }
  const auto choices = static_cast<double>(high - low);
  const auto range = static_cast<std::uint64_t>(low * 31 + high);
  return low + 1 + static_cast<std::int64_t>(random_unit(seed(), range) * choices);
}

std::vector<std::int64_t> awkward_sizes(std::int64_t block) {
  std::int64_t prime = 3 * block + block / 3;
  while (!is_prime(prime)) {
    ++prime;
  }
  std::vector<std::int64_t> sizes = {0, 1, block - 1, block, block + 1, prime, 7 * block};
  if (const std::int64_t one = drawn_size(block, 6 * block); one != block) {
    sizes.push_back(one);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace kw::testing
