#include "grader/class/likeness.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "common/base/cpp_text.hpp"
#include "common/base/fnv.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kTokensOfMark = 6;
constexpr std::size_t kWordsOfMark = 4;
constexpr std::size_t kWindow = 4;
constexpr std::size_t kMostMarks = 400;  // per file, to keep results small
constexpr double kNearlyAll = 0.8;

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
         static_cast<signed char>(letter) < 0;
}

/// The tokens of a source file, and the words of its comments. A learner's own names are one token.
struct pieces {
  std::vector<std::string> tokens;
  std::vector<std::string> words;
};

std::vector<std::string> words_of(std::string_view comment) {
  std::vector<std::string> words(1);
  for (const char letter : comment) {
    if (is_word(letter)) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) {
    words.pop_back();
  }
  return words;
}

/// Numbers, known words and what follows a dot or a colon stay as they are; other words are "name".
std::string_view token_of(std::string_view word, char before) {
  static const std::set<std::string_view> kKnown = {
      "auto",   "if",    "else",      "for",    "while",    "return",   "const",  "int",
      "float",  "tl",    "size",      "struct", "template", "typename", "break",  "continue",
      "static", "using", "constexpr", "bool",   "true",     "false",    "double", "void"};
  const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
  const bool member = before == '.' || before == ':';
  return number || member || kKnown.count(word) != 0 ? word : "name";
}

pieces split(std::string_view text) {
  pieces result;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = base::end_of_comment(text, at);
    if (end > at) {
      for (std::string& word : words_of(text.substr(at, end - at))) {
        result.words.push_back(std::move(word));
      }
      continue;
    }
    end = base::end_of_literal(text, at);
    if (end > at) {
      result.tokens.emplace_back("\"");
      continue;
    }
    while (end < text.size() && is_word(text[end])) {
      ++end;
    }
    if (end > at) {
      result.tokens.emplace_back(token_of(text.substr(at, end - at), at > 0 ? text[at - 1] : ' '));
    } else if (std::isspace(static_cast<unsigned char>(text[end++])) == 0) {
      result.tokens.emplace_back(1, text[at]);
    }
  }
  return result;
}

/// Hashes of every run of `length` consecutive parts.
std::vector<std::uint32_t> hashes_of(const std::vector<std::string>& parts, std::size_t length) {
  std::vector<std::uint32_t> hashes;
  for (std::size_t i = 0; i + length <= parts.size(); ++i) {
    std::string passage;
    for (std::size_t part = i; part < i + length; ++part) {
      passage += parts[part] + "\n";
    }
    const std::uint64_t wide = base::fnv1a(passage);
    hashes.push_back(static_cast<std::uint32_t>(wide ^ wide >> 32));
  }
  return hashes;
}

/// The least hash of each window: files that share a passage choose the same ones.
void choose(const std::vector<std::uint32_t>& hashes, std::set<std::uint32_t>& chosen) {
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const auto begin = hashes.begin() + static_cast<std::ptrdiff_t>(i);
    const auto left = std::min<std::ptrdiff_t>(kWindow, hashes.end() - begin);
    if (left == kWindow || i == 0) {
      chosen.insert(*std::min_element(begin, begin + left));
    }
  }
}

std::string without_spaces(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (std::isspace(static_cast<unsigned char>(letter)) == 0) {
      result += letter;
    }
  }
  return result;
}

/// The marks that both have; both are in order.
std::vector<std::uint32_t> shared_marks(const std::vector<std::uint32_t>& a,
                                        const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  return shared;
}

bool is_nearly_all(std::size_t part, std::size_t all) {
  return static_cast<double>(part) >= kNearlyAll * static_cast<double>(all);
}

}  // namespace

std::vector<std::uint32_t> marks_of(std::string_view kernel, std::string_view untouched) {
  const pieces own = split(kernel);
  const pieces given = split(untouched);
  std::set<std::uint32_t> chosen;
  choose(hashes_of(own.tokens, kTokensOfMark), chosen);
  choose(hashes_of(own.words, kWordsOfMark), chosen);
  for (const auto& hashes :
       {hashes_of(given.tokens, kTokensOfMark), hashes_of(given.words, kWordsOfMark)}) {
    for (const std::uint32_t hash : hashes) {
      chosen.erase(hash);
    }
  }
  std::vector<std::uint32_t> marks(chosen.begin(), chosen.end());
  marks.resize(std::min(marks.size(), kMostMarks));  // the smallest, so the same in every file
  return marks;
}

std::string file_hash_of(std::string_view kernel, std::string_view untouched) {
  const std::string text = without_spaces(kernel);
  return text == without_spaces(untouched) ? "" : base::fnv1a_digits(text);
}

std::string to_text(const std::vector<std::uint32_t>& marks) {
  std::string text;
  for (const std::uint32_t mark : marks) {
    text += fmt::format("{:08x}", mark);
  }
  return text;
}

std::vector<std::uint32_t> parse_marks(std::string_view text) {
  constexpr std::size_t kDigits = 8;
  std::vector<std::uint32_t> marks;
  for (std::size_t at = 0; at + kDigits <= text.size(); at += kDigits) {
    std::uint32_t mark = 0;
    std::from_chars(text.data() + at, text.data() + at + kDigits, mark, 16);
    marks.push_back(mark);
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

std::vector<std::uint32_t> nearly_all_shared(const std::vector<std::uint32_t>& a,
                                             const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> shared = shared_marks(a, b);
  if (!is_nearly_all(shared.size(), std::max(a.size(), b.size()))) {
    shared.clear();
  }
  return shared;
}

std::vector<likeness> find_likenesses(const std::vector<marked_file>& files, std::size_t authors) {
  // What more than a few have is how the task is solved.
  constexpr std::size_t kFew = 3;
  constexpr std::size_t kMostFew = 20;
  const std::size_t few = std::min(kMostFew, std::max(kFew, authors / 10));
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> owners;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const std::uint32_t mark : files[i].marks) {
      owners[mark].push_back(i);
    }
  }
  std::vector<std::vector<std::uint32_t>> unusual(files.size());
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const std::uint32_t mark : files[i].marks) {
      const std::vector<std::size_t>& all = owners[mark];
      if (all.size() > few) {
        continue;
      }
      unusual[i].push_back(mark);
      for (const std::size_t other : all) {
        if (other > i) {
          pairs.emplace(i, other);
        }
      }
    }
  }
  std::vector<likeness> found;
  for (const auto& [a, b] : pairs) {
    likeness one{a, b, !files[a].hash.empty() && files[a].hash == files[b].hash, 0, 0};
    one.shared = shared_marks(unusual[a], unusual[b]).size();
    one.unusual = std::max(unusual[a].size(), unusual[b].size());
    if (one.identical || is_nearly_all(one.shared, one.unusual)) {
      found.push_back(one);
    }
  }
  return found;
}

}  // namespace kw::grader
