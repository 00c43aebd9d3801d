#include "common/checker/mistakes/outside_masks.hpp"

#include <optional>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/moved_pointer.hpp"
#include "common/checker/mistakes/outside.hpp"
#include "common/checker/mistakes/subtraction.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/report/passed.hpp"

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
  const std::string line = advise_subtraction(s);
  return "The first element is " + s.range(0, 0) +
         ", and an index below 0 is before its beginning. " +
         (line.empty() ? "Programs and lanes count from 0: look at what is subtracted in `" +
                             s.offsets() + "`."
                       : line);
}

namespace {

// A mask that guards the lower end, `offsets > 0`, beside an address that goes up: `offsets + 1`.
std::string advise_other_neighbour(const site& s) {
  static const base::pattern kUp(R"((\w+) \+ (\d+)$)");
  const auto found = kUp.find(s.offsets());
  if (!found || s.mask_text().find((*found)[1] + " > ") == std::string::npos) {
    return "";
  }
  const std::string name = (*found)[1], step = (*found)[2];
  return "This line takes the element " + step + " after that of the lane, but the mask `" +
         s.mask_text() + "` guards the first lanes, which have no element before them. Is `" +
         name + " - " + step + "` meant?";
}

// `x + row + cols * x_stride` and `x.row(cols) + row`, where `row` is one number and `cols` a
// range.
std::string advise_exchanged_parts(const site& s) {
  static const base::pattern kFactor(R"((\w+) \+ (\w+) \+ (\w+) \* (\w+))");
  static const base::pattern kRow(R"((\w+)\.row\((\w+)\) \+ (\w+))");
  const auto is_range = [&](const std::string& name) {
    return s.definition(name).find("tl.arange(") != std::string::npos;
  };
  const auto product = kFactor.find(s.statement);
  const auto row = kRow.find(s.statement);
  if (product && (*product)[1] == s.buffer && !is_range((*product)[2]) && is_range((*product)[3]) &&
      s.where->rows > 0) {
    return "`" + (*product)[3] + "` is multiplied by `" + (*product)[4] +
           "`, so neighbouring lanes are a row apart and go down a column. Multiply the row by it: "
           "`" +
           s.buffer + " + " + (*product)[2] + " * " + (*product)[4] + " + " + (*product)[3] + "`.";
  }
  if (row && is_range((*row)[2]) && !is_range((*row)[3])) {
    return "`" + (*row)[2] +
           "` are columns, and this line takes them for rows, so its "
           "lanes go down a column: `" +
           (*row)[1] + ".row(" + (*row)[3] + ") + " + (*row)[2] + "` is meant.";
  }
  return "";
}

}  // namespace

std::string advise_with_mask(const site& s) {
  const std::int64_t end = s.where->high;
  for (std::string other :
       {advise_other_neighbour(s), advise_exchanged_parts(s), advise_moved_pointer(s)}) {
    if (!other.empty()) {
      return other;
    }
  }
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
  if (std::string passed = advise_passed_size(s); !passed.empty()) {
    return lane + (s.e.count > 1 ? ", the first of " + number(s.e.count) : "") + ". " + passed;
  }
  return lane + (s.e.count > 1 ? ", the first of " + number(s.e.count) : "") +
         ". The mask must compare the same offsets that are added to " + s.buffer +
         " with the number of its elements, " + number(s.where->extent) + ": `" + s.offsets() +
         " < " + size + "`.";
}

}  // namespace kw::runtime
