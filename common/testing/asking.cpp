#include "common/testing/asking.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "common/base/files.hpp"
#include "common/base/format.hpp"
#include "common/base/process.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

namespace fs = std::filesystem;

// What a program of wrong kernels is asked for.
struct question {
  int comparison = 0;  // 0: nothing
  std::string file;
  bool depends = false;  // on what, and not the values
} the_question;

// The program that asks, empty if it may not, or no longer.
struct asking_program {
  fs::path of_kernels, of_a_change;
} asking;

// What a script of the repository prints; nothing if it fails or takes too long.
std::optional<std::string> output_of(const char* script, const std::vector<std::string>& arguments,
                                     double seconds) {
  base::process_request request;
  request.command = {KW_PYTHON, "-B", "-Xutf8", (fs::path(KW_ROOT) / script).string()};
  request.command.insert(request.command.end(), arguments.begin(), arguments.end());
  request.timeout_seconds = seconds;
  const limit_pause pause;
  const base::process_outcome outcome = base::run_process(request);
  return outcome.succeeded() ? std::optional(outcome.output) : std::nullopt;
}

// ---- wrong kernels

[[noreturn]] void end_with(const std::string& answer) {
  std::ofstream(the_question.file, std::ios::binary) << answer << std::flush;
  std::_Exit(EXIT_SUCCESS);  // other threads may still be at work
}

std::vector<double> read_values(const fs::path& file) {
  const std::string bytes = base::read_text_file(file);
  std::vector<double> values(bytes.size() / sizeof(double));
  bytes.copy(reinterpret_cast<char*>(values.data()), values.size() * sizeof(double));
  return values;
}

}  // namespace

void note_comparison(bool found, bool right, const void* data, std::size_t size,
                     const std::function<double(std::size_t)>& value) {
  if (quiet) {
    return;
  }
  const int number = ++this_run().test.comparisons;
  const int asked = the_question.comparison;
  const bool follows = found && this_run().test.stopped;
  if (asked == 0 || (number < asked && right && !follows)) {
    return;
  }
  if (the_question.depends) {
    std::string answer;
    if (number == asked && tested_entry()) {
      const entry_again entry = tested_entry()();
      answer = to_text(measure_dependence(entry, data, kDependenceSeconds)) +
               to_text(measure_reads(entry, data));
    }
    end_with(answer);
  }
  std::string values;
  for (std::size_t i = 0; number == asked && !right && !follows && i < size; ++i) {
    const double one = value(i);
    values.append(reinterpret_cast<const char*>(&one), sizeof one);
  }
  end_with(values);
}

void add_values(base::option_reader& options) {
  options.positive("--comparison", the_question.comparison);
  options.text("--values", the_question.file);
  options.flag("--depends", the_question.depends);
}

void ask_for(const std::string& program) {
  const fs::path path = program.empty() ? fs::path() : fs::absolute(program);
  asking = {path, path};
}

kernel_answers ask_kernels() {
  if (asking.of_kernels.empty() || default_device().kind != device_kind::cpu) {
    return {};
  }
  constexpr double kSeconds = 120;
  const fs::path place =
      fs::temp_directory_path() / ("kernelwright.values." + std::to_string(::getpid()));
  const auto output =
      output_of("cmake/scripts/ask_wrong_kernels.py",
                {asking.of_kernels.string(), current_lesson.number, learners_file(), running_test(),
                 "--comparison=" + std::to_string(this_run().test.comparisons),
                 "--seed=" + std::to_string(seed()), "--place=" + place.string()},
                kSeconds);
  if (!output) {
    asking.of_kernels.clear();
    return {};
  }
  const std::string solution = base::read_text_file(place / "solution");
  kernel_answers answers{{}, read_probes(solution), read_reads(solution)};
  std::istringstream lines(*output);
  for (std::string name, sentence; lines >> name >> std::ws && std::getline(lines, sentence);) {
    answers.mistakes.push_back({sentence, read_values(place / name)});
  }
  std::error_code ignored;
  fs::remove_all(place, ignored);
  return answers;
}

