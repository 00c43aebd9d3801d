#include <cstdlib>

#include "common/base/format.hpp"
#include "common/base/process.hpp"
#include "explain/explain.hpp"

namespace kw::explain {
namespace {

constexpr double kSeconds = 4;
constexpr double kToFinish = 30;  // the trials that are under way at the end

double seconds_to_look() {
  const char* const set = std::getenv("KW_ONE_CHANGE");
  return set != nullptr ? std::strtod(set, nullptr) : kSeconds;
}

}  // namespace

void look_for_change(const change_search& where, explanation& found) {
  const double seconds = seconds_to_look();
  if (where.target.empty() || found.line <= 0 || seconds <= 0) {
    return;
  }
  base::process_request request;
  request.command = {KW_PYTHON,
                     "-B",
                     "-Xutf8",
                     (where.root / "explain/repair/find_change.py").string(),
                     where.build.string(),
                     where.target,
                     (where.root / found.file).string(),
                     "--error=" + std::to_string(found.line) + ":" + std::to_string(found.column),
                     base::formatted("--seconds=%g", seconds)};
  request.timeout_seconds = seconds + kToFinish;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.succeeded() && !outcome.output.empty()) {
    found.change = outcome.output;
    found.fix.clear();
  }
}

}  // namespace kw::explain
