/// \file
/// Devices and views: what a lesson's entry functions take.
#pragma once
#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/shape.hpp"

namespace kw {

enum class device_kind : std::uint8_t { cpu, cuda };

/// Where memory lives and kernels run: the CPU, or one CUDA device.
struct device {
  device_kind kind = device_kind::cpu;
  int index = 0;

  friend KW_HD constexpr bool operator==(device a, device b) {
    return a.kind == b.kind && a.index == b.index;
  }
};
inline constexpr device cpu_device{};
inline constexpr device cuda_device{device_kind::cuda, 0};

/// Where programs run by default: the device that this program was built for. See
/// runtime/device.hpp.
device default_device();

/// A non-owning array of rank 1 to 4 on a device. `T` is const for an input.
///
/// Element (i, j) is at `data()[i * stride(0) + j * stride(1)]`; strides count elements. Copying a
/// view copies no elements.
template <class T, int Rank = 1>
class view {
  static_assert(Rank >= 1 && Rank <= 4, "kernelwright: a view has 1 to 4 dimensions");

 public:
  using element_type = T;
  static constexpr int kRank = Rank;

  constexpr view() = default;

  /// Any strides, in elements.
  constexpr view(T* data, const std::int64_t (&extents)[Rank], const std::int64_t (&strides)[Rank],
                 kw::device device)
      : data_(data), device_(device) {
    for (int d = 0; d < Rank; ++d) {
      extents_[d] = extents[d];
      strides_[d] = strides[d];
    }
  }

  /// Contiguous, the last dimension fastest.
  constexpr view(T* data, const std::int64_t (&extents)[Rank], kw::device device)
      : data_(data), device_(device) {
    std::int64_t stride = 1;
    for (int d = Rank - 1; d >= 0; --d) {
      extents_[d] = extents[d];
      strides_[d] = stride;
      stride *= extents[d];
    }
  }

  constexpr T* data() const { return data_; }
  constexpr std::int64_t extent(int d) const { return extents_[d]; }
  /// In elements.
  constexpr std::int64_t stride(int d) const { return strides_[d]; }
  constexpr kw::device device() const { return device_; }

  /// The number of elements: the product of the extents.
  constexpr std::int64_t size() const {
    std::int64_t product = 1;
    for (int d = 0; d < Rank; ++d) {
      product *= extents_[d];
    }
    return product;
  }

  /// A view to read through, made from one to write through.
  template <class U>
  requires(std::is_same_v<const U, T> &&
           !std::is_const_v<U>) constexpr view(const view<U, Rank>& other)
      : data_(other.data()), device_(other.device()) {
    for (int d = 0; d < Rank; ++d) {
      extents_[d] = other.extent(d);
      strides_[d] = other.stride(d);
    }
  }

 private:
  T* data_ = nullptr;
  std::int64_t extents_[Rank] = {};
  std::int64_t strides_[Rank] = {};
  kw::device device_{};
};

/// A view, an array or a tensor descriptor: memory with a shape.
template <class T>
concept shaped_memory = requires(const T& x) {
  typename T::element_type;
  T::kRank;
  x.data();
  x.extent(0);
};

/// The same number in another integer type, for example an extent as the `int` that a kernel takes.
/// \throws kw::error when it does not fit
template <class To, class From>
constexpr To narrow(From value) {
  const To result = static_cast<To>(value);
  if (static_cast<From>(result) != value || (result < To{}) != (value < From{})) {
    runtime::value_does_not_fit(static_cast<long long>(value), static_cast<int>(8 * sizeof(To)));
  }
  return result;
}

}  // namespace kw
