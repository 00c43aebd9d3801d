// Where a NaN or an infinity comes from. It is not a finding, because a masked row has a legitimate
// NaN, but a test that expects a number asks for it (origin_of_not_finite).
#include <algorithm>

#include "common/checker/mistakes/mistakes.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {
namespace {

// What raises a flag of <cfenv>, and how it looks in a line: the most telling first, since almost
// every line has a minus or a times.
struct trouble {
  int flag;
  const char* what;
  std::vector<const char*> signs;
};
const trouble kTroubles[] = {
    {FE_OVERFLOW,
     "a result that no float32 can hold, such as tl.exp of a number above 88.7. A softmax "
     "subtracts the maximum first, so all its exponents are 0 or less: is a sign the wrong way "
     "round?",
     {"tl.exp", "tl.dot(", "tl.sum(", "*", "/", "+"}},
    {FE_DIVBYZERO,
     "a division by 0, tl.rsqrt of 0 or the logarithm of 0. Should a small number, such as eps, "
     "be added first?",
     {"tl.log", "tl.rsqrt(", "/"}},
    {FE_INVALID,
     "0 / 0, inf - inf, 0 * inf, or the root or the logarithm of a negative number.",
     {"sqrt(", "tl.log", "/", " - ", " -= ", "*", "tl.dot("}},
};

clue explain(const launch_monitor& monitor, std::int64_t program, const float_trouble& t) {
  clue origin{.source = "origin"};
  const std::string who = "program " + program_text(monitor.launch(), program);
  const char* file = t.to.file != nullptr ? t.to.file : t.from.file;
  const kernel_text kernel(file, kernel_name(monitor.launch().kernel_signature));
  const auto [low, high] = std::minmax(t.from.line, t.to.line);  // in a loop the later is above
  for (const trouble& each : kTroubles) {
    for (const char* sign : (t.flags & each.flag) != 0 ? each.signs : std::vector<const char*>()) {
      for (const statement& line : kernel.body()) {
        if (line.line >= low && line.line <= high && line.text.find(sign) != std::string::npos) {
          origin.file = short_path(file);
          origin.line = line.line;
          origin.facts = sentence("  The first one was made by {} in {}:{} (`{}`): {}", who,
                                  origin.file, line.line, line.text, each.what);
          return origin;
        }
      }
    }
  }
  origin.facts = t.flags != 0
                     ? sentence("  The first one was made by {} in lines {} to {}.", who, low, high)
                     : sentence(
                           "  No operation of {} computed it from numbers: it was read, or a value "
                           "was too large for its 16-bit type (float16 ends at 65504).",
                           who);
  return origin;
}

}  // namespace

clue origin_in(const launch_monitor& monitor, const void* element) {
  const access_record* const store = monitor.last_store_to(static_cast<const char*>(element));
  return store == nullptr ? clue{}
                          : explain(monitor, store->program, monitor.trouble_of(store->program));
}

}  // namespace kw::runtime
