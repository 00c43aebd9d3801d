// The numbers of lesson 14's figures. cmake/scripts/figures/lesson14.py draws them.
#include "dropout.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// The mean of a vector of ones after dropout, for vectors of 8 to 65,536 elements and four seeds.
void means() {
  for (int seed = 7; seed < 11; ++seed) {
    std::vector<double> all;
    for (std::int64_t n = 8; n <= 65536; n *= 2) {
      const buffer<float> x(cpu_device, {n}, std::vector<float>(static_cast<std::size_t>(n), 1.0f)),
          out(cpu_device, {n});
      lesson14::dropout(x.cview(), 0.5f, seed, out.view());
      double sum = 0;
      for (const float value : out.download()) {
        sum += value;
      }
      all.push_back(sum / static_cast<double>(n));
    }
    print("means." + std::to_string(seed), all);
  }
}

/// A bfloat16 weight of 1 that is to grow by 0.001 a thousand times, rounded in two ways.
void walk() {
  buffer<float> x(cpu_device, {1});
  const buffer<bfloat16_t> out(cpu_device, {1});
  float by_chance = 1, nearest = 1;
  std::vector<float> steps{by_chance}, stuck{nearest};
  for (int step = 0; step < 1000; ++step) {
    x.upload(std::vector<float>{by_chance + 0.001f});
    lesson14::stochastic_round(x.cview(), step, out.view());
    by_chance = core::convert<float>(out.download()[0]);
    nearest = core::convert<float>(core::convert<bfloat16_t>(nearest + 0.001f));
    steps.push_back(by_chance);
    stuck.push_back(nearest);
  }
  print("walk.by_chance", steps);
  print("walk.nearest", stuck);
}
}  // namespace

int main() {
  means();
  walk();
}
