/// \file
/// Streams on the CPU. Steps are fetched when they are needed, and in checked runs a little before,
/// by chance, which keeps kernels from depending on the moment.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/core/tuple.hpp"
#include "kernelwright/cpu/tile_access.hpp"
#include "kernelwright/runtime/stream_steps.hpp"

namespace kw::cpu {

/// Which step a stage holds, and which of its tiles the products that used them gave back. A tile
/// that was handed out for an earlier step, or was given back, is not an operand any more.
struct stage_clock {
  runtime::program* program;
  std::int64_t step;
  unsigned given_back;  ///< one bit per tile
  bool used;            ///< Was any tile of the step asked for its elements?
};

/// Tile `Number` of one step of a stream. Copying it copies no elements.
template <class T, class Shape, int Number, bool Transposed = false, bool Kept = false>
class staged_tile {
 public:
  using is_stream_tile = void;
  using value_type = T;
  using shape_type = Shape;
  /// In elements, from row to row and from column to column.
  static constexpr int kRowStride = Transposed ? 1 : Shape::d1;
  static constexpr int kColumnStride = Transposed ? Shape::d0 : 1;

  KW_HD staged_tile(const T* values, stage_clock* clock, std::int64_t step)
      : values_(values), clock_(clock), step_(step) {}

  /// The elements, for a call in the line `at`.
  KW_HD const T* values(source_place at) const {
    if (clock_->step != step_ || (clock_->given_back & kBit) != 0) [[unlikely]] {
      runtime::report_misuse(*clock_->program, at, runtime::misuse::released_stage);
    }
    clock_->used = true;
    return values_;
  }
  /// After a product used it.
  KW_HD void give_back() const { clock_->given_back |= Kept ? 0 : kBit; }

  KW_HD auto transposed() const {
    using Flipped = core::tile_shape<Shape::d1, Shape::d0>;
    return staged_tile<T, Flipped, Number, !Transposed, Kept>(values_, clock_, step_);
  }
  KW_HD auto kept() const {
    return staged_tile<T, Shape, Number, Transposed, true>(values_, clock_, step_);
  }

 private:
  static constexpr unsigned kBit = 1u << Number;

  const T* values_;
  stage_clock* clock_;
  std::int64_t step_;
};

/// Room for the tiles of one step.
template <class Tiles>
struct stage_storage {
  static_assert(core::never<Tiles>,
                "kernelwright: the function that is given to tl.stream returns the tiles of a "
                "step: `return fetch(a.tile(shape<M, K>, row, k), ...);`");
};
template <>
struct stage_storage<tuple<>> {
  KW_HD void fill(runtime::program&, const tuple<>&, source_place) {}
  KW_HD void negate() {}
  KW_HD void poison() {}
  template <class Body, class... Tiles>
  KW_HD void pass_to(Body& body, int k, stage_clock*, Tiles... tiles) const {
    body(k, tiles...);
  }
};
template <class First, class... Rest>
struct stage_storage<tuple<First, Rest...>> {
  using T = std::remove_const_t<typename First::element_type>;
  using Shape = typename First::shape_type;

  KW_HD void fill(runtime::program& program, const tuple<First, Rest...>& tiles, source_place at) {
    read_tile(program, tiles.first, values, at);
    rest.fill(program, tiles.rest, at);
  }
  /// The first tile alone: a product of two negated tiles would be the same.
  KW_HD void negate() {
    for (T& value : values) {
      value = core::convert<T>(-core::convert<float>(value));
    }
  }
  KW_HD void poison() {
    __builtin_memset(values, 0xff, sizeof values);  // NaN for floats, -1 for integers
    rest.poison();
  }
  template <class Body, class... Tiles>
  KW_HD void pass_to(Body& body, int k, stage_clock* clock, Tiles... tiles) const {
    constexpr int number = static_cast<int>(sizeof...(Tiles));
    rest.pass_to(body, k, clock, tiles...,
                 staged_tile<T, Shape, number>(values, clock, clock->step));
  }

  alignas(64) T values[Shape::size];
  stage_storage<tuple<Rest...>> rest;
};

template <int Stages, class FetchAt>
class tile_stream {
  using tiles = decltype(std::declval<const FetchAt&>()(0));

 public:
  KW_HD tile_stream(runtime::program* program, const FetchAt& fetch_at, source_place at)
      : program_(program),
        fetch_at_(fetch_at),
        place_(at),
        number_(runtime::note_stream(*program, at, &code)) {
    for (stage_clock& clock : clocks_) {
      clock = {program, -1, 0, false};
    }
  }
  tile_stream(const tile_stream&) = delete;  // tiles of a step refer to it
  tile_stream& operator=(const tile_stream&) = delete;
  KW_HD ~tile_stream() {
    if (number_ >= 0) {
      program_->fetched.streams[number_].in_use = false;
    }
  }

  /// Calls body(k, tile, ...) for k = begin, begin + step, ... below end.
  template <class Body>
  KW_HD void pipelined(int begin, int end, int step, Body&& body,
                       source_place at = source_place::here()) {
    if (step <= 0) {
      runtime::assertion_failed(*program_, at, "a stream goes forward: its step must be positive",
                                0, 1);
    }
    if (program_->in_stream) [[unlikely]] {
      runtime::report_misuse(*program_, at, runtime::misuse::nested_stream);
    }
    if (begin >= end) {
      return;
    }
    program_->in_stream = true;
    const int last = core::last_step(begin, end, step);
    const bool negated = program_->monitor != nullptr && runtime::streams_are_negated();
    std::int64_t noted = 0;  // steps that used a tile: a stream for show does not count
    int next = begin;        // the step to be fetched
    bool more = true;        // is there one?
    std::int64_t fetched = 0;
    std::int64_t used = 0;
    for (int k = begin;; k += step, ++used) {
      const std::int64_t wanted = used + run_ahead();
      for (; fetched < wanted && more; ++fetched) {
        stages_[fetched % Stages].fill(*program_, fetch_at_(next), place_);
        if (negated) [[unlikely]] {
          stages_[fetched % Stages].negate();
        }
        more = next != last;
        next = more ? next + step : next;
      }
      const auto slot = used % Stages;
      clocks_[slot].step = steps_++;
      clocks_[slot].given_back = 0;
      clocks_[slot].used = false;
      stages_[slot].pass_to(body, k, &clocks_[slot]);
      clocks_[slot].step = -1;
      noted += clocks_[slot].used ? 1 : 0;
      if (program_->monitor != nullptr) {
        stages_[slot].poison();
      }
      if (k == last) {
        break;
      }
    }
    program_->in_stream = false;
    if (program_->monitor != nullptr && noted > 0) [[unlikely]] {
      runtime::note_stream_steps(noted);
    }
  }

 private:
  /// How many steps may be on their way now: 1 to Stages, by a generator that is the same in every
  /// run of this program of the grid.
  KW_HD int run_ahead() {
    if (program_->monitor == nullptr) {
      return 1;
    }
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return 1 + static_cast<int>((random_ >> 33) % Stages);
  }

  static inline const char code = 0;  ///< its address is this call's own

  runtime::program* program_;
  FetchAt fetch_at_;
  source_place place_;
  int number_;  ///< among the program's streams
  std::int64_t steps_ = 0;
  std::uint64_t random_ = static_cast<std::uint64_t>(program_->index) * 0x9e3779b97f4a7c15u;
  stage_clock clocks_[Stages];
  stage_storage<tiles> stages_[Stages];
};

}  // namespace kw::cpu
