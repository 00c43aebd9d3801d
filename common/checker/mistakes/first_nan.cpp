// Where a NaN or an infinity comes from. It is not a finding, because a masked row has a legitimate
// NaN, but a test that expects a number asks for it (origin_of_not_finite).
#include <algorithm>

#include "common/checker/mistakes/mistakes.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {
namespace {

// What an operation looks like in a line, and what it means when it raises a flag.
struct suspect {
  int flag;
  const char* text;
  const char* what;
  const char* advice = "";
};

// The most telling first: almost every line has a minus or a times.
constexpr suspect kSuspects[] = {
    {FE_OVERFLOW, "tl.exp(",
     "tl.exp of a number above 88.7, whose result no float32 can hold. A "
     "softmax subtracts the maximum first, and rescales by exp(old maximum - new maximum), so all "
     "its exponents are 0 or less",
     "A sign may be the wrong way round."},
    {FE_OVERFLOW, "tl.exp2(",
     "tl.exp2 of a number of 128 or more, whose result no float32 can hold"},
    {FE_DIVBYZERO, "tl.log", "the logarithm of 0, which is -inf"},
    {FE_DIVBYZERO, "tl.rsqrt(", "tl.rsqrt of 0",
     "Should a small number, such as eps, be added first?"},
    {FE_DIVBYZERO, "/", "a division by 0"},
    {FE_INVALID, "tl.rsqrt(", "the root of a negative number"},
    {FE_INVALID, "tl.sqrt(", "the root of a negative number"},
    {FE_INVALID, "tl.log", "the logarithm of a negative number"},
    {FE_INVALID, "/", "0 / 0, or inf / inf"},
    {FE_INVALID, " - ", "inf - inf"},
    {FE_INVALID, " -= ", "inf - inf"},
    {FE_INVALID, "*", "0 * inf"},
    {FE_OVERFLOW, "tl.dot(", "a sum of products past the largest float32"},
    {FE_INVALID, "tl.dot(", "a product with 0 * inf, or inf - inf"},
    {FE_OVERFLOW, "tl.sum(", "a sum past the largest float32"},
    {FE_OVERFLOW, "*", "a product past the largest float32"},
    {FE_OVERFLOW, "/", "a quotient past the largest float32"},
    {FE_OVERFLOW, "+", "a sum past the largest float32"},
};

clue explain(const launch_monitor& monitor, std::int64_t program, const float_trouble& t) {
  clue origin{.source = "origin"};
  const std::string who = "program " + program_text(monitor.launch(), program);
  if (t.flags == 0) {
    origin.facts = "  No operation of " + who +
                   " computed it from numbers: it was read, or a value was too large for its "
                   "16-bit type (float16 ends at 65504).";
    return origin;
  }
  origin.facts = "  The first one was made by " + who + " ";
  const char* file = t.to.file != nullptr ? t.to.file : t.from.file;
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  const std::vector<statement> body = kernel_text(file, kernel).body();
  // In a loop the later line may be above the earlier one.
  const int low = std::min(t.from.line, t.to.line), high = std::max(t.from.line, t.to.line);
  for (const suspect& s : kSuspects) {
    for (const statement& each : body) {
      if ((t.flags & s.flag) != 0 && each.line >= low && each.line <= high &&
          each.text.find(s.text) != std::string::npos) {
        origin.file = short_path(file);
        origin.line = each.line;
        origin.facts += "in " + origin.file + ":" + std::to_string(each.line) + " (`" + each.text +
                        "`): " + s.what + ".";
        origin.advice = s.advice;
        return origin;
      }
    }
  }
  origin.facts += "between line " + std::to_string(low) + " and line " + std::to_string(high) + ".";
  return origin;
}

}  // namespace

clue origin_in(const launch_monitor& monitor, const void* element) {
  const access_record* const store = monitor.last_store_to(static_cast<const char*>(element));
  return store == nullptr ? clue{}
                          : explain(monitor, store->program, monitor.trouble_of(store->program));
}

}  // namespace kw::runtime
