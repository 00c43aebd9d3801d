// What the program that stored an element loaded from an argument.
#include <algorithm>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

loads_of_program loads_for(const launch_monitor& monitor, const void* stored,
                           const void* argument) {
  loads_of_program found;
  const access_record* store = monitor.last_store_to(static_cast<const char*>(stored));
  const auto of = std::find_if(
      monitor.targets().begin(), monitor.targets().end(),
      [&](const target& t) { return t.argument >= 0 && t.data == argument && t.memory >= 0; });
  if (store == nullptr || of == monitor.targets().end()) {
    return found;
  }
  found.program = program_text(monitor.launch(), store->program);
  found.row_stride = of->row_stride;
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  for (const access_record& load : monitor.loads_from(of->memory)) {
    if (load.program != store->program) {
      continue;
    }
    const int line = load.place.line;
    auto at = std::find_if(found.lines.begin(), found.lines.end(),
                           [&](const loading_line& known) { return known.line == line; });
    if (at == found.lines.end()) {
      const kernel_text code(load.place.file, kernel);
      at = found.lines.insert(at, {line, code.at(line), code.loop_told(line), {}});
    }
    for (std::int64_t row = 0; row < load.where.rows; ++row) {
      const std::int64_t first = load.where.row(row) - of->memory_offset;
      at->elements.emplace_back(first, first + load.where.columns);
    }
  }
  return found;
}

}  // namespace kw::runtime
