// The numbers of elective 15's figures. cmake/scripts/figures/lesson15.py draws them.
#include "print_numbers.hpp"
#include "small_model.hpp"

namespace {
using namespace kw;
using figures::print;

/// GELU and its slope at z.
void slope() {
  std::vector<float> z;
  for (int i = -64; i <= 64; ++i) {
    z.push_back(static_cast<float>(i) / 16);
  }
  const auto n = static_cast<std::int64_t>(z.size());
  const buffer<float, 2> x(cpu_device, {1, n}, z), y(cpu_device, {1, n}), dz(cpu_device, {1, n});
  const buffer<float, 2> ones(cpu_device, {1, n}, std::vector<float>(z.size(), 1.0f));
  const buffer<float> bias(cpu_device, {n}, std::vector<float>(z.size()));
  lesson15::bias_gelu(x.cview(), bias.cview(), y.view());
  lesson15::bias_gelu_backward(x.cview(), bias.cview(), ones.cview(), dz.view());
  print("slope.z", z);
  print("slope.gelu", y);
  print("slope.slope", dz);
}

/// Two texts of three characters, two heads of two columns: which element goes where.
void heads() {
  std::vector<float> numbers;
  for (int i = 0; i < 24; ++i) {
    numbers.push_back(static_cast<float>(i));
  }
  const buffer<float, 2> x(cpu_device, {6, 4}, numbers);
  const buffer<float16_t, 4> out(cpu_device, {2, 2, 3, 2});
  lesson15::split_heads(x.cview(), 1.0f, out.view());
  print("heads.x", numbers);
  print("heads.out", out);
}
}  // namespace

int main() {
  slope();
  heads();
}
