// Where a NaN or an infinity comes from. It is not a finding, because a masked row has a legitimate
// NaN, but a test that expects a number asks for it (origin_of_not_finite).
#include <algorithm>
#include <cfenv>
#include <mutex>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/record/replay.hpp"
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

// Runs it again, and tells which of its operations made it.
float_trouble trouble_of(launch_monitor& monitor, const journal& first_run, const runner& run) {
  program p = monitor.program_at(first_run.program);
  p.undefined = filling::zero;
  p.watches_floats = true;
  worker_log& log = monitor.log_of(p);
  log.trouble = {};
  log.last_place = {};
  std::fexcept_t before;
  std::fegetexceptflag(&before, kWatchedFlags);
  std::feclearexcept(kWatchedFlags);
  (void)second_run(monitor, first_run, run).repeat(p);
  monitor.watch_floats(p, first_run.stored_not_finite.place);
  std::fesetexceptflag(&before, kWatchedFlags);
  return log.trouble;
}

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

// Where a NaN or an infinity in some memory comes from.
struct known_origin {
  const char* data;
  std::int64_t bytes;
  clue what;
};

std::mutex origins_mutex;
std::vector<known_origin> origins;

}  // namespace

void note_first_not_finite(launch_monitor& monitor, const runner& run, bool nothing_else_is_wrong) {
  const std::lock_guard lock(origins_mutex);
  // A buffer of this launch may be where an older one was, in whole or in part.
  std::erase_if(origins, [&](const known_origin& old) {
    return std::any_of(monitor.memories().begin(), monitor.memories().end(),
                       [&](const memory_block& m) {
                         return monitor.memory().may_write(m.data) &&
                                m.data < old.data + old.bytes && old.data < m.data + m.bytes;
                       });
  });
  if (!nothing_else_is_wrong || monitor.stopped()) {
    return;
  }
  const std::vector<const journal*> all = monitor.replayable();
  const auto first = std::find_if(all.begin(), all.end(), [](const journal* j) {
    return j->stored_not_finite.element != nullptr;
  });
  if (first == all.end()) {
    return;
  }
  // Its other outputs come later, so what went wrong first explains them, too.
  const clue what = explain(monitor, (*first)->program, trouble_of(monitor, **first, run));
  for (const memory_block& m : monitor.memories()) {
    if (monitor.memory().may_write(m.data)) {
      origins.push_back({m.data, m.bytes, what});
    }
  }
}

}  // namespace kw::runtime

namespace kw {

clue origin_of_not_finite(const void* element) {
  const std::lock_guard lock(runtime::origins_mutex);
  const char* address = static_cast<const char*>(element);
  for (const auto& s : runtime::origins) {
    if (address >= s.data && address < s.data + s.bytes) {
      return s.what;
    }
  }
  return {};
}

}  // namespace kw
