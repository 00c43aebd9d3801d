#include "common/runtime/device_output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "common/base/format.hpp"
#include "common/checker/record/monitor.hpp"
#include "common/checker/report/site.hpp"

namespace kw::runtime {
namespace {

constexpr std::size_t kPrintedLines = 64;  // the most that device_print shows of one launch

std::string shown(double value) {
  // Whole numbers with all their digits: an offset of 1234568 is not 1.23457e+06.
  const bool whole = std::abs(value) < 1e15 && value == std::trunc(value);
  return base::formatted(whole ? "%.0f" : "%.6g", value);
}

std::string shown(std::int64_t value) {
  return std::to_string(value);
}
std::string shown(std::uint64_t value) {
  return std::to_string(value);
}

// Only the first and last values of a long row, to keep a line short.
template <class T>
std::string shown_row(const T* values, int count) {
  constexpr int kHead = 8, kTail = 2;
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    if (count > kHead + kTail + 1 && i == kHead) {
      text += ", ...";
      i = count - kTail;
    }
    text += (i == 0 ? "" : ", ") + shown(values[i]);
  }
  return text + "]";
}

template <class T>
void print(program& p, const char* text, const T* values, int rows, int cols) {
  if (p.undefined != filling::marked) {
    return;  // was printed the first time
  }
  device_output& output = *current_output;
  if (++output.prints > static_cast<std::int64_t>(kPrintedLines)) {
    return;  // a worker's programs rise, so the lowest are kept
  }
  std::string line = "program " + program_text(*current_launch, p.index) + ": " + text;
  if (rows * cols == 1) {
    line += " " + shown(values[0]);
  } else if (rows == 1) {
    line += " " + shown_row(values, cols);
  } else {
    for (int row = 0; row < std::min(rows, 8); ++row) {
      line += "\n  " + shown_row(values + row * cols, cols);
    }
    line += rows > 8 ? "\n  ... (" + std::to_string(rows) + " rows)" : "";
  }
  output.printed.push_back({p.index, std::move(line)});
}

/// The host of a submission must not find in the buffer of stdout what kernels have loaded.
void print_past_buffer(const std::string& text) {
  std::fflush(stdout);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t put = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (put < 0 && errno != EINTR) {
      return;
    }
    done += put > 0 ? static_cast<std::size_t>(put) : 0;
  }
}

}  // namespace

void show_printed(const std::vector<device_output>& outputs) {
  std::vector<printed_line> lines;
  std::int64_t prints = 0;
  for (const device_output& output : outputs) {
    prints += output.prints;
    lines.insert(lines.end(), output.printed.begin(), output.printed.end());
  }
  if (prints == 0) {
    return;
  }
  std::stable_sort(lines.begin(), lines.end(), [](const printed_line& a, const printed_line& b) {
    return a.program < b.program;
  });
  lines.resize(std::min(lines.size(), kPrintedLines));
  std::string text;
  for (const printed_line& line : lines) {
    text += line.text + "\n";
  }
  const std::int64_t more = prints - static_cast<std::int64_t>(lines.size());
  if (more > 0) {
    text += "(tl.device_print: " + std::to_string(more) + " more lines are not shown)\n";
  }
  print_past_buffer(text);
}

void print_lanes(program& p, source_place, const char* text, const double* values, int rows,
                 int cols) {
  print(p, text, values, rows, cols);
}
void print_lanes(program& p, source_place, const char* text, const std::int64_t* values, int rows,
                 int cols) {
  print(p, text, values, rows, cols);
}
void print_lanes(program& p, source_place, const char* text, const std::uint64_t* values, int rows,
                 int cols) {
  print(p, text, values, rows, cols);
}

void assertion_failed(program& p, source_place place, const char* text, int lane, int lanes) {
  failed_assertion failed{text == nullptr ? "" : text, lane, lanes};
  if (p.monitor != nullptr) {
    p.monitor->happened(p, place, std::move(failed));
  } else if (!current_output->assertion) {
    current_output->assertion = {p.index, 1, place, std::move(failed)};
  } else {
    ++current_output->assertion->programs;
  }
  throw program_stopped{};
}

}  // namespace kw::runtime
