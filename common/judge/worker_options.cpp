#include "common/judge/worker_options.hpp"

namespace kw::remote {

const char* const kWorkerUsage =
    "  --call-seconds=SECONDS   processor time of one call of an entry function (default: 10)\n  "
    "--task-seconds=SECONDS   of all calls together, by the clock (default: 600)\n  --memory=BYTES "
    "          memory of the worker, besides the data (default: 2 GiB)\n  --processes=NUMBER       "
    "that the worker may have at once (default: 64)\n  --reports-start          the worker's "
    "command reports on descriptor 5 that it is ready\n  --worker COMMAND...      starts the "
    "worker; "
    "everything after it belongs to the command\n";

void add_worker_options(base::option_reader& reader, worker_options& options) {
  reader.positive("--call-seconds", options.call_seconds)
      .positive("--task-seconds", options.task_seconds)
      .positive("--memory", options.memory_bytes)
      .positive("--processes", options.processes)
      .flag("--reports-start", options.reports_start)
      .command("--worker", options.command);
}

}  // namespace kw::remote
