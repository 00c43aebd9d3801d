// What the checker notes of a call: findings, what is moved, steps of streams.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "common/checker/report/findings_list.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/stream_steps.hpp"
#include "kernelwright/runtime/traffic.hpp"

namespace kw::remote {

/// Keeps what has been noted of a call, and forgets what is noted during its lifetime: a run
/// without stores is not what a kernel does.
class kept_notes {
 public:
  kept_notes()
      : findings_(take_findings()),
        moved_(runtime::take_traffic()),
        stream_steps_(runtime::take_stream_steps()) {}
  ~kept_notes() {
    (void)take_findings();
    (void)runtime::take_traffic();
    (void)runtime::take_stream_steps();
    runtime::deliver(std::move(findings_));
    runtime::note_traffic(moved_);
    runtime::note_stream_steps(stream_steps_);
  }
  kept_notes(const kept_notes&) = delete;
  kept_notes& operator=(const kept_notes&) = delete;

 private:
  std::vector<finding> findings_;
  runtime::traffic moved_;
  std::int64_t stream_steps_;
};

}  // namespace kw::remote
