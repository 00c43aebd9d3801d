#include "curve.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace training {
namespace {

constexpr int kWidth = 64, kHeight = 12, kBar = 30;

/// The mean loss of each column's steps, for columns that have any.
std::vector<double> columns_of(const std::vector<float>& losses, int steps) {
  std::vector<double> columns;
  for (int c = 0; c < kWidth; ++c) {
    const auto begin = static_cast<std::size_t>(static_cast<long>(c) * steps / kWidth);
    const auto end = std::min(
        losses.size(),
        std::max(begin + 1, static_cast<std::size_t>((static_cast<long>(c) + 1) * steps / kWidth)));
    if (begin >= end) {
      break;
    }
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      sum += static_cast<double>(losses[i]);
    }
    columns.push_back(sum / static_cast<double>(end - begin));
  }
  return columns;
}

}  // namespace

double mean_of_last(const std::vector<float>& losses, std::size_t count) {
  count = std::min(count, losses.size());
  const double sum =
      std::accumulate(losses.end() - static_cast<std::ptrdiff_t>(count), losses.end(), 0.0);
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::vector<std::string> draw_curve(const std::vector<float>& losses, int steps) {
  const std::vector<double> columns = columns_of(losses, steps);
  constexpr double kTop = 4;  // training begins near log(64) = 4.2
  std::vector<std::string> picture = {" loss"};
  for (int line = kHeight - 1; line >= 0; --line) {
    std::string row(kWidth, ' ');
    for (std::size_t c = 0; c < columns.size(); ++c) {
      // NaN and infinities are drawn at the top.
      const double height = columns[c] < kTop ? columns[c] / kTop * kHeight : kHeight - 1;
      row[c] = static_cast<int>(height) == line ? '*' : ' ';
    }
    char label[16] = "     |";
    if (line % 3 == 0) {
      std::snprintf(label, sizeof label, "%4.1f |", kTop * line / kHeight);
    }
    picture.push_back(label + row);
  }
  picture.push_back("     +" + std::string(kWidth, '-'));
  char axis[128];
  std::snprintf(axis, sizeof axis, "      0%*s %d", kWidth - 6, "step", steps);
  picture.emplace_back(axis);
  return picture;
}

std::string progress_bar(const std::vector<float>& losses, int steps, double seconds) {
  const int done = static_cast<int>(losses.size());
  const int filled = steps == 0 ? kBar : static_cast<int>(static_cast<long>(kBar) * done / steps);
  char text[128];
  std::snprintf(text, sizeof text, "]  step %d of %d, loss %.2f, ", done, steps,
                mean_of_last(losses, 10));
  std::string bar = "[" + std::string(static_cast<std::size_t>(filled), '#') +
                    std::string(static_cast<std::size_t>(kBar - filled), '.') + text;
  if (done < steps && done > 0) {
    std::snprintf(text, sizeof text, "about %.0f s left", seconds / done * (steps - done));
  } else {
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  }
  return bar + text;
}

display::display(int steps) : steps_(steps), terminal_(isatty(STDOUT_FILENO) != 0) {}

void display::show(const std::vector<float>& losses, double seconds) {
  if (terminal_) {
    if (seconds - shown_ >= 0.25) {
      redraw(losses, seconds);
      shown_ = seconds;
    }
    return;
  }
  const int part = std::max(1, steps_ / 10), step = static_cast<int>(losses.size());
  if (step == 1 || step % part == 0) {
    std::printf("step %5d of %d   loss %6.3f   %5.1f s\n", step, steps_, mean_of_last(losses, 10),
                seconds);
    std::fflush(stdout);
  }
}

void display::finish(const std::vector<float>& losses, double seconds) {
  if (terminal_) {
    redraw(losses, seconds);
    return;
  }
  for (const std::string& line : draw_curve(losses, steps_)) {
    std::printf("%s\n", line.c_str());
  }
}

void display::redraw(const std::vector<float>& losses, double seconds) {
  if (lines_ > 0) {
    std::printf("\033[%dA", lines_);  // back to the first line of the last picture
  }
  std::vector<std::string> picture = draw_curve(losses, steps_);
  picture.push_back(progress_bar(losses, steps_, seconds));
  for (const std::string& line : picture) {
    std::printf("%s\033[K\n", line.c_str());  // and clears the rest of the line
  }
  std::fflush(stdout);
  lines_ = static_cast<int>(picture.size());
}

}  // namespace training
