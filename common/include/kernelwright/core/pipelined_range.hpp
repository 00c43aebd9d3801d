/// \file
/// A loop whose loads of tiles run ahead: what happens around its steps.
#pragma once
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::core {

/// The numbers of a loop, and what its backend does around its steps. `Steps` has `enter(numbers)`,
/// which returns the iterator of the first step, `end_step()`, `advance(iterator)`, and `leave()`.
/// A loop that is left in the middle of a step, by `break` or `return`, ends that step.
template <class Numbers, class Steps>
class pipelined_range {
 public:
  class iterator {
   public:
    KW_HD iterator(typename Numbers::iterator at, pipelined_range* range)
        : at_(at), range_(range) {}
    KW_HD auto operator*() const { return *at_; }
    KW_HD iterator& operator++() {
      range_->end_step();
      range_->steps_.advance(at_);
      return *this;
    }
    KW_HD bool operator!=(const iterator& end) const { return range_->goes_on(at_ != end.at_); }

   private:
    typename Numbers::iterator at_;
    pipelined_range* range_;
  };

  KW_HD pipelined_range(const Numbers& numbers, const Steps& steps)
      : numbers_(numbers), steps_(steps) {}
  pipelined_range(const pipelined_range&) = delete;  // iterators refer to it
  pipelined_range& operator=(const pipelined_range&) = delete;
  KW_HD ~pipelined_range() {
    if (in_step_) {
      end_step();
    }
    if (inside_) {
      steps_.leave();
    }
  }

  KW_HD iterator begin() {
    const auto first = steps_.enter(numbers_);
    inside_ = true;
    return {first, this};
  }
  KW_HD iterator end() { return {numbers_.end(), this}; }

 private:
  KW_HD void end_step() {
    in_step_ = false;
    steps_.end_step();
  }
  KW_HD bool goes_on(bool more) {
    in_step_ = more;
    if (!more) {
      inside_ = false;
      steps_.leave();
    }
    return more;
  }

  Numbers numbers_;
  Steps steps_;
  bool inside_ = false, in_step_ = false;
};

}  // namespace kw::core
