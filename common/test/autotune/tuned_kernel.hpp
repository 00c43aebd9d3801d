// A kernel with a space in which the best config is certain: it repeats its work `group` times.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "../language/kernel_test.hpp"
#include "kernelwright/autotune.hpp"
#include "kernelwright/runtime/tunings.hpp"

namespace autotune_test {

using namespace kw;

/// On a busy machine a pool of threads waits for its turn, however short the kernel is: a single
/// thread keeps times apart. Set before the pool starts; child processes inherit it.
inline const int one_thread = ::setenv("KW_THREADS", "1", 1);

/// x += 1, in place. The repeated square roots of squares change nothing but the time.
template <int BLOCK_SIZE, int REPEAT>
struct AddOne {
  template <class T>
  KW_KERNEL void operator()(program auto tl, T* x, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask).to(float32);
    for (int i = 1; i < REPEAT; ++i) {
      v = tl.sqrt(v * v);
    }
    tl.store(x + offsets, v + 1.0f, mask);
  }
};

constexpr config kFast{.block = 256, .group = 1};
constexpr config kSlow{.block = 256, .group = 1000};
constexpr config kSlower{.block = 256, .group = 8000};
constexpr configs<kSlow, kFast> two_configs;
constexpr configs<kSlow, kFast, kSlower> three_configs;

constexpr auto any_config = [](config) { return true; };

/// `fresh` values 1, 2, 3, ... plus one.
template <class T, class Space, class Rule>
tuned add_one(const view<T>& x, const tuning_key& key, Space space, const Rule& rule) {
  const int n = static_cast<int>(x.extent(0));
  return autotune("AddOne", x.device(), key, space, rule, [&](auto c) {
    launch<c.warps>(x.device(), grid(cdiv(n, c.block)), AddOne<c.block, c.group>{}, x, n);
  });
}

/// Each test has its own cache folder, and starts as a new process would.
class AutotuneTest : public kernel_test::KernelTest {
 protected:
  void SetUp() override {
    KernelTest::SetUp();
    char path[] = "/tmp/kernelwright-autotune-XXXXXX";
    ASSERT_NE(mkdtemp(path), nullptr);
    cache_ = path;
    ::setenv("XDG_CACHE_HOME", path, 1);
    ::unsetenv("KW_AUTOTUNE");
    ::unsetenv("KW_AUTOTUNE_REPORT");
    forget_tunings();
    set_tuning_effort({.seconds = 0.002, .least = 7, .most = 30});
  }
  void TearDown() override {
    KernelTest::TearDown();
    std::filesystem::remove_all(cache_);
  }

  /// Only the files of results, not the locks.
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache_)) {
      if (entry.is_regular_file() && entry.path().filename().string().rfind("AddOne-", 0) == 0) {
        found.push_back(entry.path());
      }
    }
    return found;
  }

  static std::vector<float> count_up(std::int64_t n, float first = 1) {
    std::vector<float> values(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = first + static_cast<float>(i);
    }
    return values;
  }

  const std::filesystem::path& cache() const { return cache_; }

 private:
  std::filesystem::path cache_;
};

}  // namespace autotune_test
