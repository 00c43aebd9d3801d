#include "kernelwright/testing/compare.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/base/format.hpp"
#include "common/testing/asking.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "common/testing/experiments.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/told.hpp"
#include "common/testing/value_pattern.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

using base::grouped;
using base::sentence;

std::string number(double value) {
  return std::isnan(value) ? "nan" : base::formatted("%.9g", value);  // its sign says nothing
}

std::string short_number(double value) {
  return base::formatted("%.3g", value);
}

}  // namespace

std::string index_text(const comparison& c, std::int64_t i) {
  return c.columns == 0 ? sentence("[{}]", i) : sentence("[{}, {}]", i / c.columns, i % c.columns);
}

mismatches find_mismatches(const comparison& c) {
  mismatches m;
  m.wrong.resize(static_cast<std::size_t>(c.size));
  double worst_excess = -1;
  for (std::int64_t i = 0; i < c.size; ++i) {
    const double got = c.got(i), want = c.want(i);
    if (close(got, want, c.limit)) {
      continue;
    }
    m.first = m.count++ == 0 ? i : m.first;
    m.wrong[static_cast<std::size_t>(i)] = true;
    if (m.sample.size() < mismatches::kSample) {
      m.sample.push_back(i);
    }
    const double excess = std::abs(got - want) / (c.limit.abs + c.limit.rel * std::abs(want));
    const double rank = std::isnan(excess) ? HUGE_VAL : excess;
    if (rank > worst_excess) {
      worst_excess = rank;
      m.worst = i;
    }
  }
  return m;
}

namespace {

std::int64_t cell_size(std::int64_t extent, std::int64_t cells) {
  std::int64_t size = 1;
  while (size * cells < extent) {
    size *= 2;
  }
  return size;
}

// A picture of the output, a sign for each cell of elements.
std::string map_of(const comparison& c, const std::vector<char>& is_wrong) {
  const bool matrix = c.columns > 0;
  const std::int64_t columns = matrix ? c.columns : c.size, rows = matrix ? c.rows : 1;
  const std::int64_t wide = cell_size(columns, matrix ? 64 : 256), high = cell_size(rows, 8);
  const std::int64_t line = matrix ? columns : 64 * wide;
  const auto sign = [&](std::int64_t row, std::int64_t column) {
    std::int64_t wrong = 0, all = 0;
    for (std::int64_t r = row; r < std::min(rows, row + high); ++r) {
      for (std::int64_t i = column; i < std::min(columns, column + wide); ++i, ++all) {
        wrong += is_wrong[static_cast<std::size_t>(r * columns + i)];
      }
    }
    return wrong == 0 ? '.' : wrong == all ? '#' : 'x';
  };
  std::string text = sentence("  where, one sign for {} {} (. right, x some wrong, # all wrong):",
                              matrix ? sentence("{} x {}", high, wide) : std::to_string(wide),
                              !matrix && wide == 1 ? "element" : "elements");
  for (std::int64_t row = 0; row < rows; row += high) {
    for (std::int64_t column = 0; column < columns; column += line) {
      std::string label = index_text(c, row * columns + column);
      label.resize(std::max<std::size_t>(label.size(), 12), ' ');
      text += "\n    " + label + " ";
      for (std::int64_t at = column; at < std::min(columns, column + line); at += wide) {
        text += sign(row, at);
      }
    }
  }
  return text;
}

std::string allowed_text(const tolerance& limit) {
  const std::string by_size = limit.rel == 0 ? "" : short_number(limit.rel) + " * |want|";
  return limit.abs == 0 ? by_size.empty() ? "0" : by_size
                        : short_number(limit.abs) + (by_size.empty() ? "" : " + ") + by_size;
}

// What was tested, and how the values differ.
std::string facts_of(const comparison& c, const mismatches& m, bool written) {
  const lesson_info& info = current_lesson;
  const double got = c.got(m.worst), want = c.want(m.worst);
  const std::string worst = index_text(c, m.worst);
  return sentence("Wrong values: lesson {} {}, {} on {}; {}output of {} {}{}\n", info.number,
                  info.name, info.file, to_string(c.device.kind),
                  c.describe.empty() ? "" : c.describe + ", ", c.shape, c.dtype,
                  seed_is_shown() ? sentence(", seed {}", seed()) : "") +
         sentence("  {} of {} {} {}, {}:\n", m.count, c.size, c.size == 1 ? "element" : "elements",
                  m.count == 1 ? "differs" : "differ",
                  m.count == 1 ? "at " + worst
                               : sentence("the first at {}, the worst at {}",
                                          index_text(c, m.first), worst)) +
         sentence("    got     {}{}\n    want    {}\n    {}{}{}", number(got),
                  written ? "" : " (what the test put there: never written)", number(want),
                  std::isnan(got) ? "allowed "
                                  : "off by  " + short_number(std::abs(got - want)) + ", allowed ",
                  allowed_text(c.limit),
                  *c.limit.reason == '\0' ? "" : std::string(": ") + c.limit.reason);
}

// Are all wrong values so near that each operation may be right?
bool looks_rounded(const comparison& c, const mismatches& m) {
  return std::all_of(m.sample.begin(), m.sample.end(), [&](std::int64_t i) {
    const double want = std::abs(c.want(i)), off = std::abs(c.got(i) - c.want(i));
    const double allowed = c.limit.abs + c.limit.rel * want;
    return allowed > 0 && off <= 1000 * allowed && off <= 0.02 * want + 10 * allowed;
  });
}

clue clue_of_values(const comparison& c, const mismatches& m, bool written, bool explained) {
  clue values{.source = "values", .facts = facts_of(c, m, written)};
  if (m.count < c.size || c.size == 1) {
    values.code = map_of(c, m.wrong);
  }
  if (!explained && looks_rounded(c, m)) {
    values.advice =
        "This looks like a rounding error: every element is nearly right. Is a value kept in a "
        "smaller type than it should, or added up in another order?";
  }
  return values;
}

// ---- experiments

// Runs what is tested again and again, without a word about what is wrong with it.
class quiet_runs {
 public:
  quiet_runs() { quiet = true; }
  ~quiet_runs() {
    (void)take_findings();
    quiet = false;
  }
  quiet_runs(const quiet_runs&) = delete;
  quiet_runs& operator=(const quiet_runs&) = delete;

