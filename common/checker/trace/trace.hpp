// Records what the programs of a launch touch, for pictures. Off unless KW_TRACE names a file; then
// every launch that the checker watches appends one line of JSON to it. The first few launches and
// programs are written in full and the others as counts, which keeps the file small.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// One load or store of one program: which lanes of a tile touched which elements of an argument.
struct trace_access {
  using numbers = std::array<std::int64_t, 4>;

  std::int64_t program = 0;
  access_kind kind = access_kind::load;
  int line = 0;
  int argument = -1;  // -1: memory that is not an argument's
  bool masked = false;
  int lanes = 0;
  bool structured = true;
  /// Of a structured tile: the element of lane (0, 0), rows, columns, and the distance of two rows.
  numbers tile = {};
  /// Its active lanes, as boxes: row, column, rows, columns. Of lanes in any order, runs: lane,
  /// element, count, step; lane, lane + 1, ... touch element, element + step, ...
  std::vector<numbers> lanes_on;
};

class trace_recorder {
 public:
  /// The recorder of this process, or null where KW_TRACE is not set.
  static trace_recorder* of_process();

  void begin(const launch_description& launch);
  /// \param argument that the access goes through, -1 if it is none
  /// \param origin the element of lane (0, 0), from where the argument points
  /// \param runs of lanes in any order
  void record(const program& p, const access& a, int argument, std::int64_t origin,
              std::vector<trace_access::numbers> runs);
  /// Appends the launch to the file.
  void end(const std::vector<finding>& findings);

 private:
  explicit trace_recorder(std::string file) : file_(std::move(file)) {}
  bool wants(const program& p);
  bool continues_latest(const program& p, const trace_access& next);
  std::string to_line(const std::vector<finding>& findings) const;

  std::string file_;
  std::mutex mutex_;
  const launch_description* launch_ = nullptr;
  int launches_ = 0;
  std::vector<trace_access> accesses_;
  std::map<std::int64_t, std::size_t> latest_;  // of each program, in accesses_
  std::map<int, const char*> lines_;            // numbers of lines, and their files
  std::int64_t left_out_ = 0;
};

/// The recorder of the launch that runs; null if it is not traced.
inline trace_recorder* current_trace = nullptr;

}  // namespace kw::runtime
