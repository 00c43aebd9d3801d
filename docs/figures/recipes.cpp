// The numbers of the figures of the pages on scans, sorting, few bits, decoding and Stream-K.
// cmake/scripts/figures/recipes.py draws them. The kernels are those of docs/examples, with their
// tests, which nothing runs here.
#include "print_numbers.hpp"
#include "recipe_int4_product.cpp"
#include "recipe_paged_attention.cpp"
#include "recipe_radix_sort.cpp"
#include "recipe_selective_scan.cpp"
#include "recipe_stream_k.cpp"

namespace {
using figures::print;

/// The sums of 0.5^(t - s) x[s], for a chunk of these inputs that begins with a state of 0.
std::vector<float> scan(const std::vector<float>& x) {
  const auto length = static_cast<int>(x.size());
  const std::vector<float> ones(x.size(), 1.0f);
  const buffer<float> inputs(cpu_device, {length}, x), steps(cpu_device, {length}, ones),
      rate(cpu_device, {1}, std::vector<float>{std::log(0.5f)}), y(cpu_device, {length});
  launch(cpu_device, grid(1, 1), SelectiveScan<4, 1>{}, inputs.cview(), steps.cview(), rate.cview(),
         steps.cview(), steps.cview(), y.view(), length);
  return y.download();
}

void scans() {
  const std::vector<float> x{8, 4, 2, 6, 1, 3, 5, 2};
  std::vector<float> inner = scan({x.begin(), x.begin() + 4});
  const std::vector<float> second = scan({x.begin() + 4, x.end()});
  inner.insert(inner.end(), second.begin(), second.end());
  print("scan.x", x);
  print("scan.inner", inner);
  print("scan.h", scan(x));
}

void sorting() {
  std::vector<std::uint32_t> in{0x3a, 0x15, 0x32, 0x1a, 0x25, 0x31, 0x12, 0x2a};
  std::vector<int> numbers(in.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const int n = static_cast<int>(in.size());
  buffer<std::uint32_t> keys(cpu_device, {n}, in), more_keys(cpu_device, {n});
  buffer<int> values(cpu_device, {n}, numbers), more_values(cpu_device, {n});
  const buffer<int> counts(cpu_device, {kDigits});
  print("sort.0", values);
  print("sort.keys", std::vector<int>(in.begin(), in.end()));
  for (int pass = 1; pass < 3; ++pass) {
    const int shift = 4 * (pass - 1);
    launch(cpu_device, grid(1), CountDigits{}, keys.cview(), counts.view(), n, shift);
    launch(cpu_device, grid(1), SumBefore{}, counts.view(), kDigits);
    launch(cpu_device, grid(1), Scatter{}, keys.cview(), values.cview(), more_keys.view(),
           more_values.view(), counts.cview(), n, shift);
    std::swap(keys, more_keys);
    std::swap(values, more_values);
    print("sort." + std::to_string(pass), values);
  }
}

/// A word of eight weights, read by the product of a unit matrix.
void bits() {
  constexpr int k = 16, n = 16;
  const std::uint32_t word = 0x9c2758b3;
  const float scale = 0.25f;
  std::vector<float> x(k * k);
  std::vector<std::uint32_t> packed(k / 8 * n);
  for (int i = 0; i < k; ++i) {
    x[static_cast<std::size_t>(i * k + i)] = 1;
  }
  packed[0] = word;
  const buffer<float16_t, 2> x_buffer(cpu_device, {k, k}, examples::to_half(x)),
      scales(cpu_device, {1, n}, examples::to_half(std::vector<float>(n, scale)));
  const buffer<std::uint32_t, 2> words(cpu_device, {k / 8, n}, packed);
  const buffer<float, 2> y(cpu_device, {k, n});
  launch(cpu_device, grid(1, 1), Int4Product<16, 16, 16, 16>{}, x_buffer.cview(), words.cview(),
         scales.cview(), y.view());
  const auto got = y.download();
  std::vector<float> weights, fields;
  for (int i = 0; i < 8; ++i) {
    weights.push_back(got[static_cast<std::size_t>(i * n)]);
    fields.push_back(static_cast<float>(word >> 4 * i & 15));
  }
  print("bits.fields", fields);
  print("bits.weights", weights);
}

/// Three texts in nine pages. Each value is the number of its page, and all keys are 0.
void pages() {
  constexpr int kPage = 16, kD = 16, kPages = 9;
  const std::vector<int> lengths{5, 16, 45}, table{7, 0, 0, 3, 0, 0, 8, 1, 5};
  std::vector<float> of_pages;
  for (int i = 0; i < kPages * kPage * kD; ++i) {
    of_pages.push_back(static_cast<float>(i / (kPage * kD)));
  }
  const buffer<float> zeros(cpu_device, {kPages * kPage * kD}, std::vector<float>(of_pages.size())),
      values(cpu_device, {kPages * kPage * kD}, of_pages), out(cpu_device, {3 * kD});
  const buffer<int, 2> pages(cpu_device, {3, 3}, table);
  const buffer<int> ends(cpu_device, {3}, lengths);
  launch(cpu_device, grid(3, 1), PagedDecode<kPage, kD>{}, zeros.cview(), zeros.cview(),
         values.cview(), out.view(), pages.cview(), ends.cview(), 1);
  const auto got = out.download();
  print("pages.table", table);
  print("pages.lengths", lengths);
  print("pages.out", std::vector<float>{got[0], got[kD], got[2 * kD]});
}

/// Six tiles of seven steps for four programs. Its trace says which program loads which step.
void stream_k() {
  constexpr int m = 64, n = 96, k = 112, kPrograms = 4;
  const buffer<float16_t, 2> a(cpu_device, {m, k}, examples::to_half(examples::pattern(m * k, 7))),
      b(cpu_device, {k, n}, examples::to_half(examples::pattern(k * n, 5)));
  const buffer<float, 2> c(cpu_device, {m, n}),
      parts(cpu_device, {kPrograms * 32, 32}, {.workspace = true});
  const buffer<int> ready(cpu_device, {kPrograms}, std::vector<int>(kPrograms));
  launch(cpu_device, grid(kPrograms), StreamK<32, 32, 16>{}, a.cview(), b.cview(), c.view(),
         parts.view(), ready.view());
}
}  // namespace

int main() {  // at most eight launches are traced
  stream_k();
  scans();
  bits();
  pages();
  sorting();
}
