// Buffers: memory with guard zones, poison and, on the CPU, a place in the checker's registry.
#include "kernelwright/runtime/buffer.hpp"

#include <algorithm>

#include "common/checker/record/allocations.hpp"
#include "common/runtime/blocks.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/gpu_check.hpp"

namespace kw::runtime {
namespace {

constexpr std::int64_t kGuardBytes = 256;

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

void repeat(unsigned char* to, std::int64_t bytes, const std::vector<unsigned char>& element) {
  const auto size = static_cast<std::int64_t>(element.size());
  for (std::int64_t i = 0; i < bytes; ++i) {
    to[i] = element[static_cast<std::size_t>(i % size)];
  }
}

// By doubling copies on the device: the pattern is a few bytes, the buffer may be gigabytes.
void repeat_on_device(device d, unsigned char* to, std::int64_t bytes,
                      const std::vector<unsigned char>& element) {
  const auto size = static_cast<std::int64_t>(element.size());
  std::int64_t done = std::min<std::int64_t>(bytes, 4096 * size);
  std::vector<unsigned char> start(static_cast<std::size_t>(done));
  repeat(start.data(), done, element);
  memory::copy(d, to, cpu_device, start.data(), done);
  while (done < bytes) {
    const std::int64_t step = std::min(done, bytes - done);
    memory::copy(d, to + done, d, to, step);
    done += step;
  }
}

void check_shape(const buffer_storage::shape& s) {
  for (int axis = 0; axis < s.rank; ++axis) {
    if (s.extents[axis] < 0) {
      throw error("kw::buffer: extent " + std::to_string(axis) + " is negative (" +
                  std::to_string(s.extents[axis]) + ")");
    }
  }
  if (s.offset < 0) {
    throw error("kw::buffer: element_offset is negative (" + std::to_string(s.offset) + ")");
  }
  if (s.rank > 1 && s.extents[s.rank - 2] > 1 && s.strides[s.rank - 2] < s.extents[s.rank - 1]) {
    throw error("kw::buffer: row_stride is " + std::to_string(s.strides[s.rank - 2]) +
                ", but a row has " + std::to_string(s.extents[s.rank - 1]) +
                " elements: rows would overlap");
  }
}

}  // namespace

buffer_storage::buffer_storage(device d, const shape& s, const void* poison)
    : device_(d), shape_(s) {
  check_shape(s);
  const auto* bytes = static_cast<const unsigned char*>(poison);
  poison_.assign(bytes, bytes + s.element_size);
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  data_bytes_ = rows * columns == 0 ? 0 : (row_start(rows - 1) + columns) * s.element_size;
  const std::int64_t before = kGuardBytes + s.offset * s.element_size;
  block_bytes_ = round_up(before + data_bytes_ + kGuardBytes, kGuardBytes);
  block_ = memory::allocate_block(d, block_bytes_);
  data_ = static_cast<unsigned char*>(block_) + before;
  this->poison();
}

buffer_storage::~buffer_storage() {
  free();
}

buffer_storage::buffer_storage(buffer_storage&& other) noexcept {
  *this = std::move(other);
}

buffer_storage& buffer_storage::operator=(buffer_storage&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(shape_, other.shape_);
  std::swap(poison_, other.poison_);
  std::swap(block_, other.block_);
  std::swap(data_, other.data_);
  std::swap(data_bytes_, other.data_bytes_);
  std::swap(block_bytes_, other.block_bytes_);
  return *this;
}

void buffer_storage::free() {
  if (block_ == nullptr) {
    return;
  }
  if (device_.kind == device_kind::cpu) {
    unregister_allocation(as_kernels_see(data_));
  } else {
    forget_gpu_buffer(device_.index, data_);
  }
  try {
    memory::release(device_, block_);
  } catch (const error&) {
    // After a failed kernel every CUDA call fails, this one too; the first failure was reported.
  }
  block_ = nullptr;
}

// The runs of adjacent elements, as rows of one matrix: higher axes are folded into the rows.
void buffer_storage::row_runs(std::int64_t* rows, std::int64_t* columns) const {
  *columns = shape_.extents[shape_.rank - 1];
  *rows = 1;
  for (int axis = 0; axis < shape_.rank - 1; ++axis) {
    *rows *= shape_.extents[axis];
  }
}

std::int64_t buffer_storage::row_start(std::int64_t row) const {
  return shape_.rank == 1 ? 0 : row * shape_.strides[shape_.rank - 2];
}

// The guard zones as well: reading past the end on a GPU must not find a harmless 0.
void buffer_storage::poison() {
  repeat_on_device(device_, static_cast<unsigned char*>(block_), block_bytes_, poison_);
  if (device_.kind != device_kind::cpu) {
    note_on_gpu(false);
    return;
  }
  const void* const known = as_kernels_see(data_);
  register_allocation(known, data_bytes_, shape_.element_size);
  const auto entry = find_allocation(known);
  entry->all_initialised = data_bytes_ == 0;
  entry->workspace = shape_.workspace;
  entry->initialised.reset(entry->elements());
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  for (std::int64_t row = 0; row + 1 < rows && data_bytes_ > 0; ++row) {  // no store fills gaps
    entry->initialised.paint(row_start(row) + columns, row_start(row + 1));
  }
}

void buffer_storage::mark_initialised() {
  if (block_ != nullptr && device_.kind == device_kind::cpu) {
    find_allocation(as_kernels_see(data_))->all_initialised = true;
  } else if (block_ != nullptr) {
    note_on_gpu(true);
  }
}

void buffer_storage::note_on_gpu(bool written) {
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  note_gpu_buffer(device_.index, data_, data_bytes_, shape_.element_size, rows, columns,
                  rows > 1 ? row_start(1) : columns, written);
}

void buffer_storage::upload(const void* contiguous) {
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  const std::int64_t row_bytes = columns * shape_.element_size;
  if (rows * columns == 0) {
    return;
  }
  const auto* from = static_cast<const unsigned char*>(contiguous);
  if (rows == 1 || row_start(1) == columns) {
    memory::copy(device_, data_, cpu_device, from, rows * row_bytes);
  } else {
    // One copy of everything, gaps too: a copy for each row would be slow on a GPU.
    std::vector<unsigned char> image(static_cast<std::size_t>(data_bytes_));
    repeat(image.data(), data_bytes_, poison_);
    for (std::int64_t row = 0; row < rows; ++row) {
      std::copy_n(from + row * row_bytes, row_bytes,
                  image.data() + row_start(row) * shape_.element_size);
    }
    memory::copy(device_, data_, cpu_device, image.data(), data_bytes_);
  }
  mark_initialised();
}

void buffer_storage::download(void* contiguous) const {
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  const std::int64_t row_bytes = columns * shape_.element_size;
  if (rows * columns == 0) {
    return;
  }
  synchronize(device_);
  auto* to = static_cast<unsigned char*>(contiguous);
  if (rows == 1 || row_start(1) == columns) {
    memory::copy(cpu_device, to, device_, data_, rows * row_bytes);
    return;
  }
  std::vector<unsigned char> image(static_cast<std::size_t>(data_bytes_));
  memory::copy(cpu_device, image.data(), device_, data_, data_bytes_);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::copy_n(image.data() + row_start(row) * shape_.element_size, row_bytes,
                to + row * row_bytes);
  }
}

