// The numbers of lesson 12's figures. cmake/scripts/figures/lesson12.py draws them.
#include "fused_layer.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

std::vector<float16_t> halves(const std::vector<float>& values) {
  std::vector<float16_t> result;
  for (const float value : values) {
    result.push_back(core::convert<float16_t>(value));
  }
  return result;
}

/// GELU of z: x and w are 0, so the product is the bias.
void curve() {
  std::vector<float> z;
  for (int i = -64; i <= 64; ++i) {
    z.push_back(static_cast<float>(i) / 16);
  }
  const auto n = static_cast<std::int64_t>(z.size());
  const buffer<float16_t, 2> x(cpu_device, {1, 8}, halves(std::vector<float>(8))),
      w(cpu_device, {8, n}, halves(std::vector<float>(z.size() * 8))), out(cpu_device, {1, n});
  const buffer<float16_t> bias(cpu_device, {n}, halves(z));
  lesson12::linear_gelu(x.cview(), w.cview(), bias.cview(), out.view());
  print("curve.z", z);
  print("curve.gelu", out);
}

/// A row of two elements times a column of w, and times the same column folded.
struct TwoProducts {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x, const float16_t* w,
                            const float16_t* folded, float* product, float* folded_product) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<2>);
    auto v = tl.load(x.row(row) + cols).to(float32);
    tl.store(product + row, tl.sum(v * tl.load(w + cols).to(float32)));
    tl.store(folded_product + row, tl.sum(v * tl.load(folded + cols).to(float32)));
  }
};

/// Three rows whose LayerNorm is the same, and one column of weights.
void folding() {
  const std::vector<float> rows{1, 3, 11, 13, 2, 6}, column{2, 4};
  const buffer<float16_t, 2> x(cpu_device, {3, 2}, halves(rows)),
      w(cpu_device, {2, 1}, halves(column)), folded(cpu_device, {2, 1});
  const buffer<float16_t> gamma(cpu_device, {2}, halves({1, 1})),
      beta(cpu_device, {2}, halves({0, 0})), bias(cpu_device, {1}, halves({0}));
  const buffer<float> shift(cpu_device, {1}), product(cpu_device, {3}), after(cpu_device, {3});
  lesson12::fold_weights(gamma.cview(), beta.cview(), w.cview(), bias.cview(), folded.view(),
                         shift.view());
  launch(cpu_device, grid(3), TwoProducts{}, x.cview(), w.data(), folded.data(), product.view(),
         after.view());
  print("fold.x", rows);
  print("fold.w", column);
  print("fold.folded", folded);
  print("fold.product", product);
  print("fold.after", after);
}
}  // namespace

int main() {
  curve();
  folding();
}