// ---- known mistakes

namespace {

// A mistake may round more than the right kernel, or have values of another magnitude. But any
// value that it claims to explain must be much nearer to it than to the right one.
bool explains(const comparison& c, double got, double want, double value) {
  if (std::isnan(got) || std::isnan(value)) {
    return std::isnan(got) && std::isnan(value);
  }
  if (close(got, value, c.limit)) {
    return true;
  }
  const double off = std::abs(got - value);
  const double allowed = 4 * c.limit.abs + (4 * c.limit.rel + 1e-6) * std::abs(value);
  return off <= allowed && !(off > 0.05 * std::abs(got - want));
}

struct agreement {
  std::int64_t wrong = 0;  // wrong elements that have the mistake's values
  bool right = true;       // have the right elements its values, too?
  bool telling = false;    // does it say more than that everything is 0 or NaN?
};

agreement agreement_of(const comparison& c, const mismatches& m,
                       const std::vector<double>& values) {
  agreement result;
  std::int64_t unexpected = 0;
  for (std::int64_t i = 0; i < c.size; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    const double got = c.got(i), want = c.want(i);
    if (!m.wrong[static_cast<std::size_t>(i)]) {
      unexpected += close(value, want, {4 * c.limit.abs, 4 * c.limit.rel + 1e-6}) ? 0 : 1;
      continue;
    }
    if (explains(c, got, want, value)) {
      ++result.wrong;
      // NaN or 0 in some elements, and not in others, is as telling as a number.
      const bool some = (std::isnan(got) || got == 0) && m.count < c.size;
      result.telling = result.telling || some || (std::isfinite(got) && got != 0);
    }
  }
  result.right = unexpected * 50 <= c.size - m.count;
  return result;
}

// The sentences of the mistakes that explain most of the wrong elements, and how many these are.
struct explained {
  std::vector<std::string> sentences;
  std::int64_t elements = 0;
};

// Can a mismatch refute a mistake? One that has NaN or nothing but zeros may have them for a reason
// of its own, such as a case that is too small.
bool is_conclusive(const comparison& c, const mismatches& m) {
  const auto finite = [&](std::int64_t i) { return std::isfinite(c.got(i)); };
  const auto differs = [&](std::int64_t i) { return c.got(i) != 0; };
  return m.count >= 4 && std::all_of(m.sample.begin(), m.sample.end(), finite) &&
         std::any_of(m.sample.begin(), m.sample.end(), differs);
}

explained explained_by(const comparison& c, const mismatches& m,
                       const std::vector<known_mistake>& known) {
  explained result;
  std::map<std::string, std::int64_t> nearest;  // by sentence, of all mistakes that have it
  for (const known_mistake& one : known) {
    // If most elements are right, many mistakes agree with the few that are wrong.
    if (m.count * 2 < c.size && this_run().refuted.contains(one.sentence)) {
      continue;
    }
    if (static_cast<std::int64_t>(one.values.size()) != c.size) {
      continue;
    }
    const agreement found = agreement_of(c, m, one.values);
    // Nearly all wrong elements, or all if they are few: the others may have a second cause.
    const bool enough =
        found.wrong == m.count || (m.count >= 20 && found.wrong * 20 >= m.count * 19);
    nearest[one.sentence] = std::max(nearest[one.sentence], found.wrong);
    if (!enough || !found.right || !found.telling || found.wrong < result.elements) {
      continue;
    }
    if (found.wrong > result.elements) {
      result.sentences.clear();
    }
    result.elements = found.wrong;
    const auto begin = result.sentences.begin(), end = result.sentences.end();
    if (std::find(begin, end, one.sentence) == end) {
      result.sentences.push_back(one.sentence);
    }
  }
  for (const auto& [sentence, agreeing] : nearest) {
    if (is_conclusive(c, m) && agreeing * 2 < m.count) {
      this_run().refuted.insert(sentence);
    }
  }
  return result;
}

}  // namespace

