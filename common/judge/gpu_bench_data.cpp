// The memory of a GPU. What the benchmark has allocated stays the judge's own: the worker and the
// solution each see copies, in memory that the judge lends them. There the worker has several
// copies with other values in each, so that one request takes long enough to be measured.
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/judge/bench_data.hpp"
#include "common/judge/gpu_moves.hpp"
#include "common/runtime/cuda_lent_memory.hpp"
#include "kernelwright/runtime/device.hpp"

namespace kw::remote {
namespace {

namespace cuda = runtime::cuda;

constexpr std::int64_t kMostBytes = std::int64_t{8} << 30;  // of all copies of all arrays
constexpr std::int64_t kMostCopies = 64;
constexpr std::int64_t kMostKept = std::int64_t{1} << 20;  // elements of one array
constexpr double kLongEnough = 0.002;                      // seconds that a request should take

/// Copies of one allocation, for a process that sees nothing else.
struct lent_copies {
  cuda::lent_memory memory;
  lent_array array;
};

class gpu_bench_data : public bench_data {
 public:
  bool holds(const void* data) override { return cuda::allocation_of(0, data).bytes > 0; }

  int copies() const override { return copies_; }

  bool expect_seconds(double seconds) override {
    std::int64_t bytes = 1, held = 0;  // of one copy of all arrays, and of all there are
    for (const auto& [data, lent] : of_worker_) {
      bytes += lent.array.stride;
      held += lent.memory.bytes;
    }
    // As much memory again may stay free, for what the kernels themselves need.
    const std::int64_t room = std::min(kMostBytes, (cuda::free_bytes(0) + held) / 2);
    const auto wanted = static_cast<std::int64_t>(kLongEnough / std::max(seconds, 1e-6)) + 1;
    const int copies =
        static_cast<int>(std::clamp<std::int64_t>(std::min(wanted, room / bytes), 1, kMostCopies));
    return std::exchange(copies_, copies) != copies;
  }

  void show(worker_process& process, const views& buffers, bool of_solution) override {
    auto& lent = of_solution ? of_solution_ : of_worker_;
    const int copies = of_solution ? 1 : copies_;
    std::map<void*, std::int64_t> wanted;
    for (const buffer_argument& buffer : buffers) {
      if (buffer.elements > 0) {
        const cuda::allocation_range range = cuda::allocation_of(0, buffer.data);
        wanted[range.data] = range.bytes;
      }
    }
    int& told = told_[of_solution ? 1 : 0];
    bool changed = std::exchange(told, process.starts()) != process.starts();
    for (auto at = lent.begin(); at != lent.end();) {
      const auto found = wanted.find(at->first);
      const lent_array& array = at->second.array;
      const bool fits =
          found != wanted.end() && found->second == array.bytes && array.copies == copies;
      changed = changed || !fits;
      if (!fits) {
        take_back(at->second);
      }
      at = fits ? std::next(at) : lent.erase(at);
    }
    for (const auto& [data, bytes] : wanted) {
      if (lent.count(data) == 0) {
        lent[data] = lend(data, bytes, copies);
        changed = true;
      }
    }
    if (changed) {
      tell(process, lent);
    }
  }

  void renew(const views& buffers) override {
    seed_ = chance_();
    poisons_.clear();
    for (const buffer_argument& buffer : buffers) {
      poisons_.push_back(buffer.input ? 0 : draw_poison(buffer, chance_));
      for (int copy = 0; copy < copies_; ++copy) {
        set(buffer, part(buffer, of_worker_, copy), copy, poisons_.back());
      }
    }
  }

  void work_as_renew() override {
    for (const auto& [data, lent] : of_worker_) {
      fill(cuda_device, {lent.memory.data, lent.array.bytes / 4, 4}, 0);
    }
  }

  bool same_inputs(const views& buffers) override {
    for (const buffer_argument& buffer : buffers) {
      for (int copy = 0; copy < copies_ && buffer.input && buffer.elements > 0; ++copy) {
        const elements seen = part(buffer, of_worker_, copy);
        const elements mine = original(buffer);
        const std::int64_t others =
            buffer.floating ? count_undrawn(cuda_device, mine, seen, seed_of(buffer, copy))
                            : count_others(cuda_device, mine, seen);
        if (others != 0) {
          return false;
        }
      }
    }
    return true;
  }

  void keep_results(const views& buffers) override {
    kept_copy_ = static_cast<int>(chance_() % static_cast<std::uint64_t>(copies_));
    kept_seed_ = chance_();
    kept_ = sample(buffers, of_worker_, kept_copy_);
  }

  void renew_solution(const views& buffers) override {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      set(buffers[i], part(buffers[i], of_solution_, 0), kept_copy_, poisons_[i]);
    }
  }

