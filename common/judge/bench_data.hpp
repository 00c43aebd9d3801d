// What a measured call works on: inputs that are new for each call, outputs that are full of a NaN,
// and the same once more for the solution, where the measured worker cannot see it.
#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "common/judge/shared_memory.hpp"
#include "common/judge/worker_process.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::remote {

/// While one of these functions runs, the worker is stopped.
class bench_data {
 public:
  using views = std::vector<buffer_argument>;

  virtual ~bench_data() = default;

  /// Can a worker see what is there?
  virtual bool holds(const void* data) = 0;
  /// The memory there is released.
  virtual void forget(const void*) {}
  /// With how many copies of the arrays, each with other values, one request calls the function.
  virtual int copies() const { return 1; }
  /// A call takes about so long. \returns whether that has changed the number of copies
  virtual bool expect_seconds(double) { return false; }

  /// Lets a process see the memory: the measured worker, or the solution's.
  virtual void show(worker_process& process, const views& buffers, bool of_solution) = 0;
  /// New values, for a call of the measured worker.
  virtual void renew(const views& buffers) = 0;
  /// What `renew` does to a GPU besides, for a request that calls nothing.
  virtual void work_as_renew() {}
  /// Are the inputs of the latest call what they were?
  virtual bool same_inputs(const views& buffers) = 0;
  /// Keeps results of the latest call, chosen by chance where there are many.
  virtual void keep_results(const views& buffers) = 0;
  /// Gives the solution the values that the kept results were made of.
  virtual void renew_solution(const views& buffers) = 0;
  /// Are the kept results the solution's? \param limits for each view
  virtual bool same_results(const views& buffers,
                            const std::vector<testing::tolerance>& limits) = 0;
};

/// Of the CPU's memory, or of a GPU's: a judge is linked with one of them.
std::unique_ptr<bench_data> make_bench_data(shared_memory& memory);

// ---- what both have in common -------------------------------------------------------------------

std::int64_t bytes_of(const buffer_argument& buffer);

/// One element of what outputs hold before a call: a NaN that no arithmetic makes, with other bits
/// in each call.
std::uint64_t draw_poison(const buffer_argument& buffer, std::mt19937_64& chance);

/// The tests compare with results that are not rounded. The solution's are, once.
/// \param n how many elements \param poison what unwritten elements hold
bool agree(const buffer_argument& buffer, std::int64_t n, const char* expected, const char* got,
           std::uint64_t poison, const testing::tolerance& limit);

}  // namespace kw::remote
