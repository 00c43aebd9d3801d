// The numbers of figures that only a run can tell: this program prints docs/figures/numbers.txt,
// which the scripts in cmake/scripts/figures read.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

#include "dropout.hpp"
#include "reductions.hpp"

namespace {
using namespace kw;

void print(const std::string& name, const std::vector<double>& values) {
  std::printf("%s", name.c_str());
  for (const double value : values) {
    std::printf(" %.5g", value);
  }
  std::printf("\n");
}

/// How far the sum of n times 0.1 is from the exact one, in two orders of additions.
void errors_of_sums() {
  std::vector<double> in_order, by_programs;
  for (int n = 1 << 10; n <= 1 << 24; n *= 4) {
    const float value = 0.1f;
    const double exact = n * static_cast<double>(value);
    float one_by_one = 0;
    for (int i = 0; i < n; ++i) {
      one_by_one += value;
    }
    const buffer<float> x(cpu_device, {n}, std::vector<float>(static_cast<std::size_t>(n), value));
    const buffer<float> partials(cpu_device, {lesson04::programs_for(n)}), out(cpu_device, {1});
    lesson04::sum_two_pass(x.cview(), partials.view(), out.view());
    in_order.push_back(std::abs(one_by_one - exact) / exact);
    by_programs.push_back(std::abs(out.download()[0] - exact) / exact);
  }
  print("errors.in_order", in_order);
  print("errors.by_programs", by_programs);
}

/// How many elements dropout keeps of vectors of 8 to 65,536, if half of them are to go, for four
/// seeds.
void kept_by_dropout() {
  for (int seed = 7; seed < 11; ++seed) {
    std::vector<double> kept;
    for (std::int64_t n = 8; n <= 65536; n *= 2) {
      const buffer<float> x(cpu_device, {n}, std::vector<float>(static_cast<std::size_t>(n), 1.0f));
      const buffer<float> out(cpu_device, {n});
      lesson14::dropout(x.cview(), 0.5f, seed, out.view());
      const std::vector<float> values = out.download();
      kept.push_back(static_cast<double>(n - std::count(values.begin(), values.end(), 0.0f)));
    }
    print("kept." + std::to_string(seed), kept);
  }
}

/// Of a thousand steps by 0.001, from 1 on, those that round a bfloat16 weight up.
void steps_rounded_up() {
  buffer<float> x(cpu_device, {1});
  const buffer<bfloat16_t> out(cpu_device, {1});
  float weight = 1;
  std::vector<double> steps;
  for (int step = 0; step < 1000; ++step) {
    x.upload(std::vector<float>{weight + 0.001f});
    lesson14::stochastic_round(x.cview(), step, out.view());
    const auto rounded = core::convert<float>(out.download()[0]);
    if (rounded > weight) {
      steps.push_back(step + 1);
    }
    weight = rounded;
  }
  print("rounded_up", steps);
}

}  // namespace

int main() {
  errors_of_sums();
  kept_by_dropout();
  steps_rounded_up();
}
