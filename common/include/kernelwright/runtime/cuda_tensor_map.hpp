/// \file
/// What pipelined launches need from the CUDA runtime: tensor maps, and a counter of programs.
#pragma once
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/descriptor.hpp"

namespace kw::runtime {

/// The copy engine's description of a tensor, as an opaque value.
struct alignas(64) tensor_map {
  unsigned char bytes[128];
};

/// The element types that the copy engine distinguishes.
enum class element_kind : unsigned char { int8, int32, float16, bfloat16, float32 };

template <class T>
constexpr element_kind element_kind_of() {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4,
                "kernelwright: tensor descriptors take int8, int32, float16, bfloat16 and float32");
  return std::is_same_v<T, float>        ? element_kind::float32
         : std::is_same_v<T, bfloat16_t> ? element_kind::bfloat16
         : sizeof(T) == 2                ? element_kind::float16
         : sizeof(T) == 4                ? element_kind::int32
                                         : element_kind::int8;
}

/// \param box_bytes  of a row of the box: 128, swizzled
tensor_map make_tensor_map(const void* data, element_kind, int element_size, int rank,
                           const int* extents, const std::int64_t* strides, int box_rows,
                           int box_bytes);

template <class T, int Rank, int Width>
tensor_map encode_tensor_map(const tensor_descriptor<T, Rank, Width>& tensor, int box_rows,
                             int box_bytes) {
  int extents[Rank];
  std::int64_t strides[Rank];
  for (int d = 0; d < Rank; ++d) {
    extents[d] = tensor.extent(d);
    strides[d] = tensor.stride(d);
  }
  return make_tensor_map(tensor.data(), element_kind_of<std::remove_const_t<T>>(), sizeof(T), Rank,
                         extents, strides, box_rows, box_bytes);
}

/// A counter of programs for the stream of this thread's launches: 0 whenever none of its kernels
/// runs, since those of one stream run one after the other. Null while the stream is captured: what
/// is made from the recording may run beside itself, so each block has its share there.
unsigned* program_counter(device, source_place);

}  // namespace kw::runtime
