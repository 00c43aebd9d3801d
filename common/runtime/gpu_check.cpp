// Checks of kernels on a GPU: which elements of its buffers were written, and what a program found.
#include "kernelwright/runtime/gpu_check.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/checker/mistakes/find.hpp"
#include "common/checker/record/allocations.hpp"
#include "common/checker/record/monitor.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "common/runtime/launch_probe.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

// A buffer on a GPU, and its marks there.
struct known_buffer {
  int device = 0;
  std::int64_t bytes = 0;
  int element_size = 1;
  gpu_mark* marks = nullptr;
  std::int64_t elements() const { return bytes / element_size; }
};

struct known_buffers {
  std::mutex mutex;
  bool wanted = false;
  std::map<const char*, known_buffer> by_address;
};

known_buffers& the_buffers() {
  static known_buffers instance;
  return instance;
}

// The buffer that an address is in.
const std::pair<const char* const, known_buffer>* buffer_at(const void* address) {
  const auto& all = the_buffers().by_address;
  auto after = all.upper_bound(static_cast<const char*>(address));
  if (after == all.begin()) {
    return nullptr;
  }
  --after;
  return static_cast<const char*>(address) <= after->first + after->second.bytes ? &*after
                                                                                 : nullptr;
}

// What the arguments reach; nothing if one of them is a pointer to memory that was never declared.
std::vector<gpu_span> spans_of(const std::vector<argument>& arguments) {
  std::vector<gpu_span> spans;
  for (const argument& a : arguments) {
    if (a.kind == argument_kind::scalar || a.data == nullptr) {
      continue;
    }
    const auto* const buffer = buffer_at(a.data);
    if (a.kind == argument_kind::pointer && buffer == nullptr) {
      return {};
    }
    const region all = region_of(a);
    const auto data = reinterpret_cast<std::uintptr_t>(a.data);
    const auto begin = all.bytes > 0 ? reinterpret_cast<std::uintptr_t>(all.data) : data;
    gpu_span span{begin, begin + static_cast<std::uintptr_t>(all.bytes), data, 1, nullptr};
    if (buffer != nullptr) {
      span.block = reinterpret_cast<std::uintptr_t>(buffer->first);
      span.element_size = buffer->second.element_size;
      span.marks = buffer->second.marks;
      if (a.kind == argument_kind::pointer) {
        span.begin = span.block;
        span.end = span.block + static_cast<std::uintptr_t>(buffer->second.bytes);
      }
    }
    spans.push_back(span);
  }
  return spans;
}

// Lets the checker know which elements the GPU's programs have written.
void take_over_marks() {
  for (const auto& [data, buffer] : the_buffers().by_address) {
    const auto entry = find_allocation(data);
    if (entry == nullptr) {
      continue;
    }
    std::vector<gpu_mark> marks(static_cast<std::size_t>(buffer.elements()));
    cuda::gpu().copy(buffer.device, marks.data(), buffer.marks, buffer.elements());
    entry->all_initialised = false;
    entry->initialised.reset(entry->elements());
    for (std::int64_t i = 0; i < buffer.elements(); ++i) {
      if (marks[static_cast<std::size_t>(i)] != gpu_mark::unwritten) {
        entry->initialised.paint(i, i + 1);
      }
    }
    entry->settle();
  }
}

}  // namespace

bool check_gpu_accesses() {
  the_buffers().wanted = true;
  return true;
}

void note_gpu_buffer(int device, const void* data, std::int64_t bytes, int element_size,
                     std::int64_t rows, std::int64_t columns, std::int64_t stride, bool written) {
  known_buffers& all = the_buffers();
  const std::lock_guard lock(all.mutex);
  if (!all.wanted || bytes == 0) {
    return;
  }
  known_buffer& buffer = all.by_address[static_cast<const char*>(data)];
  if (buffer.marks == nullptr) {
    buffer = {device, bytes, element_size, nullptr};
    buffer.marks = static_cast<gpu_mark*>(cuda::gpu().allocate(device, buffer.elements()));
    register_allocation(data, bytes, element_size);
  }
  std::vector<gpu_mark> marks(static_cast<std::size_t>(buffer.elements()), gpu_mark::gap);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::fill_n(marks.begin() + row * stride, columns,
                written ? gpu_mark::written : gpu_mark::unwritten);
  }
  cuda::gpu().copy(device, buffer.marks, marks.data(), buffer.elements());
}

