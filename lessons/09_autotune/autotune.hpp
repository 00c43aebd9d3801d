/// \file
/// Contract of lesson 09: the functions that the files in exercises/09_autotune define, one each.
#pragma once

#include <kernelwright/contract.hpp>
#include <kernelwright/runtime/autotune.hpp>

/// Lesson 09, autotune: which block, which tile, how many warps? Measure.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`. T is float
/// or kw::float16_t. `kw::tuned` says which config was chosen, and which key it was chosen for.
namespace lesson09 {

/// A GPU that is made up, whose clock shows the same in every test. It behaves as GPUs do: work
/// that is started runs later, the first run is slow, caches stay warm, now and then another
/// program is in the way, and a kernel that works in place changes its own input.
class practice_gpu {
 public:
  /// \param kernel_seconds the time of one run when nothing is in its way
  /// \param disturbed      moves the runs that another program disturbs by this many
  constexpr explicit practice_gpu(double kernel_seconds = 100e-6, int disturbed = 0)
      : kernel_seconds_(kernel_seconds), disturbed_(disturbed) {}

  /// Each of these three only starts the work, and returns at once. Work is done in order.
  void run() {
    ++runs_;
    double seconds = kernel_seconds_ * (cache_is_warm_ ? 0.5 : 1.0) * input_growth_;
    const int number = runs_ + disturbed_;
    seconds *= runs_ == 1 ? 40 : number % 5 == 0 ? 10 : number % 7 == 0 ? 0.6 : 1;
    start(seconds);
    input_growth_ *= 1.3;
    cache_is_warm_ = true;
  }
  void restore_outputs() {
    start(300e-6);
    input_growth_ = 1;
  }
  void flush_cache() {
    start(200e-6);
    cache_is_warm_ = false;
  }

  /// Waits until everything that was started is done.
  void synchronize() { host_ = device_ > host_ ? device_ : host_; }

  /// Seconds on the clock of the program that starts the work.
  double clock() const { return host_; }

 private:
  void start(double seconds) {
    host_ += 2e-6;
    device_ = (device_ > host_ ? device_ : host_) + seconds;
  }
  double kernel_seconds_;
  int disturbed_;
  double host_ = 0, device_ = 0;  // when each of the two will be free
  double input_growth_ = 1;
  int runs_ = 0;
  bool cache_is_warm_ = false;
};

/// The most samples that median_seconds is asked for.
inline constexpr int kMostSamples = 64;

/// Task 1. The time of one run of the kernel: the median of `samples` runs, each from a cold cache
/// and from the same input, after the kernel has been warmed up.
///
/// \param gpu     nothing has been started on it yet.
/// \param samples 1 to kMostSamples, odd.
/// \returns seconds, with an error of no more than 10 %.
double median_seconds(practice_gpu gpu, int samples);

/// Task 2. The number of the fastest config.
///
/// \param seconds `[configs]`, on the CPU: the median of each, NaN for one that was left out.
/// \returns the first of the smallest; -1 if all are left out.
int fastest(kw::view<const double> seconds);

/// The widest row that `softmax` takes.
inline constexpr int kWidestRow = 4096;

/// Task 3. The softmax of each row, by the fastest config of a space that you choose, for this
/// width and type. Calls with the same width and type share one choice, however many rows there
/// are.
///
/// \param x   `[rows, columns]`, 1 <= columns <= kWidestRow.
/// \param out `[rows, columns]`. It may be x itself.
template <class T>
kw::tuned softmax(kw::view<const T, 2> x, kw::view<T, 2> out);

/// Task 4. `out[c, r] = x[r, c]`, by the fastest tile of at most `budget` bytes.
///
/// \param x      `[rows, columns]`.
/// \param out    `[columns, rows]`.
/// \param budget of a tile, in bytes, at least 1024. The tiles that may be chosen depend on it.
template <class T>
kw::tuned transpose(kw::view<const T, 2> x, kw::view<T, 2> out, std::int64_t budget);

/// Task 5. `c = a b`, by the fastest tiles for these three sizes.
///
/// \param a `[m, k]`.
/// \param b `[k, n]`.
/// \param c `[m, n]`.
kw::tuned matmul(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

}  // namespace lesson09