  bool same_results(const views& buffers, const std::vector<testing::tolerance>& limits) override {
    if (sample(buffers, of_worker_, kept_copy_) != kept_) {
      return false;  // it went on after it had returned
    }
    const std::vector<std::string> expected = sample(buffers, of_solution_, 0);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (!buffers[i].input && !agree(buffers[i], kept_count(buffers[i]), expected[i].data(),
                                      kept_[i].data(), poisons_[i], limits[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  using all_lent = std::map<void*, lent_copies>;  // by where the judge's own array begins

  static lent_copies lend(void* data, std::int64_t bytes, int copies) {
    constexpr std::int64_t kAlignment = 4096;
    lent_copies made;
    made.array = {reinterpret_cast<std::uint64_t>(data), bytes,
                  (bytes + kAlignment - 1) / kAlignment * kAlignment, copies, 0};
    made.memory = cuda::lend(0, made.array.stride * copies);
    made.array.all_bytes = made.memory.bytes;
    return made;
  }

  static void tell(worker_process& process, const all_lent& lent) {
    message request;
    request.put(request_kind::lend);
    std::vector<lent_array> arrays;
    std::vector<int> descriptors;
    for (const auto& [data, one] : lent) {
      arrays.push_back(one.array);
      descriptors.push_back(one.memory.descriptor);
    }
    request.put(arrays);
    worker_failure failure;
    message answer;
    if (!process.ask(request, answer, failure, descriptors)) {
      throw error("the program does not take the GPU's memory (" +
                  std::string(to_string(failure.kind)) + ")");
    }
    if (const std::string problem = printable(answer.take<std::string>(), 1000); !problem.empty()) {
      throw error(problem);
    }
  }

  static void take_back(const lent_copies& one) {
    close(one.memory.descriptor);
    cuda::unmap(0, one.memory.data, one.memory.bytes);
  }

  static elements original(const buffer_argument& buffer) {
    return {buffer.data, buffer.elements, buffer.element_size};
  }
  /// Where a copy has what a view reaches.
  static elements part(const buffer_argument& buffer, const all_lent& lent, int copy) {
    if (buffer.elements == 0) {
      return {nullptr, 0, buffer.element_size};
    }
    const auto& [start, one] = *std::prev(lent.upper_bound(buffer.data));
    const auto offset = static_cast<char*>(buffer.data) - static_cast<char*>(start);
    return {static_cast<char*>(one.memory.data) + copy * one.array.stride + offset, buffer.elements,
            buffer.element_size};
  }
  std::uint64_t seed_of(const buffer_argument& buffer, int number) const {
    return seed_ ^ (reinterpret_cast<std::uint64_t>(buffer.data) + static_cast<unsigned>(number));
  }

  /// The values of copy `number`, or poison. Integers stay: they may be indices.
  void set(const buffer_argument& buffer, const elements& to, int number, std::uint64_t poison) {
    if (!buffer.input) {
      fill(cuda_device, to, poison);
    } else if (buffer.floating) {
      draw(cuda_device, original(buffer), to, seed_of(buffer, number));
    } else {
      memory::copy(cuda_device, to.data, cuda_device, buffer.data, bytes_of(buffer));
    }
  }

  static std::int64_t kept_count(const buffer_argument& buffer) {
    return std::min(buffer.elements, kMostKept);
  }

  /// Elements of each result, chosen by the seed where there are many.
  std::vector<std::string> sample(const views& buffers, const all_lent& lent, int copy) const {
    std::vector<std::string> taken(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (buffers[i].input || buffers[i].elements == 0) {
        continue;
      }
      const std::int64_t count = kept_count(buffers[i]);
      const std::int64_t bytes = count * buffers[i].element_size;
      const elements from = part(buffers[i], lent, copy);
      taken[i].resize(static_cast<std::size_t>(bytes));
      const bool all = count == buffers[i].elements;
      void* const some = all ? from.data : memory::allocate(cuda_device, bytes);
      if (!all) {
        draw(cuda_device, from, {some, count, buffers[i].element_size}, kept_seed_);
      }
      memory::copy(cpu_device, taken[i].data(), cuda_device, some, bytes);
      if (!all) {
        memory::release(cuda_device, some);
      }
    }
    return taken;
  }

  int copies_ = 1;
  all_lent of_worker_, of_solution_;
  int told_[2] = {0, 0};                            // the start of each process that knows of them
  std::mt19937_64 chance_{std::random_device{}()};  // a submission cannot foresee it
  std::uint64_t seed_ = 0, kept_seed_ = 0;          // of the latest call, of what is kept
  int kept_copy_ = 0;
  std::vector<std::uint64_t> poisons_;
  std::vector<std::string> kept_;
};

}  // namespace

std::unique_ptr<bench_data> make_bench_data(shared_memory&) {
  return std::make_unique<gpu_bench_data>();
}

}  // namespace kw::remote
