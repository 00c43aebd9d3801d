#include "kernelwright/testing/inputs.hpp"

#include <algorithm>

namespace kw::testing {
namespace {

std::uint64_t the_seed = 1;

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

std::vector<std::int64_t> awkward_sizes(std::int64_t block) {
  std::int64_t prime = 3 * block + block / 3;
  while (!is_prime(prime)) {
    ++prime;
  }
  std::vector<std::int64_t> sizes = {0, 1, block - 1, block, block + 1, prime, 7 * block};
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<buffer_layout> with_strides(std::int64_t columns) {
  const std::int64_t aligned = (columns / 16 + 2) * 16;
  const std::int64_t odd = columns + 3 - columns % 2;  // odd: no two rows share an alignment
  return {
      {}, {.row_stride = aligned}, {.row_stride = odd}, {.row_stride = odd, .element_offset = 1}};
}

}  // namespace kw::testing
