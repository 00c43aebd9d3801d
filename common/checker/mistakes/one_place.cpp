#include "common/checker/mistakes/one_place.hpp"

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/report/names.hpp"

namespace kw::runtime {

// `use tl.atomic_add(total, part), which ...`, with the learner's own address and value.
std::string add_atomically(const site& s) {
  const auto arguments = call_arguments(s.statement, "tl.store");
  const bool known = arguments.size() >= 2 && mentions(arguments[0], s.buffer) &&
                     !s.e.as<meeting>().loaded_before &&
                     (s.stores_a_part() || arguments.size() > 2);
  std::string call =
      "tl.atomic_add(" + (known ? arguments[0] + ", " + arguments[1] +
                                      (arguments.size() > 2 ? ", " + arguments[2] : "")
                                : s.buffer + ", part");
  return "use `" + call +
         ")`, which loads, adds and stores in one step, and fill the buffer with 0 before the "
         "launch.";
}

std::string advise_atomic(const site& s) {
  if (s.stores_a_largest()) {
    const auto arguments = call_arguments(s.statement, "tl.store");
    return "If the largest of all is meant, use `tl.atomic_max(" +
           (arguments.size() >= 2 ? arguments[0] + ", " + arguments[1] : s.buffer + ", value") +
           ")`, which loads, compares and stores in one step, and fill the "
           "buffer with a value below all others before the launch.";
  }
  return "If each program is to add its part, " + add_atomically(s);
}

std::string advise_one_place(const site& s, const std::string& id) {
  if (s.e.as<meeting>().loaded_before && s.stores_a_largest()) {
    return "Each program loads the old value, compares and stores; what another program stores in "
           "between is lost. " +
           advise_atomic(s);
  }
  if (s.e.as<meeting>().loaded_before) {
    return "Each program loads the old value, adds to it and stores the sum; what another program "
           "adds in between is lost. " +
           advise_atomic(s);
  }
  const auto arguments = call_arguments(s.statement, "tl.store");
  const std::string address = arguments.empty() ? "" : arguments[0];
  if (address.find(" + ") != std::string::npos && address.find("tl.") == std::string::npos &&
      !mentions(address, "0")) {
    return "The offset of this line, `" + address.substr(address.find(" + ") + 3) +
           "`, is the same number in both. If it is computed from a row and a column, it should be "
           "the row times the number of columns, plus the column. If it is computed from a program "
           "id, is that multiplied by the right number?";
  }
  const std::string one =
      s.e.as<meeting>().axes_asked == 0 && s.where != nullptr && s.where->extent == 1
          ? s.buffer + " has only one element: did you mean `grid(1)`, one program?"
          : "Give each program its own element, such as `" + s.buffer + " + " +
                (id.empty() ? "tl.program_id(0)" : id) + "`.";
  return "All of them store to the same element. " + one + " " + advise_atomic(s);
}

}  // namespace kw::runtime
