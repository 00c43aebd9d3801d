// The memory of the CPU: shared with the worker, and its twin with the solution's.
#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "common/judge/bench_data.hpp"

namespace kw::remote {
namespace {

/// A number from a counter, as random_unit makes them.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 31);
}

/// Fills `to` with randomly chosen elements of `from`: other sums, other maxima, other orders.
template <class T>
void draw_elements(std::uint64_t seed, const std::string& from, char* to) {
  const std::uint64_t n = from.size() / sizeof(T);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t index = (mixed(seed, i) >> 32) * n >> 32;
    std::memcpy(to + i * sizeof(T), from.data() + index * sizeof(T), sizeof(T));
  }
}

class host_bench_data : public bench_data {
 public:
  explicit host_bench_data(shared_memory& memory) : memory_(memory) {}

  bool holds(const void* data) override { return memory_.holds(data); }

  void forget(const void* data) override { originals_.erase(data); }

  void show(worker_process&, const views&, bool) override {}  // each request names the ranges

  void renew(const views& buffers) override {
    poisons_.clear();
    for (const buffer_argument& buffer : buffers) {
      poisons_.push_back(buffer.input ? 0 : draw_poison(buffer, chance_));
      if (buffer.input) {
        make_input(buffer);
        continue;
      }
      char* const data = static_cast<char*>(buffer.data);
      for (std::int64_t i = 0; i < buffer.elements; ++i) {
        std::memcpy(data + i * buffer.element_size, &poisons_.back(),
                    static_cast<std::size_t>(std::min(buffer.element_size, 8)));
      }
      std::memcpy(memory_.twin_of(data), data, static_cast<std::size_t>(bytes_of(buffer)));
    }
  }

  bool same_inputs(const views& buffers) override {
    return std::all_of(buffers.begin(), buffers.end(), [&](const buffer_argument& buffer) {
      return !buffer.input || std::memcmp(buffer.data, memory_.twin_of(buffer.data),
                                          static_cast<std::size_t>(bytes_of(buffer))) == 0;
    });
  }

  void keep_results(const views& buffers) override {
    kept_.clear();
    for (const buffer_argument& buffer : buffers) {
      kept_.emplace_back(buffer.input ? ""
                                      : std::string(static_cast<const char*>(buffer.data),
                                                    static_cast<std::size_t>(bytes_of(buffer))));
    }
  }

  void renew_solution(const views&) override {}  // its memory is as `renew` has left it

  bool same_results(const views& buffers, const std::vector<testing::tolerance>& limits) override {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const auto* expected = static_cast<const char*>(memory_.twin_of(buffers[i].data));
      if (!buffers[i].input && !agree(buffers[i], buffers[i].elements, expected, kept_[i].data(),
                                      poisons_[i], limits[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  /// First in the solution's memory, which the worker cannot reach, and then as a copy in the
  /// worker's. Integers stay: they may be indices.
  void make_input(const buffer_argument& buffer) {
    auto& original = originals_[buffer.data];
    const auto bytes = static_cast<std::size_t>(bytes_of(buffer));
    if (original.size() != bytes) {  // before the worker's first call with it
      original.assign(static_cast<const char*>(buffer.data), bytes);
    }
    char* const twin = static_cast<char*>(memory_.twin_of(buffer.data));
    const std::uint64_t seed = chance_();
    if (!buffer.floating || bytes >= (std::size_t{1} << 34)) {
      std::memcpy(twin, original.data(), bytes);
    } else if (buffer.element_size == 2) {
      draw_elements<std::uint16_t>(seed, original, twin);
    } else if (buffer.element_size == 4) {
      draw_elements<std::uint32_t>(seed, original, twin);
    } else {
      draw_elements<std::uint64_t>(seed, original, twin);
    }
    std::memcpy(buffer.data, twin, bytes);
  }

  shared_memory& memory_;
  std::mt19937_64 chance_{std::random_device{}()};  // a submission cannot foresee it
  std::map<const void*, std::string> originals_;    // what inputs held before the worker saw them
  std::vector<std::uint64_t> poisons_;
  std::vector<std::string> kept_;
};

}  // namespace

std::unique_ptr<bench_data> make_bench_data(shared_memory& memory) {
  return std::make_unique<host_bench_data>(memory);
}

}  // namespace kw::remote
