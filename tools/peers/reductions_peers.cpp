// Lesson 04's solution as plain C functions; see peers.cpp. Matrices are dense, [rows, cols].
#include "peer.hpp"
#include "reductions.hpp"

using namespace kw::peers;

extern "C" {

/// out[0] = the sum of x, by atomic additions.
const char* kw_peer_sum_atomic(const float* x, float* out, std::int64_t n) {
  return guarded([&] { lesson04::sum_atomic(vector(x, n), vector(out, 1)); });
}

/// out[0] = the sum of x, in a fixed order. `partials` has room for kw_peer_sum_partials(n).
const char* kw_peer_sum_two_pass(const float* x, float* partials, float* out, std::int64_t n) {
  return guarded([&] {
    lesson04::sum_two_pass(vector(x, n), vector(partials, lesson04::programs_for(n)),
                           vector(out, 1));
  });
}

/// How many partial sums the two-pass sum of n elements stores.
int kw_peer_sum_partials(std::int64_t n) {
  return lesson04::programs_for(n);
}

/// out[r] = the sum of row r.
const char* kw_peer_row_sum(const float* x, float* out, std::int64_t rows, std::int64_t cols) {
  return guarded([&] { lesson04::row_sum(matrix(x, rows, cols), vector(out, rows)); });
}

/// out[r] = the largest element of row r.
const char* kw_peer_row_max(const float* x, float* out, std::int64_t rows, std::int64_t cols) {
  return guarded([&] { lesson04::row_max(matrix(x, rows, cols), vector(out, rows)); });
}

}  // extern "C"
