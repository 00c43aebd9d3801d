// Lesson 16, task 5: repair four patients that are right and move too much.
// Page: lessons/16_clinic/README.md   Check while you edit: ./course watch lesson16.5
//
//   row_minima: min(row)      halve: x / 2      centre: x - mean of the row
//   lower_triangle: x[r, c] for c <= r, and 0 elsewhere
//
// At most 1.1 bytes may be moved for each byte that is needed. Each has one fault.
#include "clinic.hpp"

using namespace kw;

constexpr int kRows = 16;
constexpr int kHalve = 4;

struct RowMinima {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    // TODO(lesson16.5): along which axis should neighbouring lanes be neighbours?
    auto rows = tl.program_id(0) * kRows + tl.arange(size<kRows>);
    auto least = tl.full(size<kRows>, inf);
    for (int col = 0; col < x.columns(); ++col) {
      least = tl.minimum(least, tl.load(x.row(rows) + col, rows < x.rows(), inf));
    }
    tl.store(out + rows, least, rows < x.rows());
  }
};

template <int BLOCK_SIZE>
struct Halve {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n) * 0.5f, offsets < n);
  }
};

struct Centre {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    // TODO(lesson16.5): what does the second load bring that the program does not have?
    int row = tl.program_id(0);
    auto cols = tl.arange(size<1024>);
    auto mask = cols < x.columns();
    float mean = tl.sum(tl.load(x.row(row) + cols, mask, 0.0f)) / x.columns();
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask) - mean, mask);
  }
};

struct LowerTriangle {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    // TODO(lesson16.5): which lanes have an element that anybody will use?
    int row = tl.program_id(0);
    auto cols = tl.arange(size<1024>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    tl.store(out.row(row) + cols, tl.where(cols <= row, v, 0.0f), mask);
  }
};

#include "launch_repair_traffic.hpp"  // the launches, which use kRows and kHalve
