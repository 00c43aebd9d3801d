#include "grader/pages/trace_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace kw::grader {
namespace {

constexpr double kPi = 3.14159265358979323846;
// Hues from orange over green and blue to pink; the rest is too near the red of lanes outside.
constexpr double kFirstHue = 58, kHues = 292;
constexpr double kBlue = 0.66;  // of the way: the first program is blue, the second orange

double fraction(double value) {
  return value - std::floor(value);
}

int channel(double linear) {
  const double clamped = std::clamp(linear, 0.0, 1.0);
  const double encoded =
      clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * encoded));
}

std::string from_oklch(double lightness, double chroma, double degrees) {
  const double a = chroma * std::cos(degrees * kPi / 180);
  const double b = chroma * std::sin(degrees * kPi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return fmt::format("#{:02x}{:02x}{:02x}",
                     channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

}  // namespace

std::string trace_colour(std::int64_t x, std::int64_t y) {
  // Steps of an irrational part of the circle spread any number of hues evenly, and put the next
  // one far from the last. Of the lightness, most keeps neighbours apart, and a little makes sure
  // that two hues which happen to meet still differ.
  constexpr double kAcross = 0.38196601125, kDown = 0.1654;
  static constexpr std::array<double, 3> kLightness = {0.56, 0.65, 0.48};
  const auto column = static_cast<double>(x), row = static_cast<double>(y);
  const double hue = fraction(kBlue + kAcross * column + kDown * row);
  const double little = 0.04 * fraction(0.7548777 * column + 0.5698403 * row);
  return from_oklch(kLightness[static_cast<std::size_t>((x + y) % 3)] + little, 0.14,
                    kFirstHue + kHues * hue);
}

}  // namespace kw::grader