void forget_gpu_buffer(int device, const void* data) noexcept {
  known_buffers& all = the_buffers();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_address.find(static_cast<const char*>(data));
  if (found == all.by_address.end()) {
    return;
  }
  unregister_allocation(data);
  try {
    cuda::gpu().release(device, found->second.marks);
  } catch (const error&) {
    // After a failed kernel every CUDA call fails, this one too; the first failure was reported.
  }
  all.by_address.erase(found);
}

void report_gpu_access(const launch_description& launch, const gpu_access& wrong) {
  launch_monitor monitor(launch, 1, what_mistakes_look_at(), nullptr);
  const std::int64_t index =
      wrong.program[0] + std::int64_t{launch.grid[0]} *
                             (wrong.program[1] + std::int64_t{launch.grid[1]} * wrong.program[2]);
  program p = monitor.program_at(index);
  p.monitor = &monitor;
  monitor.begin_program(&p);
  // The texts of findings keep the name of the file.
  const source_place place{wrong.file, wrong.line};
  const gpu_call& call = wrong.call;
  try {
    monitor.check(
        p, {call.kind, place, call.base, call.element_size, 0, 0, 0, 0, 0, call.lanes_per_row,
            call.lanes, call.masked, wrong.offsets, wrong.active, call.gathered});
  } catch (const program_stopped&) {
  }
  monitor.note_stopped(p);
  monitor.end_program(p, false);
  deliver(find_mistakes(monitor, {[](void*, program&) { return false; }, nullptr}));
}

struct checked_launch::state {
  int device;
  std::vector<argument> arguments;
  launch_description launch;
  std::vector<gpu_span> spans;
  gpu_span* spans_there = nullptr;
  gpu_access* found_there = nullptr;
};

checked_launch::checked_launch(int device, const grid& programs, const char* signature,
                               const char* compiled_file, argument (*const* describe)(const void*),
                               const void* const* arguments, int count)
    : state_(new state{device, {}, {}, {}}) {
  state& s = *state_;
  for (int i = 0; i < count; ++i) {
    s.arguments.push_back(describe[i](arguments[i]));
  }
  s.launch = {signature,
              programs.place,
              {programs.extent(0), programs.extent(1), programs.extent(2)},
              s.arguments.data(),
              count,
              compiled_file};
  const std::lock_guard lock(the_buffers().mutex);
  s.spans = spans_of(s.arguments);
  const auto bytes = static_cast<std::int64_t>(s.spans.size() * sizeof(gpu_span));
  s.spans_there =
      static_cast<gpu_span*>(cuda::gpu().allocate(device, std::max<std::int64_t>(bytes, 1)));
  s.found_there = static_cast<gpu_access*>(cuda::gpu().allocate(device, sizeof(gpu_access)));
  cuda::gpu().copy(device, s.spans_there, s.spans.data(), bytes);
  cuda::gpu().start_fill(device, s.found_there, 0, sizeof(gpu_access));
}

checked_launch::~checked_launch() {
  try {
    cuda::gpu().release(state_->device, state_->spans_there);
    cuda::gpu().release(state_->device, state_->found_there);
  } catch (const error&) {
    // As in forget_gpu_buffer.
  }
  delete state_;
}

gpu_check checked_launch::on_gpu() const {
  return {state_->spans_there, static_cast<int>(state_->spans.size()), state_->found_there};
}

void checked_launch::finish() {
  const state& s = *state_;
  cuda::gpu().synchronize(s.device);
  int claimed = 0;
  cuda::gpu().copy(s.device, &claimed, s.found_there, sizeof claimed);
  if (claimed == 0) {
    return;
  }
  const auto found = std::make_unique<gpu_access>();
  cuda::gpu().copy(s.device, found.get(), s.found_there, sizeof(gpu_access));
  {
    const std::lock_guard lock(the_buffers().mutex);
    take_over_marks();
  }
  report_gpu_access(s.launch, *found);
}

}  // namespace kw::runtime
