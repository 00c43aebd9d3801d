// The solution of elective 13 as plain C functions; see peers.cpp. Arrays are dense float16.
#include "convolution.hpp"
#include "peer.hpp"

using namespace kw::peers;

namespace {

template <class T>
kw::view<T, 4> image(T* data, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return {data, {a, b, c, d}, kw::cuda_device};
}

}  // namespace

extern "C" {

/// x [n, height, width, channels], w [filters, r, s, channels], out [n, rows, columns, filters]: a
/// place of the image moves by one, and `padding` keeps the size for r = s = 2 * padding + 1.
const char* kw_peer_convolve_nhwc(const void* x, const void* w, void* out, std::int64_t n,
                                  std::int64_t height, std::int64_t width, std::int64_t channels,
                                  std::int64_t filters, std::int64_t r, std::int64_t padding) {
  return guarded([&] {
    using T = kw::float16_t;
    const std::int64_t rows = height + 2 * padding - r + 1, columns = width + 2 * padding - r + 1;
    lesson13::convolve_nhwc(image(static_cast<const T*>(x), n, height, width, channels),
                            image(static_cast<const T*>(w), filters, r, r, channels), 1,
                            static_cast<int>(padding),
                            image(static_cast<T*>(out), n, rows, columns, filters));
  });
}

/// The same by patches of the image, which the copy engine fetches.
const char* kw_peer_convolve_streamed(const void* x, const void* w, void* out, std::int64_t n,
                                      std::int64_t height, std::int64_t width,
                                      std::int64_t channels, std::int64_t filters, std::int64_t r,
                                      std::int64_t padding) {
  return guarded([&] {
    using T = kw::float16_t;
    const std::int64_t rows = height + 2 * padding - r + 1, columns = width + 2 * padding - r + 1;
    lesson13::convolve_streamed(image(static_cast<const T*>(x), n, height, width, channels),
                                image(static_cast<const T*>(w), filters, r, r, channels),
                                static_cast<int>(padding),
                                image(static_cast<T*>(out), n, rows, columns, filters));
  });
}

/// The same with x [n, channels, height, width], w [filters, channels, r, s] and out [n, filters,
/// rows, columns].
const char* kw_peer_convolve_nchw(const void* x, const void* w, void* out, std::int64_t n,
                                  std::int64_t height, std::int64_t width, std::int64_t channels,
                                  std::int64_t filters, std::int64_t r, std::int64_t padding) {
  return guarded([&] {
    using T = kw::float16_t;
    const std::int64_t rows = height + 2 * padding - r + 1, columns = width + 2 * padding - r + 1;
    lesson13::convolve_nchw(image(static_cast<const T*>(x), n, channels, height, width),
                            image(static_cast<const T*>(w), filters, channels, r, r), 1,
                            static_cast<int>(padding),
                            image(static_cast<T*>(out), n, filters, rows, columns));
  });
}

}  // extern "C"
