// Attention's arrays for the tests of both directions, in either order of axes.
#pragma once
#include "pytorch_test.hpp"

namespace lesson11 {

struct attention_case {
  std::int64_t batch, heads, kv_heads, n, d;
  bool causal = false;

  lesson08::reference::problem problem() const {
    return {static_cast<std::size_t>(batch),    static_cast<std::size_t>(heads),
            static_cast<std::size_t>(kv_heads), static_cast<std::size_t>(n),
            static_cast<std::size_t>(d),        causal};
  }
};

inline std::string shape(const attention_case& c) {
  return "batch = " + std::to_string(c.batch) + ", heads = " + std::to_string(c.heads) +
         ", kv_heads = " + std::to_string(c.kv_heads) + ", n = " + std::to_string(c.n) +
         ", d = " + std::to_string(c.d) + (c.causal ? ", causal" : "");
}

/// The order of the axes in memory: as attention counts them, or as a linear layer leaves them.
enum class order { heads_first, rows_first };

/// One array of attention, whose values are always given as `[batch, heads, n, d]`.
class attention_array {
 public:
  attention_array(kw::device device, std::int64_t batch, std::int64_t heads, std::int64_t n,
                  std::int64_t d, order axes, const std::vector<float16_t>& values = {})
      : axes_(axes), heads_(heads), n_(n), d_(d) {
    const std::int64_t outer = axes == order::heads_first ? heads : n;
    const std::int64_t inner = axes == order::heads_first ? n : heads;
    buffer_ = kw::buffer<float16_t, 4>(device, {batch, outer, inner, d});
    if (!values.empty()) {
      buffer_.upload(axes == order::heads_first ? values
                                                : reference::exchange_axes(values, heads, n, d));
    }
  }
  const kw::buffer<float16_t, 4>& buffer() const { return buffer_; }

  /// As the caller shows it: `x.transpose(1, 2)` if rows come first.
  c_array as_heads_first() const {
    c_array a = array_of(buffer_);
    if (axes_ == order::rows_first) {
      std::swap(a.sizes[1], a.sizes[2]);
      std::swap(a.strides[1], a.strides[2]);
    }
    return a;
  }
  /// The oracle's values, in the order of the memory.
  std::vector<double> in_memory(const std::vector<double>& want) const {
    return axes_ == order::heads_first ? want : reference::exchange_axes(want, heads_, n_, d_);
  }

 private:
  order axes_;
  std::int64_t heads_, n_, d_;
  kw::buffer<float16_t, 4> buffer_;
};

/// Random q, k and v, and the result of attention on them.
struct attention_values {
  std::vector<float16_t> q, k, v;
  lesson08::reference::result want;

  explicit attention_values(const attention_case& c)
      : q(make_input<float16_t>(c.batch * c.heads * c.n * c.d, 1, {-1, 2})),
        k(make_input<float16_t>(c.batch * c.kv_heads * c.n * c.d, 2, {-1, 2})),
        v(make_input<float16_t>(c.batch * c.kv_heads * c.n * c.d, 3)),
        want(lesson08::reference::attention(c.problem(), to_doubles(q), to_doubles(k),
                                            to_doubles(v))) {}

  tolerance limit() const {
    return {want.largest_value * (1.25 * 0x1p-11 + want.largest_score * 0x1p-21), 0x1p-11,
            "numerators and result rounded to float16, float32 sums"};
  }
  tolerance limit_of_sums() const {
    return {4e-6 + want.largest_score * 0x1p-21, 1e-6, "float32 scores and sums"};
  }
};

}  // namespace lesson11
