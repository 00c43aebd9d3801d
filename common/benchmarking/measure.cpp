#include "kernelwright/benchmarking/measure.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::benchmarking {
namespace {

sampling chosen_sampling;

struct released {
  device where;
  void operator()(void* data) const { memory::release(where, data); }
};
using device_memory = std::unique_ptr<void, released>;

device_memory allocate(device where, std::int64_t bytes) {
  return device_memory(memory::allocate(where, bytes), released{where});
}

/// Bytes per second of one copy of `bytes`, counting bytes read and bytes written.
double copy_rate(device where, std::int64_t bytes) {
  const device_memory from = allocate(where, bytes);
  const device_memory to = allocate(where, bytes);
  memory::fill(where, from.get(), 1, bytes);
  memory::fill(where, to.get(), 2, bytes);  // touches the pages, too
  std::function<void()> copy;
  if (where.kind == device_kind::cpu) {
    copy = [&] {
      parallel_for(bytes, [&](std::int64_t begin, std::int64_t end) {
        std::memcpy(static_cast<char*>(to.get()) + begin,
                    static_cast<const char*>(from.get()) + begin,
                    static_cast<std::size_t>(end - begin));
      });
    };
  } else {
    copy = [&] { memory::copy(where, to.get(), where, from.get(), bytes); };
  }
  const sampling how{.seconds = 0.3, .least = 5, .most = 100};
  return 2.0 * static_cast<double>(bytes) / measure(where, {copy}, how)[0].seconds;
}

}  // namespace

sampling default_sampling() {
  return chosen_sampling;
}
void set_default_sampling(sampling how) {
  chosen_sampling = how;
}

std::vector<measurement> measure(device where, const std::vector<std::function<void()>>& calls,
                                 sampling how) {
  const cache_flush flush(where);
  stopwatch watch(where);
  std::vector<std::vector<double>> seconds(calls.size());
  for (const auto& call : calls) {  // code, pages and clocks warm up
    call();
    call();
  }
  synchronize(where);
  const auto finished = [&](const std::vector<double>& taken) {
    const int samples = static_cast<int>(taken.size());
    return samples >= how.most || (samples >= how.least &&
                                   std::accumulate(taken.begin(), taken.end(), 0.0) >= how.seconds);
  };
  for (bool all_finished = calls.empty(); !all_finished;) {
    all_finished = true;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (finished(seconds[i])) {
        continue;
      }
      all_finished = false;
      flush();
      watch.start();
      calls[i]();
      watch.stop();
      seconds[i].push_back(watch.seconds());
    }
  }
  std::vector<measurement> results;
  for (auto& taken : seconds) {
    results.push_back(summarise(std::move(taken)));
  }
  return results;
}

double copy_bandwidth(device where) {
  struct known {
    device where;
    double rate;
  };
  static std::vector<known> measured;
  for (const known& one : measured) {
    if (one.where == where) {
      return one.rate;
    }
  }
  // Large enough that caches and launch overhead vanish, smaller where memory is short.
  std::int64_t bytes =
      where.kind == device_kind::cpu ? std::int64_t{256} << 20 : std::int64_t{4} << 30;
  for (;;) {
    try {
      const double rate = copy_rate(where, bytes);
      measured.push_back({where, rate});
      return rate;
    } catch (const error&) {
      bytes /= 4;
      if (bytes < (16 << 20)) {
        throw;
      }
    }
  }
}

void parallel_for(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
  struct closure {
    const std::function<void(std::int64_t, std::int64_t)>* body;
    std::int64_t n;
  };
  const closure what{&body, n};
  runtime::launch_description description{};
  description.kernel_signature = "plain loop";
  description.grid[0] = static_cast<unsigned>(thread_count());
  description.grid[1] = description.grid[2] = 1;
  const bool checked = checks_enabled();
  enable_checks(false);
  runtime::run_programs(
      description,
      [](const void* data, runtime::program& program) {
        const auto& [part, size] = *static_cast<const closure*>(data);
        const std::int64_t parts = program.count[0];
        const std::int64_t begin =
            size / parts * program.index + std::min<std::int64_t>(size % parts, program.index);
        const std::int64_t length = size / parts + (program.index < size % parts ? 1 : 0);
        (*part)(begin, begin + length);
      },
      &what);
  enable_checks(checked);
}

int any_seed() {
  static std::random_device chance;
  return static_cast<int>(chance() >> 1);
}

std::vector<float> random_values(std::int64_t n, std::uint64_t seed) {
  std::vector<float> values(static_cast<std::size_t>(n));
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u;
  for (float& value : values) {  // splitmix64
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    value = static_cast<float>(static_cast<std::int64_t>(z ^ (z >> 31)) >> 40) * 0x1p-23f;
  }
  return values;
}

}  // namespace kw::benchmarking
