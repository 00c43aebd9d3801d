// The solutions by their names, for tools/peers.py: a table of functions, and one call for all of
// them. Tensors are in memory of the current CUDA device, and launches go to the default stream.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/tensor.hpp>

#include "convolution.hpp"
#include "flash_attention.hpp"
#include "fused_layer.hpp"
#include "grid_math.hpp"
#include "kernels.hpp"
#include "layernorm.hpp"
#include "masking.hpp"
#include "reductions.hpp"
#include "softmax.hpp"
#include "tiled_matmul.hpp"
#include "vector_add.hpp"

namespace kw::peers {
namespace {

/// A tensor or a number, as tools/measuring.py passes it.
struct argument {
  void* data;
  double number;
  std::int64_t type;  ///< Of a tensor's elements: 0 float32, 1 float16, 2 bfloat16.
  std::int64_t rank;  ///< 0 for a number.
  std::int64_t extents[4], strides[4];
};

template <class T>
constexpr std::int64_t kType = std::is_same_v<T, float>       ? 0
                               : std::is_same_v<T, float16_t> ? 1
                                                              : 2;

/// How a parameter is made of an argument, and whether it can be.
template <class Parameter>
struct passed {
  static bool fits(const argument& given) { return given.rank == 0; }
  static Parameter from(const argument& given) { return static_cast<Parameter>(given.number); }
};

template <class T, int RANK>
struct passed<view<T, RANK>> {
  static bool fits(const argument& given) {
    return given.rank == RANK && given.type == kType<std::remove_const_t<T>>;
  }
  static view<T, RANK> from(const argument& given) {
    std::int64_t extents[RANK], strides[RANK];
    std::copy_n(given.extents, RANK, extents);
    std::copy_n(given.strides, RANK, strides);
    return {static_cast<T*>(given.data), extents, strides, cuda_device};
  }
};

/// A row of the table. Several may have the same name, for other types of elements.
struct peer {
  template <class... Parameters>
  peer(const char* its_name, void (*function)(Parameters...)) : name(its_name) {
    fits = [](const argument* given, std::size_t count) {
      std::size_t i = 0;
      return count == sizeof...(Parameters) && (passed<Parameters>::fits(given[i++]) && ...);
    };
    call = [function](const argument* given) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        function(passed<Parameters>::from(given[I])...);
      }
      (std::index_sequence_for<Parameters...>());
    };
  }

  std::string_view name;
  std::function<bool(const argument*, std::size_t)> fits;
  std::function<void(const argument*)> call;
};

/// The solution that is for rows of this length.
template <class T>
void softmax(view<const T, 2> x, view<T, 2> out) {
  (x.extent(1) <= lesson05::kLongestTile ? lesson05::softmax<T> : lesson05::softmax_long<T>)(x,
                                                                                             out);
}

template <class T>
void layer_norm(view<const T, 2> x, view<const T> weight, view<const T> bias, view<T, 2> y,
                view<float> mean, view<float> rstd, float eps) {
  const std::int64_t columns = x.extent(1);
  const bool fills_tile =
      sizeof(T) == 2 && columns <= lesson06::kLongestRow && columns > lesson06::kLongestRow / 4 * 3;
  (columns <= 8192 || fills_tile
       ? lesson06::layer_norm<T>
       : lesson06::layer_norm_long<T>)(x, weight, bias, y, mean, rstd, eps);
}

template <class T>
void layer_norm_backward(view<const T, 2> dy, view<const T, 2> x, view<const T> weight,
                         view<const float> mean, view<const float> rstd, view<T, 2> dx,
                         view<float> dw, view<float> db, view<float, 2> dw_partial,
                         view<float, 2> db_partial) {
  lesson06::layer_norm_backward<T>(dy, x, weight, mean, rstd, dx, dw_partial, db_partial);
  lesson06::column_sums(dw_partial, db_partial, dw, db);
}

const peer kPeers[] = {
    {"vector_add", lesson01::vector_add},
    {"fused", lesson01::fused},
    {"scale", lesson02::scale},
    {"transpose", lesson02::transpose},
    {"masked_add", lesson03::masked_add},
    {"masked_add_2d", lesson03::masked_add_2d},
    {"sum_atomic", lesson04::sum_atomic},
    {"sum_two_pass", lesson04::sum_two_pass},
    {"row_sum", static_cast<void (*)(view<const float, 2>, view<float>)>(lesson04::row_sum)},
    {"row_max", lesson04::row_max},
    {"softmax", softmax<float>},
    {"softmax", softmax<float16_t>},
    {"softmax", softmax<bfloat16_t>},
    {"softmax_backward", lesson05::softmax_backward<float>},
    {"softmax_backward", lesson05::softmax_backward<float16_t>},
    {"softmax_backward", lesson05::softmax_backward<bfloat16_t>},
    {"layer_norm", layer_norm<float>},
    {"layer_norm", layer_norm<float16_t>},
    {"layer_norm", layer_norm<bfloat16_t>},
    {"layer_norm_backward", layer_norm_backward<float>},
    {"layer_norm_backward", layer_norm_backward<float16_t>},
    {"layer_norm_backward", layer_norm_backward<bfloat16_t>},
    {"matmul", lesson07::matmul_float32},
    {"matmul", lesson07::matmul_pipelined<float16_t>},
    {"matmul", lesson07::matmul_pipelined<bfloat16_t>},
    {"matmul_pointers", lesson07::matmul<float16_t>},
    {"matmul_pointers", lesson07::matmul<bfloat16_t>},
    {"matmul_split", matmul_split},
    {"attention", lesson08::attention_pipelined<float16_t>},
    {"attention", lesson08::attention_pipelined<bfloat16_t>},
    {"attention_pointers", lesson08::attention<float16_t>},
    {"attention_pointers", lesson08::attention<bfloat16_t>},
    {"causal_attention_pointers", lesson08::causal_attention},
    {"query_gradients", lesson08::query_gradients},
    {"key_gradients", lesson08::key_gradients},
    {"fold_weights", lesson12::fold_weights},
    {"fused_layer", lesson12::fused_layer_pipelined},
    {"convolve_nhwc", lesson13::convolve_nhwc},
    {"convolve_nchw", lesson13::convolve_nchw},
    {"convolve_streamed", lesson13::convolve_streamed},
};

}  // namespace
}  // namespace kw::peers

extern "C" {

/// The row of the table that has this name and takes these arguments; null if there is none.
const void* kw_peer_find(const char* name, const kw::peers::argument* given, std::size_t count) {
  const auto found = std::find_if(
      std::begin(kw::peers::kPeers), std::end(kw::peers::kPeers),
      [&](const kw::peers::peer& one) { return one.name == name && one.fits(given, count); });
  return found == std::end(kw::peers::kPeers) ? nullptr : found;
}

/// \returns null, or what went wrong (valid until the thread's next call)
const char* kw_peer_call(const void* row, const kw::peers::argument* given) {
  static thread_local std::string text;
  try {
    static_cast<const kw::peers::peer*>(row)->call(given);
    return nullptr;
  } catch (const std::exception& failure) {
    text = failure.what();
    return text.c_str();
  }
}

/// How many partial sums `sum_two_pass` wants for n elements.
int kw_peer_sum_partials(std::int64_t n) {
  return lesson04::programs_for(n);
}

/// How many rows of partial sums `layer_norm_backward` wants.
std::int64_t kw_peer_layer_norm_partial_rows(std::int64_t rows, std::int64_t columns) {
  return lesson06::partial_rows(rows, columns);
}

}  // extern "C"
