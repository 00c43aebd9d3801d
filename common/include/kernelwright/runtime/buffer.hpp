/// \file
/// Owning arrays on a device, with the safety net that tests need.
#pragma once
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/tensor.hpp"

namespace kw {

/// How the elements of a buffer are laid out and filled. The default is row-major without gaps,
/// aligned to 256 bytes.
struct buffer_layout {
  std::int64_t row_stride = 0;      ///< in elements; 0 means the width of a row
  std::int64_t element_offset = 0;  ///< shifts the first element off its aligned address
  /// A launch may leave elements unwritten: the checker reports no `never-written` and no
  /// `grid-too-small` for it. Reading an element that was never written is still a mistake.
  bool workspace = false;
};

namespace runtime {

/// The part of a buffer that does not depend on its type. Guard zones of poison surround the data;
/// on the CPU the data is registered with the checker as "not written yet".
class buffer_storage {
 public:
  struct shape {
    int element_size = 1;
    int rank = 1;
    std::int64_t extents[4] = {};
    std::int64_t strides[4] = {};  ///< in elements; the last one is 1
    std::int64_t offset = 0;       ///< in elements, before the first one
    bool workspace = false;        ///< may some elements stay unwritten?
  };
  buffer_storage() = default;
  /// \param poison one element, which is repeated over data and gaps
  buffer_storage(device d, const shape& s, const void* poison);
  ~buffer_storage();
  buffer_storage(buffer_storage&& other) noexcept;
  buffer_storage& operator=(buffer_storage&& other) noexcept;

  void* data() const { return data_; }
  device where() const { return device_; }
  void poison();
  void upload(const void* contiguous);
  void download(void* contiguous) const;
  bool guards_intact(std::string* why) const;
  void mark_initialised();

 private:
  void free();
  void note_on_gpu(bool written);
  void row_runs(std::int64_t* rows, std::int64_t* columns) const;
  std::int64_t row_start(std::int64_t row) const;

  device device_;
  shape shape_;
  std::vector<unsigned char> poison_;
  void* block_ = nullptr;  // guards and data
  void* data_ = nullptr;
  std::int64_t data_bytes_ = 0, block_bytes_ = 0;
};

/// The host's vectors hold this for a buffer of T: a std::vector<bool> has no bytes to copy.
template <class T>
using stored_t = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

/// What fresh memory holds: a NaN with a specific payload for floats, 0xCD bytes for integers.
template <class T>
T poison_value() {
  unsigned char bytes[sizeof(T)];
  std::memset(bytes, 0xCD, sizeof bytes);
  if constexpr (core::floating_type<T>) {
    bytes[sizeof(T) - 1] = 0x7F;  // little endian: sign 0, exponent and quiet bit all ones
    if constexpr (std::is_same_v<T, float16_t>) {
      bytes[sizeof(T) - 1] = 0x7E;
    } else if constexpr (sizeof(T) == 8) {
      bytes[sizeof(T) - 2] = 0xFC;
    }
  }
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace runtime

/// An array of `T` on a device.
///
/// Fresh elements hold a poison value (NaN for floats), and the CPU checker knows that nothing has
/// written them. Guard zones of at least 256 bytes surround the data, and gaps between rows are
/// guarded too, so `guards_intact` finds a stray write on either device.
///
///     kw::buffer<float> x(device, {1000}, values);
///     kw::buffer<float, 2> y(device, {100, 60}, {.row_stride = 64});
///     scale(x.cview(), y.view());
///     std::vector<float> got = y.download();
///
/// Move-only. Cost of construction: one pass over the memory.
template <class T, int Rank = 1>
class buffer {
  static_assert(std::is_trivially_copyable_v<T> && Rank >= 1 && Rank <= 4);

 public:
  buffer() = default;

  /// An array of poison. \throws kw::error for a negative extent, a row stride below the width of a
  /// row, or when the device is missing or full
  buffer(kw::device d, const std::int64_t (&extents)[Rank], buffer_layout layout = {}) {
    shape_.element_size = sizeof(T);
    shape_.rank = Rank;
    shape_.offset = layout.element_offset;
    shape_.workspace = layout.workspace;
    std::int64_t stride = 1;
    for (int axis = Rank - 1; axis >= 0; --axis) {
      shape_.extents[axis] = extents[axis];
      shape_.strides[axis] = stride;
      const bool row = axis == Rank - 1 && Rank > 1 && layout.row_stride != 0;
      stride *= row ? layout.row_stride : extents[axis];
    }
    const auto poison = runtime::poison_value<stored>();
    storage_ = runtime::buffer_storage(d, shape_, &poison);
  }

  /// The same, filled with `values` in row-major order.
  /// (A template, so a braced layout is never mistaken for values.)
  template <std::same_as<std::vector<T>> Values>
  buffer(kw::device d, const std::int64_t (&extents)[Rank], const Values& values,
         buffer_layout layout = {})
      : buffer(d, extents, layout) {
    upload(values);
  }

  std::int64_t extent(int axis) const { return shape_.extents[axis]; }
  std::int64_t stride(int axis) const { return shape_.strides[axis]; }
  /// Elements, without the gaps between rows.
  std::int64_t size() const {
    std::int64_t product = 1;
    for (int axis = 0; axis < Rank; ++axis) {
      product *= shape_.extents[axis];
    }
    return product;
  }
  kw::device device() const { return storage_.where(); }
  T* data() const { return static_cast<T*>(storage_.data()); }

  kw::view<T, Rank> view() const { return make_view<T>(); }
  /// The same elements as an input: a kernel cannot store through it.
  kw::view<const T, Rank> cview() const { return make_view<const T>(); }

  /// Copies `size()` values, row-major, and marks all elements as written.
  void upload(const std::vector<T>& values) {
    if (static_cast<std::int64_t>(values.size()) != size()) {
      throw error("kw::buffer::upload: the buffer has " + std::to_string(size()) +
                  " elements, but " + std::to_string(values.size()) + " values were given");
    }
    if constexpr (std::is_same_v<T, bool>) {
      storage_.upload(std::vector<stored>(values.begin(), values.end()).data());
    } else {
      storage_.upload(values.data());
    }
  }

  /// All elements, row-major, after waiting for the device.
  std::vector<T> download() const {
    std::vector<stored> values(static_cast<std::size_t>(size()));
    storage_.download(values.data());
    if constexpr (std::is_same_v<T, bool>) {
      return {values.begin(), values.end()};
    } else {
      return values;
    }
  }

  void fill(T value) { upload(std::vector<T>(static_cast<std::size_t>(size()), value)); }

  /// Makes the buffer as good as new: all elements are poison, and none counts as written.
  void poison() { storage_.poison(); }

  /// For values written on the host through `data()`, which the checker does not see.
  void mark_initialised() { storage_.mark_initialised(); }

  /// Are the guard zones and the gaps between rows untouched? If not, `*why` says where.
  bool guards_intact(std::string* why = nullptr) const { return storage_.guards_intact(why); }

 private:
  using stored = runtime::stored_t<T>;

  template <class U>
  kw::view<U, Rank> make_view() const {
    std::int64_t extents[Rank], strides[Rank];
    for (int axis = 0; axis < Rank; ++axis) {
      extents[axis] = shape_.extents[axis];
      strides[axis] = shape_.strides[axis];
    }
    return kw::view<U, Rank>(data(), extents, strides, storage_.where());
  }

  runtime::buffer_storage::shape shape_;
  runtime::buffer_storage storage_;
};

}  // namespace kw
