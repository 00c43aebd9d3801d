// The threads that run programs.
#pragma once
#include <cstdint>

namespace kw::runtime {

/// Calls `work(closure, begin, end, worker)` for chunks that together cover [0, total). A worker
/// takes its chunks in rising order, and neighbouring items mostly go to the same worker, so caches
/// are used as on one thread. Returns when all are done. `work` must not throw.
void for_each_chunk(std::int64_t total,
                    void (*work)(void* closure, std::int64_t begin, std::int64_t end, int worker),
                    void* closure);

/// Threads that take part, the caller included.
int pool_size();

}  // namespace kw::runtime
