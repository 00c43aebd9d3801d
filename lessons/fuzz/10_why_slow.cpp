#include "../10_why_slow/why_slow.hpp"

#include "fuzz.hpp"

TEST(Fuzz, WhySlow) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t n = s.length(0, 20000);
    const auto points = s.input<float>(4 * n);
    const auto distances = s.output<float>(n);
    lesson10::lengths(points.cview(), distances.view());

    const std::int64_t rows = s.length(0, 200), columns = s.length(2, 1024);
    const auto a = s.input<float>(rows, columns), b = s.input<float>(columns, rows);
    const auto w = s.input<float>(rows), totals = s.input<float>(columns);
    const auto weighed = s.output<float>(rows, columns), centred = s.output<float>(rows, columns);
    const auto sums = s.output<float>(rows, columns);
    lesson10::weigh_rows(a.cview(), w.cview(), weighed.view());
    lesson10::centre_rows(a.cview(), centred.view());
    lesson10::column_totals(a.cview(), totals.view());
    lesson10::add_transposed(a.cview(), b.cview(), sums.view());
    fuzz::expect_guards(distances, weighed, centred, totals, sums);
  });
}