 private:
  const limit_pause pause_;
  ::testing::TestPartResultArray results_;
  ::testing::ScopedFakeTestPartResultReporter reporter_{
      ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results_};
};

// A known mistake that gives these values.
clue known_mistake_of(const comparison& c, const mismatches& m, bool weak,
                      const kernel_answers& answers) {
  const std::string known = weak ? "" : explain_by_mistakes(c, m, answers.mistakes);
  return {.source = "wrong kernels", .facts = known.empty() ? "" : "  " + known};
}

// The sizes and numbers that an entry was called with.
std::vector<named_number> numbers_of(const entry_again& entry) {
  std::vector<named_number> numbers;
  const auto names = names_of_arguments(learners_file(), entry.arguments.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const held_values& held = entry.arguments[i];
    const std::size_t rank = held.extents.size();
    if (rank == 0 && held.number != 0) {
      numbers.push_back({held.number, names[i]});
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const std::string what = rank == 1   ? "elements"
                               : rank > 2  ? sentence("indices along axis {}", axis)
                               : axis == 0 ? "rows"
                                           : "columns";
      numbers.push_back({static_cast<double>(held.extents[axis]),
                         sentence("the number of {} of {}", what, names[i])});
    }
  }
  return numbers;
}

// What a beginner may see in the values.
clue pattern_of(const comparison& c, const mismatches& m) {
  return {.source = "pattern",
          .facts = value_pattern(
              c, m, tested_entry() ? numbers_of(tested_entry()()) : std::vector<named_number>())};
}

// On what the wrong elements depend, and on what they should.
clue dependence_of(const comparison& c, const mismatches& m, const kernel_answers& answers) {
  clue found{.source = "dependence"};
  if (answers.reads.empty() || !tested_entry()) {
    return found;
  }
  const quiet_runs silent;
  const entry_again entry = tested_entry()();
  const auto names = names_of_arguments(learners_file(), entry.arguments.size());
  const auto own = std::find_if(entry.arguments.begin(), entry.arguments.end(),
                                [&](const held_values& h) { return h.values && h.data == c.data; });
  if (own == entry.arguments.end()) {
    return found;
  }
  std::vector<std::int64_t> wrong;  // NaN and what was never written depend on nothing
  for (const std::int64_t i : m.sample) {
    if (std::isfinite(c.got(i)) && !c.poison(i)) {
      wrong.push_back(i);
    }
  }
  // What is cut off at 0, as by ReLU, hides what it depends on.
  const auto cut_off = [&](std::int64_t i) { return c.got(i) == 0 || c.want(i) == 0; };
  if (!std::all_of(wrong.begin(), wrong.end(), cut_off)) {
    std::erase_if(wrong, cut_off);
  }
  if (wrong.empty()) {
    return found;
  }
  const std::string& output = names[static_cast<std::size_t>(own - entry.arguments.begin())];
  const loads_of loads = [&](std::int64_t i, std::size_t argument) {
    return loads_in(entry.run, c.element(i), entry.arguments[argument].data);
  };
  const std::string differs = differing_dependence(
      entry, measure_dependence(entry, c.data, kDependenceSeconds), answers.solution, wrong, names,
      [&](std::int64_t i) { return i < 0 ? output : output + index_text(c, i); }, loads);
  found.facts = differs.empty() ? "" : "  With other inputs: " + differs;
  if (differs.find(" in line ") == std::string::npos) {  // else it says what is read
    const std::string reads = differing_reads(entry, answers.reads, wrong[0], names,
                                              output + index_text(c, wrong[0]), loads);
    found.facts +=
        (differs.empty() || reads.empty() ? "" : "\n") + (reads.empty() ? "" : "  " + reads);
  }
  return found;
}

}  // namespace