bool buffer_storage::guards_intact(std::string* why) const {
  if (block_ == nullptr) {
    return true;
  }
  synchronize(device_);
  const auto* block = static_cast<const unsigned char*>(block_);
  const auto* data = static_cast<const unsigned char*>(data_);
  const auto fetch = [&](const unsigned char* from, std::int64_t bytes) {
    std::vector<unsigned char> copy(static_cast<std::size_t>(bytes));
    memory::copy(cpu_device, copy.data(), device_, from, bytes);
    return copy;
  };
  const auto say = [&](std::int64_t byte, const std::string& place) {
    const std::int64_t size = shape_.element_size;
    const std::int64_t element = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
    if (why != nullptr) {
      *why = "element " + std::to_string(element) + " was written, which is " + place;
    }
    return false;
  };
  // Elements begin where the block does, since a guard zone holds whole ones.
  const auto stray = [&](const std::vector<unsigned char>& zone, std::int64_t i) {
    return zone[static_cast<std::size_t>(i)] !=
           poison_[static_cast<std::size_t>(i % shape_.element_size)];
  };
  // The nearest one first: that is the index to think about.
  const auto before = fetch(block, data - block);
  for (std::int64_t i = data - block - 1; i >= 0; --i) {
    if (stray(before, i)) {
      return say(i - (data - block), "before the first element of the buffer");
    }
  }
  const std::int64_t end_bytes = block + block_bytes_ - data - data_bytes_;
  const auto behind = fetch(data + data_bytes_, end_bytes);
  for (std::int64_t i = 0; i < end_bytes; ++i) {
    if (stray(behind, i)) {
      return say(data_bytes_ + i, "after the last element of the buffer");
    }
  }
  std::int64_t rows = 0, columns = 0;
  row_runs(&rows, &columns);
  if (rows < 2 || columns == 0 || row_start(1) == columns) {
    return true;
  }
  const auto inside = fetch(data, data_bytes_);
  for (std::int64_t row = 0; row + 1 < rows; ++row) {
    const std::int64_t end = row_start(row + 1) * shape_.element_size;
    for (std::int64_t i = (row_start(row) + columns) * shape_.element_size; i < end; ++i) {
      if (stray(inside, i)) {
        return say(i, "in the gap after row " + std::to_string(row));
      }
    }
  }
  return true;
}

}  // namespace kw::runtime
