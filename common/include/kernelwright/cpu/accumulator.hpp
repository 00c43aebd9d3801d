/// \file
/// The tile that tl.dot adds to on the CPU: a tile that knows whether its latest sum was given back
/// to it, as a GPU asks for.
#pragma once
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

/// `acc = tl.dot(a, b, acc)` adds in place and hands out the accumulator itself; the assignment to
/// itself says that the sum arrived. In an expression, `tl.store(c, tl.dot(a, b, acc))`, it may be
/// the last step. Any other end of that sum is a finding.
template <class T, class Shape>
struct accumulator_tile : core::tile<T, Shape, backend::accumulator_layout<Shape>> {
  using base = core::tile<T, Shape, backend::accumulator_layout<Shape>>;

  explicit KW_HD accumulator_tile(runtime::program* program)
      : base{}, program_(program->monitor == nullptr ? nullptr : program) {}
  KW_HD accumulator_tile(const accumulator_tile& other) : base(other), program_(other.program_) {
    other.settle();
  }
  KW_HD accumulator_tile& operator=(const accumulator_tile& other) {
    if (this != &other) {
      other.settle();
      settle();
      base::operator=(other);
    }
    open_ = nullptr;
    return *this;
  }
  KW_HD accumulator_tile& operator=(const base& other) {
    settle();
    base::operator=(other);
    return *this;
  }
  KW_HD ~accumulator_tile() { settle(runtime::misuse::unclaimed_sum); }

  /// A product was added, in the line `at`.
  KW_HD void open(source_place at) {
    settle();
    if (program_ != nullptr) {
      open_ = at.file;
      line_ = at.line;
    }
  }

 private:
  KW_HD void settle(runtime::misuse as = runtime::misuse::lost_accumulator) const {
    if (open_ != nullptr) [[unlikely]] {
      runtime::report_misuse(*program_, {open_, line_}, as);
      open_ = nullptr;
    }
  }

  runtime::program* program_;  ///< null where nothing is checked
  mutable const char* open_ = nullptr;
  int line_ = 0;
};

}  // namespace kw::cpu