clue smallest_case() {
  clue found{.source = "smallest case"};
  if (tested_case() && experiments && !std::exchange(this_run().sizes, true)) {
    constexpr double kSeconds = 1.5;
    const quiet_runs silent;
    const std::string text = smallest_difference(tested_case()(), kSeconds);
    found.facts = text.empty() ? "" : "  " + text + ".";
  }
  return found;
}

namespace {

// The sizes that make the difference, and whether the output took part.
clue sizes_and_launch(const comparison& c, bool launched) {
  clue found = smallest_case();
  if (!launched && c.device.kind == device_kind::cpu) {
    found.facts += "  No launch of this call got it.";
  }
  return found;
}

}  // namespace

void report_mismatch(source_place place, const comparison& c) {
  if (quiet) {
    return;
  }
  const mismatches m = find_mismatches(c);
  mismatch_state& shown = this_run().mismatch;
  if (!this_run().test.stopped && shown != mismatch_state::explained) {
    const void* const element = c.element ? c.element(m.worst) : nullptr;
    const std::string writer = element != nullptr ? last_writer(element) : "";
    const bool launched = !writer.empty() || was_argument(c.data);
    const bool first = shown == mismatch_state::none;
    // An expected infinity needs no explanation.
    const bool not_finite = !std::isfinite(c.got(m.worst)) && std::isfinite(c.want(m.worst));
    clue origin = not_finite && element != nullptr ? origin_of_not_finite(element) : clue{};
    // One value may agree with several mistakes by chance, and what explains it alone would have
    // explained a larger case before it, too.
    const bool weak = m.count == 1 && !first;
    const kernel_answers answers = other_kernels_can_tell(c, m) ? ask_kernels() : kernel_answers{};
    clue known = known_mistake_of(c, m, weak, answers);
    const bool explained = !known.facts.empty();
    shown = explained ? mismatch_state::explained : mismatch_state::shown;
    if (first || explained) {
      clue pattern = explained ? clue{} : pattern_of(c, m);
      const bool written = !writer.empty() || (!launched && !c.poison(m.worst));
      std::vector<clue> clues = {
          clue_of_values(c, m, written, explained),
          std::move(pattern),
          std::move(known),
          std::move(origin),
          {.source = "writer", .facts = writer.empty() ? "" : "  It was " + writer},
          dependence_of(c, m, answers),
          sizes_and_launch(c, launched || !c.poison(m.worst))};
      fail_with(place, std::move(clues));
      return;
    }
    if (clue sizes = smallest_case(); !sizes.facts.empty()) {
      return fail_with(place, {std::move(sizes)});
    }
  }
  fail_at(place, "Wrong values again: " + (c.describe.empty() ? c.shape : c.describe) + ", " +
                     std::to_string(m.count) + " of " + std::to_string(c.size) + " elements.");
}

}  // namespace kw::testing
