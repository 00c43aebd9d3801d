/// \file
/// Loops whose loads of tiles run ahead on a GPU. On the CPU loads happen in their step, and the
/// checker is told what a GPU may do earlier.
#pragma once
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"
#include "kernelwright/runtime/stream_steps.hpp"

namespace kw::cpu {

class loop_steps {
 public:
  KW_HD loop_steps(runtime::program* program, source_place at, const void* code)
      : program_(program), place_(at), code_(code) {}

  template <class Numbers>
  KW_HD auto enter(const Numbers& numbers) {
    loop_ = {program_->loop, -1, 0, true, 0, {}};
    if (program_->monitor != nullptr) [[unlikely]] {
      runtime::begin_pipelined_loop(*program_, loop_, place_, code_);
    }
    program_->loop = &loop_;
    return numbers.begin();
  }
  KW_HD void end_step() {
    steps_ += loop_.tiles > 0 ? 1 : 0;
    loop_.tiles = 0;
  }
  template <class Iterator>
  KW_HD void advance(Iterator& at) {
    ++at;
    ++walked_;
    loop_.plans = walked_ < runtime::kWalkedSteps || at.left <= runtime::kWalkedSteps;
  }
  KW_HD void leave() {
    program_->loop = loop_.outer;
    if (program_->monitor != nullptr) [[unlikely]] {
      runtime::end_pipelined_loop(*program_, loop_);
      if (steps_ > 0) {
        runtime::note_stream_steps(steps_);
      }
    }
  }

 private:
  runtime::program* program_;
  source_place place_;
  const void* code_;
  runtime::pipelined_loop loop_ = {};
  std::int64_t steps_ = 0;  ///< that loaded a tile
  std::int64_t walked_ = 0;
};

}  // namespace kw::cpu
