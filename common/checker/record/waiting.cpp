#include "common/checker/record/waiting.hpp"

#include <thread>
#include <utility>

namespace kw::runtime {
namespace {

/// The launch that this thread runs backwards.
struct backward_launch {
  std::function<void(program& waiting)> run_others;
  std::int64_t latest = -1;  // the one that looked last, and how often
  int looks = 0;
};

thread_local backward_launch* backwards_here = nullptr;

/// Ends with the launch, also where one of its programs throws.
class under_way {
 public:
  explicit under_way(backward_launch& launch) { backwards_here = &launch; }
  ~under_way() { backwards_here = nullptr; }
  under_way(const under_way&) = delete;
  under_way& operator=(const under_way&) = delete;
};

}  // namespace

void run_backwards(std::int64_t total,
                   const std::function<void(std::int64_t begin, std::int64_t end, int worker)>& run,
                   const std::function<void(program& waiting)>& on_wait) {
  std::int64_t left = total;  // how many have not begun
  backward_launch here;
  here.run_others = [&](program& waiting) {
    on_wait(waiting);
    const std::int64_t others = std::exchange(left, 0);
    std::thread([&] { run(0, others, 1); }).join();
  };
  const under_way launch(here);
  while (left > 0) {
    const std::int64_t index = --left;
    run(index, index + 1, 0);
  }
}

void note_look(program& p) {
  constexpr int kMostLooks = 10000;
  if (backwards_here == nullptr) {
    return;
  }
  backwards_here->looks = backwards_here->latest == p.index ? backwards_here->looks + 1 : 0;
  backwards_here->latest = p.index;
  if (backwards_here->looks > kMostLooks) {  // once: then there is nothing more to wait for
    std::exchange(backwards_here, nullptr)->run_others(p);
  }
}

}  // namespace kw::runtime
