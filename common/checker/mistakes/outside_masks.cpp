#include "common/checker/mistakes/outside_masks.hpp"

#include <optional>

#include "common/checker/mistakes/outside.hpp"
#include "common/checker/report/names.hpp"

namespace kw::runtime {

bool adds_constant(const site& s, std::int64_t constant) {
  const auto arguments = s.arguments();
  const std::string end = constant < 0 ? " - " + number(-constant) : " + " + number(constant);
  std::string address = arguments.empty() ? "" : arguments[0];
  while (!address.empty() && (address.back() == ')' || address.back() == ' ')) {
    address.pop_back();
  }
  return constant != 0 && address.size() > end.size() &&
         address.compare(address.size() - end.size(), end.size(), end) == 0;
}

std::string advise_negative(const site& s) {
  if (outside(s).tile.masked && adds_constant(s, s.e.first)) {
    return "Lane " + number(outside(s).lane) + " touches " + s.range(s.e.first, s.e.first) +
           ", because this line subtracts " + number(-s.e.first) +
           " from the offsets. If the element of the lane itself is meant, leave out the `- " +
           number(-s.e.first) +
           "`. If the one before it is meant, the first lane has no such element, so it needs " +
           "a mask that looks at both ends: `(" + s.offsets() + " >= 0) & (" + s.offsets() + " < " +
           s.size_name(s.where->extent) + ")`.";
  }
  if (outside(s).tile.masked) {
    return "The mask lets lane " + number(outside(s).lane) +
           " through, although its index is below 0. " + "The first element is " + s.range(0, 0) +
           ": the mask must look at both ends, `(" + s.offsets() + " >= 0) & (" + s.offsets() +
           " < " + s.size_name(s.where->extent) + ")`.";
  }
  return "The first element is " + s.range(0, 0) +
         ", and an index below 0 is before its beginning. Programs and lanes count from 0: look at "
         "what is subtracted in `" +
         s.offsets() + "`.";
}

std::string advise_with_mask(const site& s) {
  const std::int64_t end = s.where->high;
  const std::string size = s.size_name(s.where->extent);
  const std::string lane = "The mask lets lane " + number(outside(s).lane) + " through";
  const bool of_row = s.where->rows > 0 && !outside(s).tile.two_dimensional;
  if (std::string other =
          advise_comparison(s, of_row ? std::optional(matrix_axis::columns) : std::nullopt);
      !other.empty()) {
    return lane + (s.e.count > 1 ? ", the first of " + number(s.e.count) : "") + ". " + other;
  }
  if (outside(s).scattered && s.by_index()) {
    return lane + ", and its index is " + number(s.e.first) + ". Indices into " + s.buffer +
           " go from 0 to " + number(end - 1) + ": are the indices right, and did you mean this " +
           "buffer? If an index may be outside, the lane needs a mask: `(" + s.offsets() +
           " >= 0) & (" + s.offsets() + " < " + number(end) + ")`.";
  }
  if (s.e.count == 1 && s.e.first == end && end > 0) {
    const bool equal = s.mask_text().find("<=") != std::string::npos;
    return lane + ", one too many: the last element is " + s.range(end - 1, end - 1) + "." +
           (equal ? " Compare with `<`, not with `<=`: `" + s.offsets() + " < " + size + "`."
                  : " The mask must compare the offsets that are added to " + s.buffer + ", `" +
                        s.offsets() + "`, with the number of elements of " + s.buffer + ", " +
                        number(s.where->extent) + ".");
  }
  const std::string right = s.offsets() + " < " + size;
  const std::string first = s.e.count > 1 ? ", the first of " + number(s.e.count) : "";
  if (s.mask_text().rfind(right, 0) == 0) {
    return lane + first + ". The mask compares `" + s.offsets() + "` with `" + size +
           "`. That is right only if the launch passes " + number(s.where->extent) + " for `" +
           size + "`, the number of elements of " + s.buffer +
           ", and if no line above moves the pointer.";
  }
  return lane + first + ". The mask must compare the same offsets that are added to " + s.buffer +
         " with the number of its elements, " + number(s.where->extent) + ": `" + right + "`.";
}

}  // namespace kw::runtime
