#include "common/runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

int wanted_threads() {
  const char* text = std::getenv("KW_THREADS");
  if (text != nullptr && *text != '\0') {
    char* end = nullptr;
    const long wanted = std::strtol(text, &end, 10);
    if (*end != '\0' || wanted < 1 || wanted > 4096) {
      throw error(std::string("KW_THREADS must be a number from 1 to 4096, but it is `") + text +
                  "`");
    }
    return static_cast<int>(wanted);
  }
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

using work_function = void (*)(void*, std::int64_t, std::int64_t, int);

// Chunks per thread: enough that the last one ends soon after the others, few enough that taking
// one costs nothing.
constexpr std::int64_t kChunksPerThread = 16;

class thread_pool {
 public:
  explicit thread_pool(int size) : size_(size) {
    for (int worker = 1; worker < size; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
    }
  }

  ~thread_pool() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  int size() const { return size_; }

  void run(std::int64_t total, work_function work, void* closure) {
    if (total <= 0) {
      return;
    }
    if (size_ == 1 || total == 1) {
      work(closure, 0, total, 0);
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      total_ = total;
      work_ = work;
      closure_ = closure;
      chunk_ = std::max<std::int64_t>(1, total / (size_ * kChunksPerThread));
      next_.store(0, std::memory_order_relaxed);
      busy_ = size_ - 1;
      ++round_;
    }
    wake_.notify_all();
    take_chunks(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void serve(int worker) {
    std::uint64_t seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return stopping_ || round_ != seen; });
        if (stopping_) {
          return;
        }
        seen = round_;
      }
      take_chunks(worker);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) {
        done_.notify_one();
      }
    }
  }

  void take_chunks(int worker) {
    for (;;) {
      const std::int64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
      if (begin >= total_) {
        return;
      }
      work_(closure_, begin, std::min(total_, begin + chunk_), worker);
    }
  }

  int size_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  bool stopping_ = false;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  std::int64_t total_ = 0, chunk_ = 1;
  work_function work_ = nullptr;
  void* closure_ = nullptr;
  std::atomic<std::int64_t> next_{0};
};

thread_pool& pool() {
  static thread_pool the_pool(wanted_threads());
  return the_pool;
}

}  // namespace

void for_each_chunk(std::int64_t total, work_function work, void* closure) {
  pool().run(total, work, closure);
}

int pool_size() {
  return pool().size();
}

}  // namespace kw::runtime

namespace kw {

int thread_count() {
  return runtime::pool_size();
}

}  // namespace kw
