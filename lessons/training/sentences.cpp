#include "sentences.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <kernelwright/testing/inputs.hpp>

namespace training {
namespace {

constexpr int kLargest = 6;  // the largest number that is added

std::string number_word(int number) {
  static const std::vector<std::string> small = {
      "zero",     "one",     "two",     "three",     "four",     "five",    "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  static const std::vector<std::string> tens = {"", "", "twenty", "thirty", "forty"};
  if (number < 20) {
    return small[static_cast<std::size_t>(number)];
  }
  const std::string ten = tens[static_cast<std::size_t>(number / 10)];
  return number % 10 == 0 ? ten : ten + " " + small[static_cast<std::size_t>(number % 10)];
}

bool is_unseen(int a, int b) {
  return (a * a + 3 * b * b + 5 * a * b + a) % 11 == 4;  // no pattern that a model could learn
}

std::string sum_begin(int a, int b) {
  return number_word(a) + " plus " + number_word(b) + " is ";
}

/// Words that rhyme: nouns that act, and nouns that are places.
struct family {
  std::vector<std::string> who, where;
};

const std::vector<family>& families() {
  static const std::vector<family> all = {
      {{"cat", "rat", "bat"}, {"mat", "hat", "flat"}},
      {{"dog", "frog", "hog"}, {"log", "bog", "fog"}},
      {{"goat", "stoat"}, {"boat", "coat", "moat"}},
      {{"bee", "flea"}, {"tree", "sea", "key"}},
      {{"snail", "whale", "quail"}, {"pail", "rail", "sail"}},
      {{"mouse", "grouse"}, {"house", "blouse"}},
      {{"hen", "wren"}, {"pen", "den", "glen"}},
      {{"fox", "ox"}, {"box", "rocks", "clocks"}},
  };
  return all;
}

const std::string& one_of(random_source& random, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(random.below(static_cast<int>(words.size())))];
}

/// A whole sentence except for its last word.
std::string rhyme_begin(random_source& random, const family& f) {
  static const std::vector<std::string> kinds = {"small", "old", "quick", "red", "shy", "happy"};
  static const std::vector<std::string> deeds = {"sat", "slept", "sang", "stood", "waited", "hid"};
  static const std::vector<std::string> places = {"near", "under", "behind", "beside", "by"};
  return "the " + one_of(random, kinds) + " " + one_of(random, f.who) + " " +
         one_of(random, deeds) + " " + one_of(random, places) + " the ";
}

const family& any_family(random_source& random) {
  return families()[static_cast<std::size_t>(random.below(static_cast<int>(families().size())))];
}

}  // namespace

double random_source::unit() {
  return kw::testing::random_unit(stream_, drawn_++);
}

double random_source::normal() {
  constexpr double kTwoPi = 6.283185307179586;  // Box and Muller, 1958
  const double radius = std::sqrt(-2 * std::log(1 - unit()));
  return radius * std::cos(kTwoPi * unit());
}

std::string make_line(random_source& random) {
  if (random.below(5) < 2) {
    const family& f = any_family(random);
    const std::string begin = rhyme_begin(random, f);
    return begin + one_of(random, f.where) + ".";
  }
  int a = 0, b = 0;
  do {
    a = random.below(kLargest + 1);
    b = random.below(kLargest + 1);
  } while (is_unseen(a, b));
  return sum_begin(a, b) + number_word(a + b) + ".";
}

std::vector<question> sums(bool unseen) {
  std::vector<question> result;
  for (int a = 0; a <= kLargest; ++a) {
    for (int b = 0; b <= kLargest; ++b) {
      if (is_unseen(a, b) == unseen) {
        result.push_back({sum_begin(a, b), {number_word(a + b) + "."}});
      }
    }
  }
  return result;
}

std::vector<question> rhymes(random_source& random, int count) {
  std::vector<question> result;
  while (static_cast<int>(result.size()) < count) {
    const family& f = any_family(random);
    question q{rhyme_begin(random, f), {}};
    for (const std::string& word : f.where) {
      q.ends.push_back(word + ".");
    }
    result.push_back(std::move(q));
  }
  return result;
}

std::vector<int> to_tokens(const std::string& text) {
  std::vector<int> tokens;
  for (const char letter : text) {
    const int small = std::tolower(static_cast<unsigned char>(letter));
    const auto at = kAlphabet.find(static_cast<char>(small));
    tokens.push_back(static_cast<int>(at == std::string::npos ? kAlphabet.find(' ') : at));
  }
  return tokens;
}

}  // namespace training
