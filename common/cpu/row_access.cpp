#include "kernelwright/cpu/row_access.hpp"

namespace kw::cpu {

void check_rows(runtime::program& program, runtime::access_kind kind, source_place at,
                const void* base, int element_size, const row_runs& lanes) {
  const row_run* const runs = lanes.of_row;
  if (lanes.has_one_axis) {
    runtime::check_row(program, kind, at, base, element_size, runs[0].start, runs[0].begin,
                       runs[0].end, lanes.columns, lanes.masked);
    return;
  }
  runtime::access access{kind,
                         at,
                         base,
                         element_size,
                         0,
                         0,
                         0,
                         lanes.row_stride,
                         0,
                         lanes.columns,
                         lanes.rows * lanes.columns,
                         lanes.masked};
  bool any = false;
  for (int i = 0; i < lanes.rows; i += access.rows) {
    access.rows = 1;
    while (i + access.rows < lanes.rows && runs[i + access.rows].begin == runs[i].begin &&
           runs[i + access.rows].end == runs[i].end) {
      ++access.rows;
    }
    if (runs[i].begin < runs[i].end) {
      access.start = runs[i].start + runs[i].begin;
      access.cols = runs[i].end - runs[i].begin;
      access.first_lane = i * lanes.columns + runs[i].begin;
      runtime::check_access(program, access);
      any = true;
    }
  }
  if (!any) {
    access.rows = 0;
    runtime::check_access(program, access);
  }
}

void note_lanes_without_value(runtime::program& program, source_place at, const void* base,
                              const row_runs& lanes) {
  int first = -1, count = 0;
  for (int i = 0; i < lanes.rows; ++i) {
    const row_run& run = lanes.of_row[i];
    if (first < 0 && run.end - run.begin < lanes.columns) {
      first = i * lanes.columns + (run.begin > 0 ? 0 : run.end);
    }
    count += lanes.columns - (run.end - run.begin);
  }
  if (count > 0) {
    runtime::lanes_left_undefined(program, {at, base, first, count, lanes.rows * lanes.columns});
  }
}

}  // namespace kw::cpu
