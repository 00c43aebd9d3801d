#include "common/checker/mistakes/outside_masks.hpp"

namespace kw::runtime {

std::string advise_negative(const site& s) {
  const std::string first = "The first element is " + s.range(0, 0);
  if (outside(s).tile.masked) {
    return "The mask lets lane " + number(outside(s).lane) +
           " through, although its index is below 0. " + first +
           ": the mask must look at both ends, `(" + s.offsets() + " >= 0) & (" + s.offsets() +
           " < " + s.size_name(s.where->extent) + ")`.";
  }
  return first +
         ", and an index below 0 is before its beginning. Programs and lanes count from 0: look at "
         "what is subtracted in `" +
         s.offsets() + "`.";
}

namespace {

// A mask with one comparison, `rows < n_cols`, of what the line adds to its pointer: what it
// compares, and with what it should.
std::string advise_comparison(const site& s, const std::string& has, const std::string& right) {
  const std::string mask = s.mask_text();
  const auto sign = mask.find(" < ");
  const std::string lanes = mask.substr(0, sign == std::string::npos ? 0 : sign);
  const std::string with = compared_with(mask, lanes);
  const bool others = s.offsets() != "offsets" && s.offsets() != lanes;
  return others || with.empty() || mask.find('&') != std::string::npos || with == right
             ? ""
             : ". The mask compares `" + lanes + "` with `" + with + "`, but " + has + ": `" +
                   lanes + " < " + right + "`.";
}

}  // namespace

std::string advise_with_mask(const site& s) {
  const target& t = *s.where;
  const std::int64_t end = t.high;
  const std::string lane = "The mask lets lane " + number(outside(s).lane) + " through" +
                           (s.e.count > 1 ? ", the first of " + number(s.e.count) : "");
  if (outside(s).scattered && s.by_index()) {
    return lane + ", and its index is " + number(s.e.first) + ". Indices into " + s.buffer +
           " go from 0 to " + number(end - 1) + ": are the indices right, and did you mean this " +
           "buffer? If an index may be outside, the lane needs a mask: `(" + s.offsets() +
           " >= 0) & (" + s.offsets() + " < " + number(end) + ")`.";
  }
  const bool of_row = t.rows > 0 && !outside(s).tile.two_dimensional;
  const std::string size = of_row ? s.extent_along(matrix_axis::columns) : s.size_name(t.extent);
  if (s.e.count == 1 && s.e.first == end && s.mask_text().find("<=") != std::string::npos) {
    return lane + ", one too many: the last element is " + s.range(end - 1, end - 1) +
           ". Compare with `<`, not with `<=`: `" + s.offsets() + " < " + size + "`.";
  }
  const std::string has = of_row
                              ? "the rows of " + s.buffer + " have " + counted(t.columns, "element")
                              : s.buffer + " has " + counted(t.extent, "element");
  if (const std::string other = advise_comparison(s, has, size); !other.empty()) {
    return lane + other;
  }
  if (s.mask_text().find(s.offsets() + " < " + size) != std::string::npos) {
    return lane + ". The mask compares `" + s.offsets() + "` with `" + size +
           "`. That is right only if no line above moves the pointer.";
  }
  return lane + ". The mask must compare the same offsets that are added to " + s.buffer +
         " with the number of its elements, " + number(t.extent) + ": `" + s.offsets() + " < " +
         size + "`.";
}

std::string advise_missing_mask(const site& s) {
  const bool loads = only_reads(s.e.access);
  const std::string none =
      "This program has more lanes than there are elements left, and this call has no mask. ";
  if (const auto other = s.other_mask(loads ? "tl.store" : "tl.load"); other.line > 0) {
    return std::string(loads ? "The tl.store" : "The tl.load") + " in line " + number(other.line) +
           " has a mask, but this " + s.function() +
           " has none. Both touch the same lanes, so both need it: `" + s.call_with(other.mask) +
           "`.";
  }
  if (const std::string mask = s.code.definition("mask", s.e.place.line);
      mask != "mask" && mentions(mask, s.offsets())) {
    return none + "Give it the mask that the kernel already has: `" + s.call_with("mask") + "`.";
  }
  return none + "A mask switches the spare lanes off: `auto mask = " + s.offsets() + " < " +
         s.size_name(s.where->extent) + ";`, then `" + s.call_with("mask") + "`.";
}

}  // namespace kw::runtime
