#include "common/judge/worker_options.hpp"

#include <cstdlib>
#include <cstring>

namespace kw::remote {

const char* const kWorkerUsage =
    "  --call-seconds=SECONDS   processor time of one call of an entry function (default: 10)\n"
    "  --memory=BYTES           memory of the worker, besides the data (default: 2 GiB)\n"
    "  --processes=NUMBER       that the worker may have at once (default: 64)\n"
    "  --group=FOLDER           the control group that the worker's command puts it in\n"
    "  --worker COMMAND...      starts the worker; everything behind it belongs to the command\n";

const char* option_value(const char* argument, const char* name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
}

bool parse_worker_option(const char* argument, worker_options& options) {
  char* end = nullptr;
  if (const char* seconds = option_value(argument, "--call-seconds=")) {
    options.call_seconds = std::strtod(seconds, &end);
    return *end == '\0' && options.call_seconds > 0;
  }
  if (const char* bytes = option_value(argument, "--memory=")) {
    options.memory_bytes = std::strtoll(bytes, &end, 10);
    return *end == '\0' && options.memory_bytes > 0;
  }
  if (const char* count = option_value(argument, "--processes=")) {
    options.processes = static_cast<int>(std::strtol(count, &end, 10));
    return *end == '\0' && options.processes > 0;
  }
  if (const char* folder = option_value(argument, "--group=")) {
    options.group = folder;
    return true;
  }
  return false;
}

}  // namespace kw::remote
