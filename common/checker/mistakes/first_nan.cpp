// Where does a NaN or an infinity come from? The program that stored one runs again, and at each of
// its accesses the processor's flags tell which operations went wrong since the one before.
#include <algorithm>
#include <cfenv>
#include <mutex>

#include "common/checker/record/replay.hpp"
#include "common/checker/report/words.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

constexpr int kWatched = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

// What an operation looks like in a line, and what it means when it raises a flag.
struct suspect {
  int flag;
  const char* text;
  const char* what;
};

// The most telling first. A minus or a times stands in almost every line.
constexpr suspect kSuspects[] = {
    {FE_OVERFLOW, "tl.exp(",
     "tl.exp of a number above 88.7, whose result no float32 can hold. A "
     "softmax subtracts the maximum first"},
    {FE_OVERFLOW, "tl.exp2(",
     "tl.exp2 of a number of 128 or more, whose result no float32 can hold"},
    {FE_DIVBYZERO, "tl.log", "the logarithm of 0, which is -inf"},
    {FE_DIVBYZERO, "tl.rsqrt(", "tl.rsqrt of 0. Is a small number to be added first, such as eps?"},
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

std::string located(const launch_monitor& monitor, const float_trouble& t) {
  const char* file = t.to.file != nullptr ? t.to.file : t.from.file;
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  const auto lines = kernel_lines(file == nullptr ? "" : file, kernel);
  // In a loop the later line may stand above the earlier one.
  const int low = std::min(t.from.line, t.to.line), high = std::max(t.from.line, t.to.line);
  for (const suspect& s : kSuspects) {
    for (const numbered_line& line : lines) {
      if ((t.flags & s.flag) != 0 && line.number >= low && line.number <= high && !line.head &&
          line.text.find(s.text) != std::string::npos) {
        return "in line " + std::to_string(line.number) + " (`" + line.text + "`): " + s.what + ".";
      }
    }
  }
  return "between line " + std::to_string(low) + " and line " + std::to_string(high) + ".";
}

}  // namespace

void launch_monitor::note_not_finite(program& p, source_place place, const void* base,
                                     int element_size, std::int64_t offset) {
  worker_log& log = log_of(p);
  if (p.undefined == filling::marked && log.stored_not_finite.element == nullptr) {
    const char* data = followed(static_cast<const char*>(base));
    log.stored_not_finite = {place, data + offset * element_size};
  }
}

void launch_monitor::watch_floats(program& p, source_place place) {
  worker_log& log = log_of(p);
  const int flags = std::fetestexcept(kWatched);
  if (flags != 0 && log.trouble.flags == 0) {
    log.trouble = {flags, log.last_place, place};
  }
}

namespace {

std::string explain_not_finite(launch_monitor& monitor, bool (*run_again)(void*, program&),
                               void* state, const char** element) {
  const journal* lowest = nullptr;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      if (j.stored_not_finite.element != nullptr &&
          (lowest == nullptr || j.program < lowest->program)) {
        lowest = &j;
      }
    }
  }
  if (lowest == nullptr) {
    return "";
  }
  program p = monitor.program_at(lowest->program);
  p.undefined = filling::zero;
  p.journaled = p.watches_floats = true;
  worker_log& log = monitor.logs()[0];
  log.current.clear();
  log.current.atomics = lowest->atomics;
  log.trouble = {};
  log.last_place = {};
  lowest->undo();
  std::fexcept_t before;
  std::fegetexceptflag(&before, kWatched);
  std::feclearexcept(kWatched);
  (void)run_again(state, p);
  monitor.watch_floats(p, lowest->stored_not_finite.place);
  std::fesetexceptflag(&before, kWatched);
  log.current.undo();
  lowest->redo();
  *element = lowest->stored_not_finite.element;
  const std::string who = "program " + program_text(monitor.launch(), lowest->program);
  if (log.trouble.flags == 0) {
    return "No operation of " + who +
           " made it out of numbers: it was read, or a value was too large for its 16-bit type "
           "(float16 ends at 65504).";
  }
  return "The first one was made by " + who + " " + located(monitor, log.trouble);
}

// A NaN or an infinity in some memory, and what is known about where it comes from.
struct story_of_memory {
  const char* data;
  std::int64_t bytes;
  std::string text;
};

struct story_list {
  std::mutex mutex;
  std::vector<story_of_memory> stories;
};

story_list& the_stories() {
  static story_list list;
  return list;
}

}  // namespace

void note_not_finite(launch_monitor& monitor, bool (*run_again)(void*, program&), void* state,
                     bool nothing_else_is_wrong) {
  const std::lock_guard lock(the_stories().mutex);
  auto& stories = the_stories().stories;
  std::erase_if(stories, [&](const story_of_memory& s) { return monitor.may_write(s.data); });
  if (!nothing_else_is_wrong || monitor.stopped()) {
    return;
  }
  const char* element = nullptr;
  const std::string text = explain_not_finite(monitor, run_again, state, &element);
  for (const memory_block& m : monitor.memories()) {
    if (!text.empty() && element >= m.data && element < m.data + m.bytes) {
      stories.push_back({m.data, m.bytes, text});
    }
  }
}

}  // namespace kw::runtime

namespace kw {

std::string origin_of_not_finite(const void* element) {
  const std::lock_guard lock(runtime::the_stories().mutex);
  const char* address = static_cast<const char*>(element);
  for (const auto& s : runtime::the_stories().stories) {
    if (address >= s.data && address < s.data + s.bytes) {
      return s.text;
    }
  }
  return "";
}

}  // namespace kw
