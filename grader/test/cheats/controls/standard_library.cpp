// Uses the standard library as a learner may: containers, algorithms, text, numbers, smart
// pointers.
//
// task: lesson01.3
// half: before
// earns: everything
#include "vector_add.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <kernelwright/kernelwright.hpp>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
std::map<std::int64_t, std::string> names;

std::string name_of(std::int64_t n) {
  std::ostringstream text;
  text << "n = " << n << ", " << std::sqrt(static_cast<double>(n));
  return names.emplace(n, text.str()).first->second;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  std::vector<int> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
  const auto programs = std::make_unique<std::int64_t>(out.extent(0) / kBlockSize);
  std::printf("%s\n", name_of(out.extent(0)).c_str());
  std::cout << numbers.front() << std::endl;
  if (*programs < 0) {
    throw std::invalid_argument("less than nothing");
  }
  launch(out.device(), grid(*programs), VectorAdd<kBlockSize>{}, x, y, out);
}
