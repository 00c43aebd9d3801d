/// \file
/// Elective 16, task 5: the launches of the patients.
#pragma once

void lesson16::row_minima(kw::view<const float, 2> x, kw::view<float> out) {
  kw::launch(out.device(), kw::grid(kw::cdiv(x.extent(0), kRows)), RowMinima{}, x, out);
}

void lesson16::halve(kw::view<const float> x, kw::view<float> out) {
  const int n = kw::narrow<int>(x.extent(0));
  kw::launch(out.device(), kw::grid(kw::cdiv(n, kHalve)), Halve<kHalve>{}, x, out, n);
}

void lesson16::centre(kw::view<const float, 2> x, kw::view<float, 2> out) {
  kw::launch(out.device(), kw::grid(x.extent(0)), Centre{}, x, out);
}

void lesson16::lower_triangle(kw::view<const float, 2> x, kw::view<float, 2> out) {
  kw::launch(out.device(), kw::grid(x.extent(0)), LowerTriangle{}, x, out);
}