bool other_kernels_can_tell(const comparison& c, const mismatches& m) {
  return m.count < c.size || std::any_of(m.sample.begin(), m.sample.end(), [&](std::int64_t i) {
           return std::isfinite(c.got(i)) && !c.poison(i);
         });
}

std::string explain_by_mistakes(const comparison& c, const mismatches& m,
                                const std::vector<known_mistake>& known) {
  constexpr std::size_t kMost = 3;  // with more, this case cannot tell which one it is
  const explained found = explained_by(c, m, known);
  const std::vector<std::string>& matches = found.sentences;
  const std::int64_t agreeing = found.elements;
  if (matches.empty() || matches.size() > kMost) {
    return "";
  }
  std::string text = "Your values are what you get " + matches[0];
  for (std::size_t i = 1; i < matches.size(); ++i) {
    text += ", or " + matches[i];
  }
  text += agreeing < m.count
              ? " (" + base::grouped(agreeing) + " of " + base::grouped(m.count) + " agree)."
          : m.count == 1 ? " (the one wrong value agrees)."
                         : " (all " + base::grouped(m.count) + " agree).";
  return text;
}

// ---- one change

namespace {

// The folder that the program was built in, or below; empty if there is none.
fs::path build_folder(fs::path place) {
  while (!place.empty() && !fs::exists(place / "build.ninja")) {
    place = place == place.parent_path() ? fs::path() : place.parent_path();
  }
  return place;
}

}  // namespace

std::optional<clue> one_change(const std::string& test, const std::set<int>& lines,
                               double seconds) {
  constexpr double kToFinish = 30;  // the trials that are under way at the end
  if (const char* set = std::getenv("KW_ONE_CHANGE")) {
    seconds = std::strtod(set, nullptr);
  }
  if (asking.of_a_change.empty() || seconds <= 0 || default_device().kind != device_kind::cpu) {
    return std::nullopt;
  }
  const fs::path build = build_folder(std::exchange(asking.of_a_change, {}).parent_path());
  if (build.empty()) {
    return std::nullopt;
  }
  std::string places;
  for (const int line : lines) {
    places += (places.empty() ? "" : ",") + std::to_string(line);
  }
  const auto answer = output_of(
      "explain/repair/find_change.py",
      {build.string(), std::string("lesson") + current_lesson.number + ".exercise.cpu",
       learners_file(), test, "--lines=" + places, base::formatted("--seconds=%g", seconds)},
      seconds + kToFinish);
  return read_change(answer.value_or(""));
}

std::optional<clue> read_change(const std::string& answer) {
  std::istringstream text(answer);
  clue c{.source = "change", .kind = "one-change", .file = current_lesson.file, .tried = true};
  std::string heading, line;
  if (!(text >> c.line >> std::ws) || !std::getline(text, heading)) {
    return std::nullopt;
  }
  c.facts = c.file + ":" + std::to_string(c.line) + ": " + heading;
  while (std::getline(text, line)) {
    const bool is_code = line.rfind("  ", 0) == 0;
    std::string& part = is_code ? c.code : c.advice;
    part += (part.empty() ? "" : is_code ? "\n" : " ") + line;
  }
  return c;
}

std::string explain_answers(const std::vector<double>& got, const std::vector<double>& want) {
  const auto value = [&](std::size_t i) { return got[i]; };
  note_comparison(false, false, got.data(), got.size(), value);
  comparison c;
  c.size = static_cast<std::int64_t>(got.size());
  c.limit = {0, 1e-9};
  c.got = [&](std::int64_t i) { return got[static_cast<std::size_t>(i)]; };
  c.want = [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; };
  const std::string text = explain_by_mistakes(c, find_mismatches(c), ask_kernels().mistakes);
  return text.empty() ? "" : " " + text;
}

}  // namespace kw::testing
