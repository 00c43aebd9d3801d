#include "common/checker/trace/trace.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <utility>

#include "common/base/json.hpp"
#include "common/checker/source/source.hpp"

namespace kw::runtime {
namespace {

constexpr int kMostLaunches = 8;
constexpr std::int64_t kMostPrograms = 256;
constexpr std::size_t kMostAccesses = 4096;

const char* word(access_kind kind) {
  return only_reads(kind) ? "load" : kind == access_kind::store ? "store" : "atomic";
}

void write(base::json_writer& json, const trace_access& a) {
  json.object().field("program", a.program).field("kind", word(a.kind)).field("line", a.line);
  json.field("argument", a.argument).field("masked", a.masked).field("lanes", a.lanes);
  if (a.structured) {
    json.key("tile").values(a.tile.data(), a.tile.size());
  }
  json.key(a.structured ? "active" : "runs").array();
  for (const trace_access::numbers& some : a.lanes_on) {
    json.values(some.data(), some.size());
  }
  json.end().end();
}

void write(base::json_writer& json, const argument& a, const std::string& name,
           const std::string& type) {
  static constexpr const char* kKinds[] = {"scalar", "pointer", "view"};
  json.object().field("name", name).field("type", type);
  json.field("kind", kKinds[static_cast<int>(a.kind)]).field("const", a.is_const);
  json.field("element_size", a.element_size);
  json.field("misaligned_bytes", reinterpret_cast<std::uintptr_t>(a.data) % 32);
  json.key("extents").values(a.extents, a.rank).key("strides").values(a.strides, a.rank).end();
}

}  // namespace

trace_recorder* trace_recorder::of_process() {
  static const std::unique_ptr<trace_recorder> recorder = [] {
    const char* file = std::getenv("KW_TRACE");
    return std::unique_ptr<trace_recorder>(
        file == nullptr || *file == '\0' ? nullptr : new trace_recorder(file));
  }();
  return recorder.get();
}

void trace_recorder::begin(const launch_description& launch) {
  launch_ = &launch;
  ++launches_;
  accesses_.clear();
  latest_.clear();
  lines_.clear();
  left_out_ = 0;
}

bool trace_recorder::wants(const program& p) {
  const bool wanted = launches_ <= kMostLaunches && p.index < kMostPrograms;
  left_out_ += wanted ? 0 : 1;
  return wanted;
}

// A tile whose rows are masked differently comes in pieces, from its first row to its last.
bool trace_recorder::continues_latest(const program& p, const trace_access& next) {
  const auto latest = latest_.find(p.index);
  if (!next.structured || latest == latest_.end()) {
    return false;
  }
  trace_access& before = accesses_[latest->second];
  const auto key = [](const trace_access& a) {
    return std::tie(a.structured, a.line, a.kind, a.argument, a.tile);
  };
  const trace_access::numbers& box = next.lanes_on.back();
  if (key(before) != key(next) || before.lanes_on.back()[0] + before.lanes_on.back()[2] > box[0]) {
    return false;
  }
  before.lanes_on.push_back(box);
  return true;
}

void trace_recorder::record(const program& p, const access& a, int argument, std::int64_t origin,
                            std::vector<trace_access::numbers> runs) {
  const std::lock_guard lock(mutex_);
  if (!wants(p)) {
    return;
  }
  trace_access next;
  next.program = p.index;
  next.kind = a.kind;
  next.line = a.place.line;
  next.argument = argument;
  next.masked = a.masked;
  next.lanes = a.lanes;
  next.structured = a.offsets == nullptr;
  if (next.structured) {
    const int row = a.first_lane / a.lanes_per_row, column = a.first_lane % a.lanes_per_row;
    next.tile = {origin, a.lanes / a.lanes_per_row, a.lanes_per_row, a.row_stride};
    next.lanes_on = {{row, column, a.rows, a.cols}};
  } else {
    next.lanes_on = std::move(runs);
  }
  if (continues_latest(p, next)) {
    return;
  }
  if (accesses_.size() >= kMostAccesses) {
    ++left_out_;
    return;
  }
  lines_.emplace(a.place.line, a.place.file);
  latest_[p.index] = accesses_.size();
  accesses_.push_back(std::move(next));
}

std::string trace_recorder::to_line(const std::vector<finding>& findings) const {
  const std::string kernel = kernel_name(launch_->kernel_signature);
  const source_place place = launch_or_kernel(launch_->place, launch_->compiled_file, kernel);
  const auto parameters = kernel_text(place.file, kernel).parameters();
  base::json_writer json;
  json.object().field("kernel", kernel).field("file", short_path(launch_->place.file));
  json.field("line", launch_->place.line);
  json.field("grid", {launch_->grid[0], launch_->grid[1], launch_->grid[2]});
  json.key("arguments").array();
  for (int i = 0; i < launch_->argument_count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const bool named = index < parameters.size();
    write(json, launch_->arguments[i],
          named ? parameters[index].name : "argument " + std::to_string(i + 1),
          named ? parameters[index].type : "");
  }
  json.end().key("lines").object();
  for (const auto& [line, file] : lines_) {
    json.field(std::to_string(line), source_line(file, line));
  }
  json.end().key("accesses").array();
  for (const trace_access& a : accesses_) {
    write(json, a);
  }
  json.end().field("left_out", left_out_).key("findings").array();
  for (const finding& f : findings) {
    json.written(kw::to_json(f, ""));
  }
  return json.end().end().text() + "\n";
}

void trace_recorder::end(const std::vector<finding>& findings) {
  const std::lock_guard lock(mutex_);
  if (launches_ > kMostLaunches) {
    return;
  }
  std::FILE* out = std::fopen(file_.c_str(), "a");
  const bool written = out != nullptr && std::fputs(to_line(findings).c_str(), out) >= 0;
  const bool closed = out != nullptr && std::fclose(out) == 0;
  if (!written || !closed) {
    std::fprintf(stderr, "kernelwright: cannot write the trace to %s (KW_TRACE)\n", file_.c_str());
  }
}

}  // namespace kw::runtime
