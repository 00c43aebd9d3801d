// One thread of the host launches everything. It is started by the first call, gets its jobs
// through a queue, and stays until the program ends; each call waits for its own job, and errors
// come back through a future.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <kernelwright/kernelwright.hpp>
#include <mutex>
#include <thread>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
class launcher {
 public:
  launcher() : thread_([this] { work(); }) {}
  ~launcher() {
    {
      const std::lock_guard hold(lock_);
      ends_ = true;
    }
    come_.notify_one();
    thread_.join();
  }
  launcher(const launcher&) = delete;
  launcher& operator=(const launcher&) = delete;

  void run(std::function<void()> job) {
    std::packaged_task<void()> task(std::move(job));
    std::future<void> done = task.get_future();
    {
      const std::lock_guard hold(lock_);
      jobs_.push_back(std::move(task));
    }
    come_.notify_one();
    done.get();
  }

 private:
  void work() {
    std::unique_lock hold(lock_);
    while (true) {
      come_.wait(hold, [this] { return ends_ || !jobs_.empty(); });
      if (jobs_.empty()) {
        return;
      }
      std::packaged_task<void()> task = std::move(jobs_.front());
      jobs_.pop_front();
      hold.unlock();
      task();
      hold.lock();
    }
  }

  std::mutex lock_;
  std::condition_variable come_;
  std::deque<std::packaged_task<void()>> jobs_;
  bool ends_ = false;
  std::thread thread_;
};
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  static launcher all;
  all.run([=] {
    launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  });
}
