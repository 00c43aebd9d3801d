/// \file
/// Contract of elective 16: the functions that the files of exercises/16_clinic define.
#pragma once

#include <kernelwright/contract.hpp>

/// Elective 16, the clinic: eight kernels that compute something wrong and eight that are slow.
/// Each has one fault, which is first named from the evidence and then repaired.
namespace lesson16 {

/// The patients whose results are wrong. Each is the kernel of the function of the same name.
enum class wrong_patient {
  clamp,
  negate,
  block_sums,
  blend,
  row_ranges,
  shift_columns,
  row_log_sum_exp,
  row_means
};

/// What can make results wrong. Two of these causes have no patient here.
enum class wrong_cause {
  unknown,
  no_mask,          ///< lanes past the end of an array touch memory
  wrong_stride,     ///< rows are taken to begin `columns` elements apart
  one_place,        ///< programs store to the same place
  in_place,         ///< a program reads what another one overwrites
  masked_lanes,     ///< lanes without an element take part in a reduction
  wrong_axis,       ///< an index of rows is used where one of columns belongs
  not_rescaled,     ///< sums made with an earlier maximum are not corrected
  wrong_divisor,    ///< the result is divided by the size of the block
  grid_too_small,   ///< the grid rounds down, so the last block has no program
  missing_barrier,  ///< lanes of one program exchange values through memory too early
};

/// The patients whose results are right and that are slow.
enum class slow_patient {
  row_minima,
  halve,
  centre,
  lower_triangle,
  add_relu,
  vector_sum,
  add_bias,
  product
};

/// What can make a kernel slow. Two of these causes have no patient here.
enum class slow_cause {
  unknown,
  far_apart,       ///< neighbouring lanes load from different units of memory
  small_programs,  ///< a program owns less than a unit of memory
  loads_twice,     ///< a program loads what it already has
  loads_in_vain,   ///< elements are loaded and then thrown away
  extra_launch,    ///< a result goes to memory and back between two launches
  few_programs,    ///< most of the machine has no program
  operand_again,   ///< every program loads the same small operand
  small_tiles,     ///< a loaded element takes part in too few operations
  unaligned_rows,  ///< rows do not begin at multiples of 16 bytes
  spilled_values,  ///< registers do not hold a program's tiles
};

/// Your diagnosis of a patient.
wrong_cause what_is_wrong(wrong_patient who);
slow_cause what_is_slow(slow_patient who);

/// `out[i] = min(max(x[i], low), high)`.
/// \param x `[n]` float32, like out.
void clamp(kw::view<const float> x, kw::view<float> out, float low, float high);

/// `out[r, c] = -x[r, c]`.
/// \param x `[rows, columns]` float32, like out. Row strides may exceed the columns.
void negate(kw::view<const float, 2> x, kw::view<float, 2> out);

/// `out[b] = x[256 b] + ... + x[256 b + 255]`; the last block may be shorter.
/// \param x   `[n]` float32.
/// \param out `[ceil(n / 256)]` float32.
void block_sums(kw::view<const float> x, kw::view<float> out);

/// `out[i] = (x[i] + x[i + 256]) / 2`, where an element past the end counts as 0.
/// \param x `[n]` float32, like out. They do not overlap.
void blend(kw::view<const float> x, kw::view<float> out);

/// `out[r] = max(x[r, :]) - min(x[r, :])`.
/// \param x `[rows, columns]` float32, 1 <= columns <= 1024.
void row_ranges(kw::view<const float, 2> x, kw::view<float> out);

/// `out[r, c] = x[r, c] + b[c]`.
/// \param x `[rows, columns]` float32, like out.
/// \param b `[columns]` float32.
void shift_columns(kw::view<const float, 2> x, kw::view<const float> b, kw::view<float, 2> out);

/// `out[r] = log(exp(x[r, 0]) + exp(x[r, 1]) + ...)`, for rows of any length.
/// \param x `[rows, columns]` float32, columns >= 1.
void row_log_sum_exp(kw::view<const float, 2> x, kw::view<float> out);

/// `out[r] = (x[r, 0] + x[r, 1] + ...) / columns`.
/// \param x `[rows, columns]` float32, 1 <= columns <= 1024.
void row_means(kw::view<const float, 2> x, kw::view<float> out);

/// `out[r] = min(x[r, :])`. At most 1.1 bytes may be moved for each byte that is needed.
/// \param x `[rows, columns]` float32, columns >= 1.
void row_minima(kw::view<const float, 2> x, kw::view<float> out);

/// `out[i] = x[i] / 2`. At most 1.1 bytes may be moved for each byte that is needed.
/// \param x `[n]` float32, like out.
void halve(kw::view<const float> x, kw::view<float> out);

/// `out[r, c] = x[r, c] - mean of row r`. At most 1.1 bytes may be moved for each byte that is
/// needed.
/// \param x `[rows, columns]` float32, 1 <= columns <= 1024.
void centre(kw::view<const float, 2> x, kw::view<float, 2> out);

/// `out[r, c] = x[r, c]` for c <= r, and 0 elsewhere. Needed are the elements of x that are copied,
/// and all of out. At most 1.1 bytes may be moved for each byte that is needed.
/// \param x `[n, n]` float32, n <= 1024.
void lower_triangle(kw::view<const float, 2> x, kw::view<float, 2> out);

/// `out[i] = max(a[i] + b[i], 0)`. At most 1.1 bytes may be moved for each byte that is needed.
/// \param a `[n]` float32, like b and out.
void add_relu(kw::view<const float> a, kw::view<const float> b, kw::view<float> out);

/// `out[0] += x[0] + x[1] + ...`. At least 64 programs must share 2^18 elements.
/// \param x `[n]` float32.
void vector_sum(kw::view<const float> x, kw::view<float> out);

/// The function of `shift_columns`, for columns <= 1024. At most 1.1 bytes may be moved for each
/// byte that is needed.
void add_bias(kw::view<const float, 2> x, kw::view<const float> b, kw::view<float, 2> out);

/// `c = a b`. At most 3.2 bytes may be moved for each byte of a, b and c, for 256 x 256 x 256.
/// \param a `[m, k]` float32.
/// \param b `[k, n]` float32.
void product(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

}  // namespace lesson16
