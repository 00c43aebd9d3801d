/// \file
/// The answer of task 2 as a part for later kernels: a softmax whose scores arrive a tile at a
/// time.
#pragma once

#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

namespace lesson08 {

/// \brief What a program carries along its walk through k and v, for each of its rows of q.
///
/// Made by `start_softmax`. A kernel of BM rows and D columns uses it so:
///
///     auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
///     for (...) {
///       softmax.add(tl, s, vt);  // s: the step's scores, -inf where a row does not see a column
///     }
///     tl.store(..., softmax.mean(), ...);
///
/// A row may see nothing in a step, as long as it sees something in the end: m begins at the lowest
/// finite number, so m - m_new is never -inf - -inf, which would be NaN.
template <int D, class Column, class Accumulator>
struct online_softmax {
  Column m;         ///< [BM, 1] the largest score so far, in units of log2(e)
  Column l;         ///< [BM, 1] the sum so far of exp2(score - m)
  Accumulator acc;  ///< [BM, D] the sum so far of exp2(score - m) times the score's row of v

  /// Adds a step.
  /// \param s  [BM, BN]: products of rows of q and k, not scaled yet. The scale joins the exponent,
  ///           where it costs nothing, since a GPU multiplies and subtracts in one instruction.
  /// \param v  [BN, D]: the rows of v
  template <class Scores, class Values>
  KW_TILE_OP void add(kw::program auto& tl, const Scores& s, const Values& v) {
    using kw::_, kw::None;
    constexpr float scale = kScale<D>;
    auto m_new = tl.maximum(m, tl.max(s, kw::axis<1>)(_, None) * scale);
    auto alpha = tl.exp2(m - m_new);
    auto p = tl.exp2(s * scale - m_new);
    l = l * alpha + tl.sum(p, kw::axis<1>)(_, None);
    acc = acc * alpha;
    acc = tl.dot(p.to(kw::dtype<kw::core::value_of<Values>>{}), v, acc);
    m = m_new;
  }

  /// [BM, D]: the mean of the rows of v, weighted by the softmax of the scores.
  KW_TILE_OP auto mean() const { return acc * (1.0f / l); }

  /// [BM, 1]: the natural logarithm of the sum of e^score.
  KW_TILE_OP auto log_sum_exp(kw::program auto& tl) const {
    return (m + tl.log2(l)) * 0.69314718f;  // ln(2)
  }
};

/// An online softmax that has seen no scores yet.
template <int BM, int D>
KW_TILE_OP auto start_softmax(kw::program auto& tl, kw::core::tile_shape<BM, D> shape) {
  constexpr kw::core::tile_shape<BM, 1> column;
  using Column = decltype(tl.full(column, 0.0f));
  using Accumulator = decltype(tl.accumulator(shape));
  return online_softmax<D, Column, Accumulator>{tl.full(column, -3.4028235e38f),
                                                tl.full(column, 0.0f), tl.accumulator(shape)};
}

}  // namespace lesson08
