// The functions of remote.hpp as plain loops, for workers without a GPU.
#include <chrono>
#include <string>
#include <thread>

#include "fake_gpu.hpp"
#include "kernelwright/runtime/error.hpp"
#include "remote.hpp"
#include "same_calls.hpp"
#include "tuned_calls.hpp"

namespace lesson00 {

void add(kw::view<const float> x, kw::view<const float> y, kw::view<float> out) {
  for (std::int64_t i = 0; i < out.size(); ++i) {
    out.data()[i] = x.data()[i] + y.data()[i];
  }
}

void add_rows(kw::view<const float, 2> x, kw::view<const float, 2> y, kw::view<float, 2> out) {
  for (std::int64_t row = 0; row < out.extent(0); ++row) {
    for (std::int64_t i = 0; i < out.extent(1); ++i) {
      out.data()[row * out.stride(0) + i] =
          x.data()[row * x.stride(0) + i] + y.data()[row * y.stride(0) + i];
    }
  }
}

void copy(const float* x, float* out, int n) {
  for (int i = 0; i < n; ++i) {
    out[i] = x[i];
  }
}

void fill_too_far(kw::view<float> out) {
  for (std::int64_t i = 0; i <= out.size(); ++i) {
    out.data()[i] = 1;
  }
}

void change_input(kw::view<const float> x) {
  const_cast<float*>(x.data())[0] = -1;
}

void touch_nowhere(kw::view<float> out) {
  if (out.device().kind == kw::device_kind::cuda) {
    fake_gpu::fail();
  } else {
    *reinterpret_cast<volatile float*>(8) = 1;
  }
}

void tell(kw::view<const float> x, kw::view<float>) {
  throw kw::error("it reads " + std::to_string(x.data()[0]));
}

float first(kw::view<const float> x) {
  return x.data()[0];
}

void never_return(kw::view<float>) {
  while (true) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace lesson00
