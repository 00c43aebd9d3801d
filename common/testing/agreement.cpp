#include "common/testing/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/base/format.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
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
    if (m.count * 2 < c.size && told().refuted.contains(one.sentence)) {
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
      told().refuted.insert(sentence);
    }
  }
  return result;
}

}  // namespace

bool can_tell_mistakes(const comparison& c, const mismatches& m) {
  return m.count < c.size || std::any_of(m.sample.begin(), m.sample.end(), [&](std::int64_t i) {
           return std::isfinite(c.got(i)) && c.got(i) != 0;
         });
}

std::string explain_by_mistakes(const comparison& c, const mismatches& m,
                                const std::vector<known_mistake>& known) {
  using base::grouped;
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
  text += agreeing < m.count ? " (" + grouped(agreeing) + " of " + grouped(m.count) + " agree)."
          : m.count == 1     ? " (the one wrong value agrees)."
                             : " (all " + grouped(m.count) + " agree).";
  return text;
}

}  // namespace kw::testing
