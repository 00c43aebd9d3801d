#include "grader/run/benchmark.hpp"

#include <algorithm>
#include <charconv>

#include "grader/run/json_values.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;

double seconds_per(std::string_view unit) {
  return unit == "s" ? 1.0 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 1e-9;
}

std::string counter_name(std::string_view unit) {
  std::string name;
  for (const char letter : unit) {
    name += letter == '/' ? std::string("_per_") : std::string(1, letter);
  }
  return name;
}

double rate_of(const json& entry, std::string_view unit) {
  for (const std::string& key : {std::string(unit), counter_name(unit)}) {
    if (const double rate = number_of<double>(entry, key); rate > 0) {
      return rate;
    }
  }
  return unit == "GB/s" ? number_of<double>(entry, "bytes_per_second") / 1e9 : 0.0;
}

/// Whether Google Benchmark itself put this part at the end of a name.
bool is_suffix(std::string_view part) {
  return part == "manual_time" || part == "real_time" || part == "process_time" ||
         part.find(':') != std::string_view::npos;
}

/// "Softmax/float16/512/256/manual_time" is the series "Softmax float16" at 512 x 256.
void split_name(std::string_view name, benchmark_row& row) {
  const std::size_t slash = name.find('/');
  row.series = name.substr(0, slash);
  row.size = 0;
  name = slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
  while (!name.empty()) {
    const std::size_t next = name.find('/');
    const std::string_view part = name.substr(0, next);
    double value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error == std::errc() && end == part.data() + part.size()) {
      row.label += (row.label.empty() ? "" : " x ") + std::string(part);
      // A 0 is not an extent: some benchmarks take an offset or a flag as their last argument.
      row.size = row.size > 0 && value > 0 ? row.size * value : std::max(row.size, value);
    } else if (!is_suffix(part)) {
      row.series += " " + std::string(part);
    }
    name = next == std::string_view::npos ? std::string_view() : name.substr(next + 1);
  }
}

/// The next smaller unit of a rate, "GFLOP/s" for "TFLOP/s"; empty when there is none.
std::string smaller_unit(const std::string& unit) {
  return unit == "TFLOP/s" ? "GFLOP/s" : unit == "GFLOP/s" ? "MFLOP/s" : "";
}

}  // namespace

void use_fitting_unit(benchmark_result& result) {
  const auto fastest = [&] {
    double rate = 0;
    for (const benchmark_row& row : result.rows) {
      rate = std::max({rate, row.rate, row.reference_rate});
    }
    return rate;
  };
  for (std::string unit = smaller_unit(result.unit);
       fastest() > 0 && fastest() < 1 && !unit.empty(); unit = smaller_unit(result.unit)) {
    result.unit = unit;
    for (benchmark_row& row : result.rows) {
      row.rate *= 1000;
      row.reference_rate *= 1000;
    }
  }
}

std::vector<benchmark_row> parse_benchmark_json(std::string_view text, std::string_view unit,
                                                std::string* error) {
  std::vector<benchmark_row> rows;
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("benchmarks") || !root["benchmarks"].is_array()) {
    return rows;
  }
  for (const json& entry : root["benchmarks"]) {
    if (!entry.is_object() || text_of(entry, "run_type") == "aggregate") {
      continue;
    }
    benchmark_row row;
    split_name(text_of(entry, "name"), row);
    if (entry.contains("error_message")) {
      if (error != nullptr && error->empty()) {
        *error = row.series + (row.label.empty() ? "" : " " + row.label) + ": " +
                 text_of(entry, "error_message");
      }
      continue;
    }
    row.seconds = number_of<double>(entry, "real_time") * seconds_per(text_of(entry, "time_unit"));
    row.rate = rate_of(entry, unit);
    row.percent_of_copy = number_of<double>(entry, "percent_of_copy");
    row.percent_of_plain = number_of<double>(entry, "percent_of_plain");
    row.percent_of_cublas = number_of<double>(entry, "percent_of_cublas");
    row.spread_percent = number_of<double>(entry, "spread_percent");
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kw::grader
