// What the programs that stored an element loaded from an argument.
#include <algorithm>
#include <set>

#include "common/checker/report/site.hpp"

namespace kw::runtime {
namespace {

// The numbers of the programs that add to an element, or of the one that stored there last.
std::set<std::int64_t> programs_of(const launch_monitor& monitor, const access_record& last,
                                   const char* address) {
  std::set<std::int64_t> all = {last.program};
  const memory_block& m = monitor.memory_at(last.memory);
  for (const access_record& s : monitor.stores_into(last.memory)) {
    if (s.atomic() && s.where.covers((address - m.data) / m.element_size)) {
      all.insert(s.program);
    }
  }
  return all;
}

// `(3)`, `(0) and (1)`, `(0), (1) and 6 more`
std::string told(const launch_monitor& monitor, const std::set<std::int64_t>& programs) {
  constexpr std::size_t kNamed = 2;
  std::string text;
  std::size_t named = 0;
  for (const std::int64_t program : programs) {
    if (named == kNamed) {
      return text + " and " + number(static_cast<std::int64_t>(programs.size() - kNamed)) + " more";
    }
    const bool last = ++named == programs.size() && named > 1;
    text += (text.empty() ? "" : last ? " and " : ", ") + program_text(monitor.launch(), program);
  }
  return text;
}

// The lines that would load from an argument.
std::vector<loading_line> lines_for(const kernel_text& code, int argument) {
  std::vector<loading_line> lines;
  const std::vector<parameter> parameters = code.parameters();
  const std::string name = argument < static_cast<int>(parameters.size())
                               ? parameters[static_cast<std::size_t>(argument)].name
                               : "";
  for (const kernel_text::call& call : code.calls("tl.load")) {
    if (!name.empty() && !call.arguments.empty() &&
        mentions(code.made_of(call.arguments[0]), name)) {
      lines.push_back({call.in.line, code.at(call.in.line), code.loop_told(call.in.line), {}});
    }
  }
  return lines;
}

}  // namespace

loads_of_program loads_for(const launch_monitor& monitor, const void* stored,
                           const void* argument) {
  loads_of_program found;
  const auto* const address = static_cast<const char*>(stored);
  const access_record* store = monitor.last_store_to(address);
  const auto of = std::find_if(
      monitor.targets().begin(), monitor.targets().end(),
      [&](const target& t) { return t.argument >= 0 && t.data == argument && t.memory >= 0; });
  if (store == nullptr || of == monitor.targets().end()) {
    return found;
  }
  const std::set<std::int64_t> programs = programs_of(monitor, *store, address);
  found.program = told(monitor, programs);
  found.row_stride = of->row_stride;
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  for (const access_record& load : monitor.loads_from(of->memory)) {
    if (!programs.contains(load.program)) {
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
  if (found.lines.empty()) {
    found.lines = lines_for(kernel_text(store->place.file, kernel), of->argument);
  }
  return found;
}

}  // namespace kw::runtime
