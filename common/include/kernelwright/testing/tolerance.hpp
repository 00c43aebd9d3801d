/// \file
/// How far a result may be from the right one: for tests, and for benchmarks whose results a judge
/// compares.
#pragma once

namespace kw::testing {

/// An element is right if `|got - want| <= abs + rel * |want|`. A NaN is never right.
struct tolerance {
  double abs = 0;
  double rel = 0;
  const char* reason = "";  ///< why this much, for the reader of a failure: type, length, roundings
};

/// Of whole numbers, and of elements that are only moved.
inline constexpr tolerance kExact{0, 0, "nothing is rounded"};
/// Of one sum, difference or product in float32.
inline constexpr tolerance kRoundedOnce{0, 0x1p-24, "float32: one operation, rounded once"};

/// Is an element right?
inline bool close(double got, double want, const tolerance& limit) {
  if (got == want) {
    return true;  // infinities too
  }
  const double difference = got < want ? want - got : got - want;
  const double size = want < 0 ? -want : want;
  return size <= 1.7976931348623157e308 && difference <= limit.abs + limit.rel * size;
}

}  // namespace kw::testing
