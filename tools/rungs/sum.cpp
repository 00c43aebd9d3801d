#include "../../solutions/04_reductions/7_sum_atomic.cpp"

#include "rungs.hpp"

template <int BLOCK_SIZE>
struct SumEachStep {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    float total = 0.0f;
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);
      total += tl.sum(tl.load(x + offsets, offsets < n, 0.0f));
    }
    tl.atomic_add(out, total);
  }
};

void sums() {
  for (int power : {24, 28}) {
    const int n = 1 << power;
    const buffer<float> x = numbers(n);
    buffer<float> out(default_device(), {1});
    const view<const float> from = x.cview();
    const view<float> to = out.view();
    const double bytes = 4.0 * n;
    const std::string title = "sum, n = 2^" + std::to_string(power) + ", ";
    const auto zero = [&] { launch<1>(to.device(), grid(1), SetZero{}, to); };
    measure(title + "one program, blocks of 8192", bytes, [&] {
      zero();
      launch<16>(to.device(), grid(1), SumAtomic<8192>{}, from, to, n);
    });
    measure(title + "a program for each 256 elements", bytes, [&] {
      zero();
      launch<2>(to.device(), grid(n / 256), SumAtomic<256>{}, from, to, n);
    });
    measure(title + "a program for each 1024 elements", bytes, [&] {
      zero();
      launch<4>(to.device(), grid(n / 1024), SumAtomic<1024>{}, from, to, n);
    });
    measure(title + "a program for each 8192 elements", bytes, [&] {
      zero();
      launch<16>(to.device(), grid(n / 8192), SumAtomic<8192>{}, from, to, n);
    });
    measure(title + "1056 programs, blocks of 1024", bytes, [&] {
      zero();
      launch<4>(to.device(), grid(1056), SumAtomic<1024>{}, from, to, n);
    });
    measure(title + "1056 programs that reduce each block of 8192", bytes, [&] {
      zero();
      launch<16>(to.device(), grid(1056), SumEachStep<8192>{}, from, to, n);
    });
    measure(title + "1056 programs that reduce each block of 1024", bytes, [&] {
      zero();
      launch<4>(to.device(), grid(1056), SumEachStep<1024>{}, from, to, n);
    });
    measure(title + "task 7", bytes, [&] { lesson04::sum_atomic(from, to); });
  }
}
