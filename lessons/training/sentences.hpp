/// \file
/// The text that the model of elective 15 learns from, and questions to it. All of it is made here.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace training {

/// All characters of the text, by their numbers. A line ends with '\n'.
inline const std::string kAlphabet = "\n .,abcdefghijklmnopqrstuvwxyz";

/// Random numbers that are the same on every machine.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : stream_(seed * 0xd1342543de82ef95u + 1) {}
  /// From 0 up to, but not including, 1.
  double unit();
  /// 0 <= number < end
  int below(int end) { return static_cast<int>(unit() * end); }
  /// Of the normal distribution with mean 0 and variance 1.
  double normal();

 private:
  std::uint64_t stream_, drawn_ = 0;
};

/// A line of the text without its '\n': a sum in words, such as "four plus nine is thirteen.", or a
/// sentence whose last word rhymes with its first noun, such as "the old cat sat near the mat.".
std::string make_line(random_source& random);

/// A beginning of a line, and the only way to complete it, or all ways.
struct question {
  std::string begin;
  std::vector<std::string> ends;
};

/// The sums that no line of the text has, which are one in ten, or all others.
std::vector<question> sums(bool unseen);

/// Beginnings of sentences that leave a rhyme to be found.
std::vector<question> rhymes(random_source& random, int count);

/// The numbers of a text's characters. Capital letters become lower-case ones, and characters that
/// the alphabet lacks become spaces.
std::vector<int> to_tokens(const std::string& text);

}  // namespace training
