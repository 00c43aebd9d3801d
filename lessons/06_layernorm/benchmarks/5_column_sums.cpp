// Benchmark of lesson 06, task 5: the workspaces that task 4 leaves.
#include "layernorm.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void column_sums(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<float, 2> dw_partial(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> db_partial(device, {rows, columns}, kb::random_values(n, 2));
  const kw::buffer<float> dw(device, {columns}), db(device, {columns});
  kb::run(state, {.bytes = 8.0 * n, .flops = 2.0 * n}, [&] {
    lesson06::column_sums(dw_partial.cview(), db_partial.cview(), dw.view(), db.view());
  });
}

const kb::suite benchmarks([](kw::device) {
  kb::add("ColumnSums", column_sums, {lesson06::partial_rows(32768, 1024), 1024});
  kb::add("ColumnSums", column_sums, {lesson06::partial_rows(8192, 4096), 4096});
});

}  // namespace
