#include "common/testing/suspicion.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/testing/told.hpp"
#include "common/testing/wrong_kernels.hpp"

namespace kw::testing {
namespace {

// A wrong formula may round more than the right one, or have another magnitude. But any value that
// it claims to explain must be much nearer to it than to the right value, or nothing is explained.
bool explains(const comparison& c, double got, double want, double suspected) {
  if (std::isnan(got) || std::isnan(suspected)) {
    return std::isnan(got) && std::isnan(suspected);
  }
  if (close(got, suspected, c.limit)) {
    return true;
  }
  const double off = std::abs(got - suspected);
  const double allowed = 4 * c.limit.abs + (4 * c.limit.rel + 1e-6) * std::abs(suspected);
  return off <= allowed && !(off > 0.05 * std::abs(got - want));
}

struct agreement {
  std::int64_t wrong = 0;  // wrong elements that are as suspected
  bool right = true;       // are the right elements as suspected, too?
  bool telling = false;    // does it say more than that everything is 0 or NaN?
};

agreement agreement_of(const comparison& c, const mismatches& m,
                       const std::vector<double>& suspected) {
  agreement result;
  std::int64_t unexpected = 0;
  for (std::int64_t i = 0; i < c.size; ++i) {
    const double value = suspected[static_cast<std::size_t>(i)];
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

// The words of the suspects that explain most of the wrong elements, and how many these are.
struct explained {
  std::vector<std::string> words;
  std::int64_t elements = 0;
};

// Can a mismatch refute a suspect? One that has NaN or nothing but zeros may have them for a reason
// of its own, such as a case that is too small.
bool is_conclusive(const comparison& c, const mismatches& m) {
  const auto finite = [&](std::int64_t i) { return std::isfinite(c.got(i)); };
  const auto differs = [&](std::int64_t i) { return c.got(i) != 0; };
  return m.count >= 4 && std::all_of(m.sample.begin(), m.sample.end(), finite) &&
         std::any_of(m.sample.begin(), m.sample.end(), differs);
}

// Do the wrong values say more than that everything is 0 or NaN?
bool can_tell(const comparison& c, const mismatches& m) {
  return m.count < c.size || std::any_of(m.sample.begin(), m.sample.end(), [&](std::int64_t i) {
           return std::isfinite(c.got(i)) && c.got(i) != 0;
         });
}

explained explained_by(const comparison& c, const mismatches& m, const suspects& likely) {
  explained result;
  std::map<std::string, std::int64_t> nearest;  // by words, of all suspects that have them
  for (const suspect& s : likely) {
    // If most elements are right, many formulas agree with the few that are wrong.
    if (m.count * 2 < c.size && refuted_suspects().contains(s.words)) {
      continue;
    }
    const std::vector<double> values = s.values ? s.values() : std::vector<double>{};
    if (static_cast<std::int64_t>(values.size()) != c.size) {
      continue;
    }
    const agreement found = agreement_of(c, m, values);
    // Nearly all wrong elements, or all if they are few: the others may have a second cause.
    const bool enough =
        found.wrong == m.count || (m.count >= 20 && found.wrong * 20 >= m.count * 19);
    nearest[s.words] = std::max(nearest[s.words], found.wrong);
    if (!enough || !found.right || !found.telling || found.wrong < result.elements) {
      continue;
    }
    if (found.wrong > result.elements) {
      result.words.clear();
    }
    result.elements = found.wrong;
    if (std::find(result.words.begin(), result.words.end(), s.words) == result.words.end()) {
      result.words.push_back(s.words);
    }
  }
  for (const auto& [words, agreeing] : nearest) {
    if (is_conclusive(c, m) && agreeing * 2 < m.count) {
      refuted_suspects().insert(words);
    }
  }
  return result;
}

}  // namespace

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) {
    text.insert(i - 3, ",");
  }
  return text;
}

std::string explain_by_suspects(const comparison& c, const mismatches& m) {
  constexpr std::size_t kMost = 3;  // with more, this case cannot tell which one it is
  explained found = explained_by(c, m, c.likely);
  for (const suspect& s : c.likely) {
    if (!s.derived || !found.words.empty() || m.count < 2) {  // one value agrees by chance
      continue;
    }
    found = explained_by(c, m, s.derived());
    // Some steps compute the same, and the likelier ones come first.
    found.words.resize(std::min<std::size_t>(found.words.size(), 1));
  }
  if (found.words.empty() && can_tell(c, m)) {
    suspects known;
    for (const known_mistake& one : known_mistakes()) {
      known.push_back({one.sentence, [values = one.values] { return values; }});
    }
    found = explained_by(c, m, known);
  }
  const std::vector<std::string>& matches = found.words;
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
