#include "common/checker/record/announced_stores.hpp"

#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

/// \param base as the kernel has it
void announce_row(const program& p, const void* base, int element_size, std::int64_t first,
                  std::int64_t elements) {
  const char* const data = followed_pointer(p, static_cast<const char*>(base));
  listener_of_stores()(data + first * element_size, elements * element_size);
}

}  // namespace

store_listener& listener_of_stores() {
  static store_listener listener = nullptr;
  return listener;
}

void announce(const program& p, const access& a) {
  if (listener_of_stores() == nullptr || only_reads(a.kind)) [[likely]] {
    return;
  }
  for (int row = 0; row < a.rows; ++row) {
    announce_row(p, a.base, a.element_size, a.start + row * a.row_stride, a.cols);
  }
}

void announce(const program& p, access_kind kind, const void* base, int element_size,
              const std::int64_t* offsets, const bool* active, int lanes) {
  if (listener_of_stores() == nullptr || only_reads(kind)) [[likely]] {
    return;
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (active == nullptr || active[lane]) {
      announce_row(p, base, element_size, offsets[lane], 1);
    }
  }
}

}  // namespace kw::runtime
